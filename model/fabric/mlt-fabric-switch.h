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
    /**
     * @param chooser decides among equal-cost ports, for this switch alone.
     * @param lookAheadPs up to the shortest delay of the outgoing links; 0 for none.
     * @param sorter may serve all switches of a fabric; must outlive them.
     */
    FabricSwitch(Ptr<PathChooser> chooser, int64_t lookAheadPs, ArrivalSorter& sorter);

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

    /** Adds a set of equal-cost ports. @return its number. */
    uint32_t AddGroup(std::vector<SwitchPort*> ports);

    /** Sends what is for host i to the set groupOfHost[i]; after the sets were added. */
    void SetRoutes(std::vector<uint32_t> groupOfHost);

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
    SwitchPort& Choose(const Frame& frame, int64_t nowPs);
    void HandleArrivals(int64_t nowTick);
    void HandleInStages(size_t arrived);
    void ChooseInStages(size_t arrived);
    void ServeBacklog(int64_t nowPs);
    void PrefetchFrame(size_t arrival) const;
    void PrefetchRoute(size_t arrival) const;

    Ptr<PathChooser> m_chooser;
    bool m_choosesAhead; //!< of a turn's arrivals some have a port before earlier ones are enqueued
    std::vector<SwitchPort*> m_onlyOfGroup;         //!< nullptr where there are several
    std::vector<std::vector<SwitchPort*>> m_groups; //!< equal-cost ports
    std::vector<SwitchPort*> m_ports;               //!< each once
    std::vector<uint32_t> m_groupOfHost;
    std::unique_ptr<SwitchInbox> m_inbox;
    std::vector<SwitchPort*> m_backlogged;
    bool m_busy{false};
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_SWITCH_H
