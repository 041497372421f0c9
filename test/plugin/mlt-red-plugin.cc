// SPDX-License-Identifier: GPL-2.0-only
// A drop policy that keeps state: RED (Floyd and Jacobson, 1993), by an average of what waits. It
// is told of every frame, so that the average falls while nothing waits.
#include "ns3/double.h"
#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-seed.h"
#include "ns3/uinteger.h"

namespace user
{

class Red : public ns3::mlt::DropPolicy
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid =
            ns3::TypeId("user::Red")
                .SetParent<ns3::mlt::DropPolicy>()
                .AddConstructor<Red>()
                .AddAttribute("Least",
                              "Average of waiting bytes below which nothing is dropped or marked.",
                              ns3::UintegerValue(15000),
                              ns3::MakeUintegerAccessor(&Red::m_least),
                              ns3::MakeUintegerChecker<uint64_t>())
                .AddAttribute("Most",
                              "Average of waiting bytes from which every frame is dropped or "
                              "marked.",
                              ns3::UintegerValue(45000),
                              ns3::MakeUintegerAccessor(&Red::m_most),
                              ns3::MakeUintegerChecker<uint64_t>())
                .AddAttribute("Buffer",
                              "Bytes that may wait in all data queues together.",
                              ns3::UintegerValue(1000000),
                              ns3::MakeUintegerAccessor(&Red::m_buffer),
                              ns3::MakeUintegerChecker<uint64_t>())
                .AddAttribute("Weight",
                              "Weight of a frame's backlog in the average.",
                              ns3::DoubleValue(0.02),
                              ns3::MakeDoubleAccessor(&Red::m_weight),
                              ns3::MakeDoubleChecker<double>(0, 1));
        return tid;
    }

    void Configure(const ns3::mlt::PortParameters&) override
    {
    }

    bool JudgesEveryFrame() const override
    {
        return true;
    }

    ns3::mlt::Verdict Admit(const ns3::mlt::ArrivingFrame& frame,
                            const ns3::mlt::PortBacklog& backlog) override
    {
        using ns3::mlt::Verdict;
        if (frame.queue == ns3::mlt::CONTROL_QUEUE)
        {
            return Verdict::Enqueue;
        }
        if (backlog.data + frame.bytes > m_buffer)
        {
            return Verdict::DropFull;
        }
        m_average += m_weight * (static_cast<double>(backlog.data) - m_average);
        const double share = (m_average - m_least) / (m_most - m_least);
        if (m_random.Unit() >= share)
        {
            return Verdict::Enqueue;
        }
        return frame.ect ? Verdict::EnqueueMarked : Verdict::DropSelective;
    }

    int64_t AssignStreams(int64_t stream) override
    {
        m_random = ns3::mlt::SmallRandom(ns3::mlt::SeedFromStream(stream));
        return 1;
    }

  private:
    uint64_t m_least;
    uint64_t m_most;
    uint64_t m_buffer;
    double m_weight;
    double m_average{0}; //!< bytes
    ns3::mlt::SmallRandom m_random;
};

NS_OBJECT_ENSURE_REGISTERED(Red);

} // namespace user
