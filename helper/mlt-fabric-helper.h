// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_HELPER_H
#define MLT_FABRIC_HELPER_H

#include "ns3/mlt-fabric-capture.h"
#include "ns3/mlt-fabric.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * Builds an express fabric from a plan, an ns-3 node for each host, and a transport on them:
 *
 *     UseFabricResolution();
 *     FabricHelper helper;
 *     helper.SetPathChooser("ns3::mlt::RandomSpray");
 *     helper.Build(PlanLeafSpine(spec));
 *     auto transport = helper.Install("ns3::mlt::MltTransport");
 */
class FabricHelper
{
  public:
    FabricHelper();

    /** TypeId of the switches' path choosers (a PathChooser). */
    void SetPathChooser(const std::string& typeId);

    /** Sets an attribute of the fabric; see ns3::mlt::Fabric. */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /** First random stream that is used; the streams follow in a fixed order. Default 1. */
    void SetStream(int64_t stream);

    /** Builds the fabric and its nodes; once. */
    Ptr<Fabric> Build(NetworkPlan plan);

    /** Puts a transport (TypeId of a MessageTransport) on all hosts; after Build. */
    Ptr<MessageTransport> Install(const std::string& typeId);

    /**
     * Writes what the hosts' links carry from now on to <prefix>-host<i>.pcap; after Build. The
     * files are complete, and bear these names, when the simulation is destroyed
     * (Simulator::Destroy) or this helper is gone.
     * @param hosts which; empty: all.
     * @throw InputError if a file cannot be written.
     */
    void EnablePcap(const std::string& prefix, const std::vector<uint32_t>& hosts = {});

    /** The hosts, in order. */
    const NodeContainer& Hosts() const
    {
        return m_hosts;
    }

  private:
    ObjectFactory m_fabricFactory;
    TypeId m_chooser;
    int64_t m_stream{1};
    Ptr<Fabric> m_fabric;
    NodeContainer m_hosts;
    std::vector<std::shared_ptr<FabricCapture>> m_captures;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_HELPER_H
