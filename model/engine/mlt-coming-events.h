// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_COMING_EVENTS_H
#define MLT_COMING_EVENTS_H

#include "ns3/mlt-reusable-event.h"
#include "ns3/mlt-stages.h"

#include <array>
#include <cstdint>

namespace ns3::mlt
{

/** The events of a queue that come next, as far as it foresees them: what they read is fetched. */
class ComingEvents
{
  public:
    /** Whether more are to join. */
    bool HasRoom() const
    {
        return m_count < FORESEEN;
    }

    static bool Has(const ReusableEvent& event)
    {
        return event.m_place != ReusableEvent::NO_PLACE;
    }

    /** One more is foreseen. */
    void Join(ReusableEvent* event);

    /** An event is taken from the queue, whether it was one of them or not. */
    void Leave(ReusableEvent* event);

    /** None is known any more. */
    void Clear();

    /** Does one stage of what is due for them. */
    void FetchFurther()
    {
        if (!m_stages.IsDone())
        {
            DoStage();
        }
    }

  private:
    /**
     * So many events are fetched ahead, more than there are stages: those of a slot are foreseen in
     * another order than they are taken in, and each is to have all stages before that.
     */
    static constexpr uint32_t FORESEEN = 13;
    static constexpr uint32_t PLACES = 32; //!< more than that: not all leave in turn

    void DoStage();

    std::array<ReusableEvent*, PLACES> m_events{}; //!< by number; nullptr: it has left
    uint32_t m_count{0};
    DueStages<ReusableEvent::PREFETCH_STAGES> m_stages;
};

} // namespace ns3::mlt

#endif // MLT_COMING_EVENTS_H
