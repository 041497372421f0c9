// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STACK_HELPER_H
#define MLT_STACK_HELPER_H

#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-stack-network.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3::mlt
{

/**
 * Builds a network of ns-3's own nodes from a plan, as FabricHelper builds an express fabric:
 *
 *     UseFabricResolution();
 *     StackHelper helper;
 *     helper.SetPathChooser("ns3::mlt::RandomSpray");
 *     auto network = helper.Build(PlanLeafSpine(spec));
 *     auto transport = helper.Install("ns3::mlt::MltTransport");
 *     // and any ns-3 application, on helper.Hosts(), towards network->Addresses()->AddressOf(host)
 */
class StackHelper
{
  public:
    StackHelper();

    /** TypeId of the routers' path choosers (a PathChooser). */
    void SetPathChooser(const std::string& typeId);

    /** Sets an attribute of the network; see ns3::mlt::StackNetwork. */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /** First random stream that is used; the streams follow in a fixed order. Default 1. */
    void SetStream(int64_t stream);

    /** Builds the network and its nodes; once. */
    Ptr<StackNetwork> Build(NetworkPlan plan);

    /**
     * Puts a transport (TypeId of a MessageTransport) on all hosts, over UDP sockets, with the
     * network's MTU, base round trip and bytes on the wire; after Build, once.
     * node->GetObject<UdpHostPort>() is a host's port.
     */
    Ptr<MessageTransport> Install(const std::string& typeId);

    /** The hosts, in order. */
    const NodeContainer& Hosts() const
    {
        return m_hosts;
    }

    /** The switches, in order. */
    const NodeContainer& Switches() const
    {
        return m_switches;
    }

  private:
    ObjectFactory m_networkFactory;
    TypeId m_chooser;
    int64_t m_stream{1};
    Ptr<StackNetwork> m_network;
    NodeContainer m_hosts;
    NodeContainer m_switches;
};

} // namespace ns3::mlt

#endif // MLT_STACK_HELPER_H
