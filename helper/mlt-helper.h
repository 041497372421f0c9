// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HELPER_H
#define MLT_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-message-source.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-udp-host-port.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * Installs MLT between nodes of any ns-3 network that have IPv4 addresses and routes:
 *
 *     UseFabricResolution();              // before anything is scheduled
 *     ...                                 // nodes, devices, Internet stack, addresses, routing
 *     MltHelper mlt;
 *     auto transport = mlt.Install(nodes);
 *     transport->ListenToDeliveries([](const Delivery& delivery) { ... });
 *     Message message;                    // from nodes.Get(0) to nodes.Get(1)
 *     message.id = 1;
 *     message.destination = 1;
 *     message.bytes = 1000000;
 *     Simulator::Schedule(Seconds(1), [=] { transport->Send(message); });
 *
 * Hosts are numbered as in the container. doc/sockets.md tells more.
 */
class MltHelper
{
  public:
    MltHelper();

    /**
     * Sets an attribute of every host's port; see ns3::mlt::UdpHostPort. What is not set is taken
     * from the network: Mtu (LeastMtu) and BaseRtt (EstimateBaseRttPs); LinkOverhead and
     * MinimumFrame are Ethernet's where hosts' links are of different kinds, since all hosts must
     * agree on them.
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Rate, in bit/s, at which hosts let out datagrams over links that state none (Wi-Fi), where
     * the attribute DataRate is not set. Without either, such a link is refused.
     */
    void SetRateIfUnknown(uint64_t bitRate);

    /** TypeId of the transport (a MessageTransport); ns3::mlt::MltTransport unless set. */
    void SetTransport(const std::string& typeId);

    /** First random stream that is used. Default 1. */
    void SetStream(int64_t stream);

    /**
     * Puts a port (aggregated to the node: node->GetObject<UdpHostPort>()) and the transport on
     * nodes; once a helper, and once a node. Afterwards addresses must stay as they are.
     */
    Ptr<MessageTransport> Install(const NodeContainer& nodes);

    /**
     * Puts an application on a host that sends messages from its StartTime on; after Install.
     * @param host its number.
     * @param remote the address of the host that they are for.
     * @return the application alone, an ns3::mlt::MltMessageSource, which has the attributes and
     * trace sources of that type.
     */
    ApplicationContainer InstallSource(uint32_t host, const Address& remote) const;

    /** The port of a host; after Install. */
    Ptr<UdpHostPort> PortOf(uint32_t host) const
    {
        return m_ports[host];
    }

    /** The hosts' addresses; after Install. */
    Ptr<const HostTable> Hosts() const
    {
        return m_hosts;
    }

  private:
    void FillTable(const NodeContainer& nodes);
    void Complete(const NodeContainer& nodes);
    void AgreeOnFraming(const NodeContainer& nodes);

    ObjectFactory m_portFactory;
    std::string m_transportType;
    uint64_t m_rateIfUnknown{0};
    int64_t m_stream{1};
    Ptr<HostTable> m_hosts;
    NodeContainer m_nodes;
    Ptr<MessageTransport> m_transport;
    std::vector<Ptr<UdpHostPort>> m_ports;
};

} // namespace ns3::mlt

#endif // MLT_HELPER_H
