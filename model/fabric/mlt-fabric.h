// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_H
#define MLT_FABRIC_H

#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-fabric-switch.h"
#include "ns3/mlt-fabric-traces.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-host-nic.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-routes.h"
#include "ns3/mlt-switch-port.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * The express plane: all switches, links and NICs of one network, moving pooled frame descriptors
 * instead of packets. Built from a NetworkPlan; hosts are reached through HostPort.
 *
 * The simulator must run in femtoseconds (UseFabricResolution).
 */
class Fabric : public Object, public FabricTraces
{
  public:
    static TypeId GetTypeId();

    Fabric();
    ~Fabric() override;

    /**
     * Builds the network; once.
     * @param plan hosts, switches, links and routes; kept.
     * @param chooser the TypeId of the switches' path choosers (a PathChooser).
     * @param stream first random stream to use.
     * @return how many random streams were used.
     */
    int64_t Build(NetworkPlan plan, TypeId chooser, int64_t stream);

    /**
     * Turns injected loss on for one link, by the attribute LossModel and from the link's own
     * random stream.
     * @param link of the plan.
     */
    void SetLoss(uint32_t link, const LinkLoss& loss);

    /**
     * Changes the rate of one link, now: services that start from now on take it, what is on the
     * wire arrives as it would have. (The plan and the thresholds keep the first rate.)
     * @param bitRate positive, bit/s.
     */
    void SetBitRate(uint32_t link, uint64_t bitRate);

    /**
     * Pauses classes of service on a link, and lets all others go, now: no service of a paused
     * class starts at the port or NIC before the link; its frames wait there. What started before
     * or at this very picosecond goes on. Not from a listener to a trace source.
     * @param link of the plan.
     * @param classes the whole set; the empty set ends all pauses.
     */
    void SetPaused(uint32_t link, ClassSet classes);

    /**
     * Takes a cable down, now, or brings it up: both directions. What starts at this very instant
     * starts before. Not from a listener to a trace source. While the cable is down,
     *  - what waits before it is dropped, and what is put on it is lost (DropReason::LinkDown);
     *  - what is on the wire when it goes down is lost likewise, or arrives (LoseInFlight);
     *  - after DetectionDelay all switches route around it, over the shortest paths that are left;
     *    a frame that has none is dropped (DropReason::NoRoute). Until then they go on as before.
     * When it is up again it carries frames at once, and is routed over after DetectionDelay.
     * @param link of the plan, either direction.
     */
    void SetLinkUp(uint32_t link, bool isUp);

    /** For a person: which cables are down, and how much was dropped for want of a route. */
    std::vector<std::string> Faults() const;

    const NetworkPlan& Plan() const
    {
        return m_plan;
    }

    HostPort& Host(uint32_t host)
    {
        return *m_nics[host];
    }

    const HostNic& Nic(uint32_t host) const
    {
        return *m_nics[host];
    }

    const FabricLink& Link(uint32_t link) const
    {
        return *m_links[link];
    }

    /** Frames for which a switch knew no way. */
    FrameCounts NoRoute() const;

    /** The same by class. */
    ClassCounts NoRouteByClass() const;

    /** The switch port before a link, or nullptr if the link leads out of a host. */
    const SwitchPort* PortOf(uint32_t link) const
    {
        return m_portOfLink[link];
    }

    const WireFormat& Format() const
    {
        return m_network.format;
    }

    int64_t BaseRttPs() const
    {
        return m_network.baseRttPs;
    }

    const FramePool& Pool() const
    {
        return m_pool;
    }

    /**
     * Brings all NICs and switches up to the present instant, services that start now included.
     * Whoever reads queues or counts of ports or links, or how much a transport has sent, calls
     * this first. Not from a listener to a trace source, which may stand in the midst of it.
     */
    void CatchUp();

    /** Frames whose service started at a host's NIC. */
    FrameCounts SentByHosts() const;

    /** Frames put on any link: packet-hops. */
    FrameCounts PacketHops() const;

    /** Frames that switches and their ports dropped and links lost. */
    FrameCounts Dropped() const;

    /** Frames that ports trimmed. */
    TrimCount Trimmed() const;

    /** Frames that wait in ports and fly on links, counted by walking over them. */
    FrameCounts InFlight() const;

    /** Frames that arrived at a host where nobody wanted them; 0 unless a transport is broken. */
    FrameCounts Unclaimed() const;

  protected:
    void DoDispose() override;

  private:
    struct Rows;

    void BuildNodes(TypeId chooser);
    std::vector<int64_t> LookAheads() const;
    void BuildLinks();
    std::vector<uint32_t> LinksBySource() const;
    void SetRoutes(const std::vector<NetworkPlan::Routes>& routes);
    void SetDirectionUp(uint32_t link, bool isUp);
    void DetectLinkState(uint32_t link, bool isUp);
    int64_t AssignStreams(int64_t stream);
    void AssignOrders(uint64_t seed);
    FabricNode& Node(uint32_t node);
    FabricSwitch& Switch(uint32_t node);
    Ptr<DropPolicy> PolicyFor(const PortParameters& port);
    Ptr<QueueDiscipline> MakeDiscipline(uint64_t bitRate);

    uint32_t m_mtu;
    uint32_t m_linkOverhead;
    uint32_t m_minimumFrame;
    TypeId m_disciplineType;
    TypeId m_policyType;
    TypeId m_lossType;
    bool m_lookAhead;
    Time m_detectionDelay;
    bool m_loseInFlight;
    NetworkPlan m_plan;
    LinkStates m_knownUp; //!< by link, as the switches know it
    HostNic::Network m_network{};
    FramePool m_pool;
    int64_t m_lossStream{0};
    std::vector<Ptr<PathChooser>> m_choosers;           //!< by switch
    std::vector<Ptr<QueueDiscipline>> m_disciplines;    //!< by port
    std::map<uint64_t, Ptr<DropPolicy>> m_policyOfRate; //!< of pure ones, which ports share
    std::vector<std::unique_ptr<HostNic>> m_nics;
    ArrivalSorter m_sorter; //!< of all switches: one works at a time
    std::vector<std::unique_ptr<FabricSwitch>> m_switches;
    std::unique_ptr<Rows> m_rows;          //!< of links and ports
    std::vector<FabricLink*> m_links;      //!< as in the plan
    std::vector<SwitchPort*> m_portOfLink; //!< nullptr: the link leads out of a host
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_H
