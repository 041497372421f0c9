// SPDX-License-Identifier: GPL-2.0-only
// The interface of queue disciplines holds one that looks at flows: as pFabric (Alizadeh et al.,
// SIGCOMM'13, section 4.1) it sends the earliest frame of the flow with the least remaining, and
// pushes out the frame with the most.
#include "ns3/mlt-port-queue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BUFFER = 4500; // three frames of 1500 bytes

class RemainingSize : public QueueDiscipline
{
  public:
    void Configure(const PortParameters&, const Ptr<DropPolicy>&) override
    {
    }

    Verdict Judge(const QueuedFrame& frame, const PortOccupancy& waiting, int64_t) override
    {
        if (waiting.Bytes() + frame.wireBytes <= BUFFER)
        {
            return Verdict::Enqueue;
        }
        const auto* most = *std::max_element(m_frames.begin(), m_frames.end(), HasLess);
        return HasLess(&frame, most) ? Verdict::PushOut : Verdict::DropFull;
    }

    void Enqueue(QueuedFrame& frame) override
    {
        m_frames.push_back(&frame);
    }

    QueuedFrame* Dequeue(ClassSet, int64_t) override
    {
        if (m_frames.empty())
        {
            return nullptr;
        }
        const QueuedFrame* least = *std::min_element(m_frames.begin(), m_frames.end(), HasLess);
        return Take(std::find_if(m_frames.begin(), m_frames.end(), [least](QueuedFrame* frame) {
            return frame->flowHash == least->flowHash;
        }));
    }

    QueuedFrame* PushOut(const QueuedFrame&) override
    {
        return Take(std::max_element(m_frames.begin(), m_frames.end(), HasLess));
    }

    void ForEach(const std::function<void(const QueuedFrame&)>& visit) const override
    {
        for (const QueuedFrame* frame : m_frames)
        {
            visit(*frame);
        }
    }

  private:
    using Frames = std::vector<QueuedFrame*>;

    static bool HasLess(const QueuedFrame* a, const QueuedFrame* b)
    {
        return a->remaining < b->remaining;
    }

    QueuedFrame* Take(Frames::iterator place)
    {
        QueuedFrame* frame = *place;
        m_frames.erase(place);
        return frame;
    }

    Frames m_frames; //!< oldest first
};

/** Notes what is dropped, by remaining bytes. */
struct DropList
{
    void Mark(QueuedFrame&, int64_t)
    {
    }

    bool Trim(QueuedFrame&, int64_t)
    {
        return false;
    }

    void Drop(QueuedFrame& frame, DropReason reason, int64_t)
    {
        drops.emplace_back(frame.remaining, reason);
    }

    std::vector<std::pair<uint32_t, DropReason>> drops;
};

TEST(RemainingSizeTest, FitsTheInterface)
{
    PortQueue queue(CreateObject<RemainingSize>());
    DropList port;

    struct Offered
    {
        uint32_t flow;
        uint32_t remaining;
    };

    const std::vector<Offered> offered{{1, 9000}, {2, 40000}, {1, 7500}, {3, 5000}, {2, 38500}};
    std::vector<QueuedFrame> frames(offered.size());
    for (size_t i = 0; i < offered.size(); ++i)
    {
        frames[i].flowHash = offered[i].flow;
        frames[i].remaining = offered[i].remaining;
        frames[i].wireBytes = 1500;
        queue.Offer(frames[i], 0, port);
    }
    using Drops = std::vector<std::pair<uint32_t, DropReason>>;
    EXPECT_EQ(port.drops, (Drops{{40000, DropReason::PushedOut}, {38500, DropReason::Full}}));
    std::vector<uint32_t> sent;
    while (const QueuedFrame* frame = queue.Dequeue({}, 0))
    {
        sent.push_back(frame->remaining);
    }
    // the flow of 7500 has an earlier frame: in order within a flow
    EXPECT_EQ(sent, (std::vector<uint32_t>{5000, 9000, 7500}));
    EXPECT_EQ(queue.Occupancy().Bytes(), 0U);
}

} // namespace
} // namespace ns3::mlt
