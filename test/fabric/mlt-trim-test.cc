// SPDX-License-Identifier: GPL-2.0-only
// A port that trims: the payload goes, the headers go on, and all is counted.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-frame-queue.h"
#include "ns3/mlt-queue-discipline.h"

namespace ns3::mlt
{
namespace
{

constexpr int64_t PS_PER_BYTE = 80; // at 100 Gbps
constexpr int64_t S = 1538 * PS_PER_BYTE;
constexpr int64_t FIRST = 2 * (S + PS_PER_US); // when a frame sent at 0 arrives

/** Trims all that has to wait; first in, first out. */
class TrimAll : public QueueDiscipline
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::TrimAll").SetParent<QueueDiscipline>().AddConstructor<TrimAll>();
        return tid;
    }

    void Configure(const PortParameters&, const Ptr<DropPolicy>&) override
    {
    }

    Verdict Judge(const QueuedFrame&, const PortOccupancy&, int64_t) override
    {
        return Verdict::Trim;
    }

    void Enqueue(QueuedFrame& frame) override
    {
        m_frames.Push(frame);
    }

    QueuedFrame* Dequeue(ClassSet paused, int64_t) override
    {
        return m_frames.Pop(paused);
    }

    void ForEach(const std::function<void(const QueuedFrame&)>& visit) const override
    {
        m_frames.ForEach(visit);
    }

  private:
    FrameQueue m_frames;
};

NS_OBJECT_ENSURE_REGISTERED(TrimAll);

class TrimTest : public ::testing::TestWithParam<bool>
{
  protected:
    TrimTest()
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(GetParam()));
        Config::SetDefault("ns3::mlt::Fabric::QueueDiscipline", TypeIdValue(TrimAll::GetTypeId()));
        bench = std::make_unique<FabricBench>(FabricBench::Star(6));
        bench->fabric->TraceConnectWithoutContext(
            "Trim",
            Callback<void, const PortEvent&>([this](const PortEvent& event) {
                EXPECT_EQ(event.frame->wireBytes, 1538) << "it is told of before";
                trimmed.push_back(IdOf(*event.frame));
            }));
    }

    void SendAt(int64_t ps, const TestFrame& test, uint16_t payload)
    {
        Simulator::Schedule(FromPs(ps), [this, test, payload] {
            Frame* frame = bench->Make(test);
            frame->payload = payload;
            bench->fabric->Host(test.source).Send(frame);
        });
    }

    std::unique_ptr<FabricBench> bench;
    std::vector<uint64_t> trimmed;
};

TEST_P(TrimTest, HeadersGoOnAndAllIsCounted)
{
    SendAt(0, {1, 0, 1}, 1400); // need not wait
    SendAt(1, {2, 0, 2}, 1400);
    SendAt(2, {3, 0, 3}, 1500); // less than a least frame is left
    TestFrame control{4, 0, 4, CONTROL_QUEUE};
    control.type = TestType::Control;
    SendAt(3, control, 0); // has nothing to lose
    Simulator::Run();
    using Ids = std::vector<uint64_t>;
    EXPECT_EQ(bench->Ids(), (Ids{1, 2, 3}));
    EXPECT_EQ(trimmed, (Ids{2, 3}));
    const std::vector<uint16_t> sizes{1538, 138, 84};
    int64_t dueAt = FIRST;
    for (size_t i = 0; i < sizes.size(); ++i)
    {
        dueAt += i == 0 ? 0 : sizes[i] * PS_PER_BYTE;
        EXPECT_EQ(bench->arrivals[i].frame.bytes, sizes[i]);
        EXPECT_EQ(bench->arrivals[i].atPs, dueAt);
    }
    const TrimCount count = bench->fabric->Trimmed();
    EXPECT_EQ(count.whole, (FrameCount{2, 2 * 1538}));
    EXPECT_EQ(count.headers, (FrameCount{2, 138 + 84}));
    const PortCounts& port = bench->PortNamed("leaf0-host0").Counts();
    EXPECT_EQ(port.trimmedByClass[1][1], (FrameCount{2, 2 * 1538}));
    EXPECT_EQ(port.dropped[static_cast<size_t>(DropReason::Full)][CONTROL_QUEUE][1].frames, 1U);
    // sent = received + dropped + trimmed
    EXPECT_EQ(bench->fabric->SentByHosts().data, bench->received.data + count.whole);
    EXPECT_EQ(bench->received.trimmed, count.headers);
    EXPECT_EQ(bench->fabric->Pool().InUse(), 0U);
}

INSTANTIATE_TEST_SUITE_P(WithLookAheadAndWithout, TrimTest, ::testing::Bool());

} // namespace
} // namespace ns3::mlt
