// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAMES_IN_FLIGHT_H
#define MLT_FRAMES_IN_FLIGHT_H

#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-reusable-event.h"

#include <vector>

namespace ns3::mlt
{

/** The frames on a link, in order of arrival, and the event that hands the first one over. */
class alignas(CACHE_LINE_BYTES) FramesInFlight final : public ReusableEvent
{
  public:
    /** @param to where they arrive. */
    explicit FramesInFlight(FabricNode& to);

    /** A frame leaves. @param arrivalTick not before that of the last frame. */
    void Put(Frame* frame, int64_t arrivalTick);

    /** Those that have not arrived never do: the event may outlive the fabric in the scheduler. */
    void Detach();

    /** The frames, in order of arrival. */
    std::vector<Frame*> Frames() const;

    /** Counts the frames by walking over them. */
    FrameCounts Count() const;

    /** The first frame arrives. */
    void Fire() override;
    void Prefetch(int stage) const override;

  private:
    void PrefetchFollowing() const;

    Frame* m_first{nullptr};
    Frame* m_last{nullptr};
    FabricNode& m_to;
};

} // namespace ns3::mlt

#endif // MLT_FRAMES_IN_FLIGHT_H
