// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_SWITCH_H
#define MLT_FABRIC_SWITCH_H

#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-switch-inbox.h"
#include "ns3/mlt-switch-port.h"

#include <memory>
#include <vector>

namespace ns3::mlt
{

/**
 * A switch: one look-up for the set of equal-cost ports, and a path chooser among them.
 *
 * Without look-ahead each arrival is an event, and each end of a service that frames wait for: the
 * reference. A switch that looks ahead gives the same results with few events: what leaves it
 * cannot reach the next node sooner than the shortest delay of its outgoing links, so arrivals and
 * services are carried out late by up to that delay, many at once, in order and at their exact past
 * instants.
 */
class FabricSwitch : public FabricNode
{
  public:
    /** What the switches of a fabric share; must outlive them. */
    struct Shared
    {
        FramePool& pool;
        FabricTraces& traces;
        ArrivalSorter& sorter;
    };

    /**
     * @param chooser decides among equal-cost ports, for this switch alone.
     * @param lookAheadPs up to the shortest delay of the outgoing links; 0 for none.
     */
    FabricSwitch(Ptr<PathChooser> chooser, int64_t lookAheadPs, const Shared& shared);

    /** Told once, before the run: the links that lead into this switch, by Frame::ingress. */
    void SetIngresses(std::vector<uint32_t> links);

    /** Where incoming links put frames in flight; nullptr without look-ahead. */
    SwitchInbox* Inbox()
    {
        return m_inbox.get();
    }

    /** The list for the ports that frames wait in; nullptr without look-ahead. */
    std::vector<SwitchPort*>* Backlogged()
    {
        return m_inbox ? &m_backlogged : nullptr;
    }

    /** Sets of equal-cost ports, and which of them each host is reached by. */
    struct Routes
    {
        std::vector<std::vector<SwitchPort*>> groups; //!< an empty one: not reached
        std::vector<uint32_t> groupOfHost;
    };

    /** Before the first frame, and at any time after CatchUp: frames from now on go by these. */
    void SetRoutes(Routes routes);

    /** Frames that had no route, by class. */
    const ClassCounts& NoRouteByClass() const
    {
        return m_noRoute;
    }

    /** The same as data and control. */
    const FrameCounts& NoRoute() const
    {
        return m_noRouteByKind;
    }

    /**
     * Carries out all arrivals before a tick, which is not in the future, and all services until
     * its picosecond, that included. (Within a call of itself, by a listener to a trace source, it
     * does nothing.)
     */
    void CatchUp(int64_t nowTick);

    /**
     * From now on no service of these classes starts at a port of this switch:
     * SwitchPort::SetPaused. Not from a listener to a trace source.
     */
    void SetPaused(SwitchPort& port, ClassSet classes);

    void ReceiveFrame(Frame* frame, int64_t nowTick) override;
    void Prefetch(const Frame& frame, int stage) const override;

  private:
    SwitchPort* Choose(const Frame& frame, int64_t nowPs);
    void DropWithoutRoute(Frame* frame, int64_t atPs);
    void HandleArrivals(int64_t nowTick);
    void HandleInStages(size_t arrived);
    void ChooseInStages(size_t arrived);
    void ServeBacklog(int64_t nowPs);
    void PrefetchFrame(size_t arrival) const;
    void PrefetchRoute(size_t arrival) const;

    Ptr<PathChooser> m_chooser;
    bool m_choosesAhead{
        false}; //!< of a turn's arrivals some have a port before earlier ones are enqueued
    std::vector<SwitchPort*> m_onlyOfGroup;         //!< nullptr where there are several
    std::vector<std::vector<SwitchPort*>> m_groups; //!< equal-cost ports
    std::vector<SwitchPort*> m_ports;               //!< each once
    std::vector<uint32_t> m_groupOfHost;
    std::unique_ptr<SwitchInbox> m_inbox;
    std::vector<SwitchPort*> m_backlogged;
    bool m_busy{false};
    FramePool& m_pool;
    FabricTraces& m_traces;
    std::vector<uint32_t> m_linkOfIngress;
    ClassCounts m_noRoute{};
    FrameCounts m_noRouteByKind;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_SWITCH_H
