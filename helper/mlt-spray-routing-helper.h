// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SPRAY_ROUTING_HELPER_H
#define MLT_SPRAY_ROUTING_HELPER_H

#include "ns3/ipv4-routing-helper.h"
#include "ns3/mlt-spray-routing.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3::mlt
{

/**
 * Installs SprayRouting. On any topology that ns3's global routing can route, after the usual
 * InternetStackHelper and addresses, instead of Ipv4GlobalRoutingHelper::PopulateRoutingTables:
 *
 *     SprayRoutingHelper spray;
 *     spray.Set("PathChooser", StringValue("ns3::mlt::RandomSpray"));
 *     spray.ReplaceGlobalRouting(NodeContainer::GetGlobal());
 *
 * Or, as an Ipv4RoutingHelper of InternetStackHelper, where the routes are set by other means.
 */
class SprayRoutingHelper : public Ipv4RoutingHelper
{
  public:
    SprayRoutingHelper();

    /** Sets an attribute of the routers; see ns3::mlt::SprayRouting. */
    void Set(const std::string& name, const AttributeValue& value);

    SprayRoutingHelper* Copy() const override;
    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> node) const override;

    /**
     * Computes global routes and takes them over: each node that has Ipv4GlobalRouting gets a
     * SprayRouting with all its equal-cost routes to all addresses of all nodes; what the node had
     * becomes the fallback, which still serves multicast, broadcast and unknown addresses. Set
     * static routes and read Ipv4StaticRouting before: afterwards they are behind the new router,
     * and lose to it for addresses that it knows. May be called again when the network has changed.
     *
     * @param nodes whose routing is replaced; destinations are those of all nodes there are.
     * @param stream first random stream for the path choosers.
     * @return how many streams were used.
     */
    int64_t ReplaceGlobalRouting(const NodeContainer& nodes, int64_t stream) const;

  private:
    ObjectFactory m_factory;
};

} // namespace ns3::mlt

#endif // MLT_SPRAY_ROUTING_HELPER_H
