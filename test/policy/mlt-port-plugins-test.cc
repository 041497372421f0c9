// SPDX-License-Identifier: GPL-2.0-only
// What the plugins of test/plugin decide, by hand: as any class, without a network.
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-port-queue.h"
#include "ns3/object-factory.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** An object of a type in a library of test/plugin. */
template <typename T>
Ptr<T>
MakePlugin(const std::string& library, const std::string& type)
{
    const std::string path = std::string(MLT_PLUGINS) + "/libmlt-" + library + "-plugin.so";
    EXPECT_NE(dlopen(path.c_str(), RTLD_NOW | RTLD_NODELETE), nullptr) << dlerror();
    ObjectFactory factory;
    factory.SetTypeId(type);
    return factory.Create<T>();
}

/** A port that can trim, and notes its drops. */
struct TrimmingPort
{
    void Mark(QueuedFrame& frame, int64_t)
    {
        frame.ce = true;
    }

    bool Trim(QueuedFrame& frame, int64_t)
    {
        frame.wireBytes = 84;
        frame.payload = 0;
        return true;
    }

    void Drop(QueuedFrame& frame, DropReason, int64_t)
    {
        dropped.push_back(frame.source);
    }

    std::vector<uint32_t> dropped;
};

TEST(TrimmingPluginTest, TrimsForWantOfRoomAndServesTenHeadersForADataFrame)
{
    const auto discipline = MakePlugin<QueueDiscipline>("trimming", "user::Trimming");
    PortQueue queue(discipline);
    TrimmingPort port;
    constexpr uint16_t WHOLE = 8; // as many full frames may wait
    std::vector<QueuedFrame> frames(WHOLE + 25);
    for (uint16_t i = 0; i < frames.size(); ++i)
    {
        frames[i].source = i;
        frames[i].queue = 1;
        frames[i].wireBytes = 1538;
        frames[i].payload = 1400;
        EXPECT_TRUE(queue.Offer(frames[i], 0, port));
        EXPECT_EQ(frames[i].payload == 0, i >= WHOLE) << i;
    }
    EXPECT_EQ(queue.Occupancy().Bytes(), WHOLE * 1538U + 25 * 84);
    std::string order;
    while (const QueuedFrame* frame = queue.Dequeue({}, 0))
    {
        order += frame->payload > 0 ? 'D' : 'h';
    }
    EXPECT_EQ(order, "hhhhhhhhhhDhhhhhhhhhhDhhhhhDDDDDD");
    EXPECT_TRUE(port.dropped.empty());
}

TEST(TrimmingPluginTest, APausedClassStays)
{
    const auto discipline = MakePlugin<QueueDiscipline>("trimming", "user::Trimming");
    PortQueue queue(discipline);
    TrimmingPort port;
    std::vector<QueuedFrame> frames(4);
    for (uint16_t i = 0; i < 4; ++i)
    {
        frames[i].source = i;
        frames[i].queue = static_cast<uint8_t>(1 + i % 2);
        frames[i].wireBytes = 1538;
        frames[i].payload = 1400;
        queue.Offer(frames[i], 0, port);
    }
    EXPECT_EQ(queue.Dequeue(ClassSet::Of(1), 0)->source, 1);
    EXPECT_EQ(queue.Dequeue(ClassSet::Of(1), 0)->source, 3);
    EXPECT_EQ(queue.Dequeue(ClassSet::Of(1), 0), nullptr);
    EXPECT_EQ(queue.Dequeue({}, 0)->source, 0);
}

TEST(RedPluginTest, DecidesByAnAverageThatFollowsTheBacklog)
{
    const auto red = MakePlugin<DropPolicy>("red", "user::Red");
    EXPECT_TRUE(red->JudgesEveryFrame());
    EXPECT_FALSE(red->IsPure());
    red->AssignStreams(1);
    const auto share = [&red](uint64_t backlog, bool ect, uint32_t frames) {
        uint32_t enqueued = 0;
        for (uint32_t i = 0; i < frames; ++i)
        {
            const Verdict verdict = red->Admit({1538, 1, ect}, {backlog, backlog, 0});
            EXPECT_TRUE(verdict == Verdict::Enqueue ||
                        verdict == (ect ? Verdict::EnqueueMarked : Verdict::DropSelective));
            enqueued += verdict == Verdict::Enqueue;
        }
        return 1 - static_cast<double>(enqueued) / frames;
    };
    EXPECT_EQ(share(100000, true, 8), 0) << "the average is far below the backlog";
    EXPECT_GT(share(100000, true, 1000), 0.9);
    EXPECT_EQ(share(100000, false, 10), 1) << "what is not ECT is dropped";
    share(30000, true, 1000); // settles the average halfway between the thresholds
    EXPECT_NEAR(share(30000, true, 20000), 0.5, 0.02);
    share(0, true, 1000);
    EXPECT_EQ(share(0, true, 1000), 0);
}

/** Queues of a test's choice. */
class FixedQueues : public PathQueues
{
  public:
    explicit FixedQueues(std::vector<uint64_t> bytes)
        : m_bytes(std::move(bytes))
    {
    }

    uint64_t QueuedBytes(uint32_t path) const override
    {
        return m_bytes.at(path);
    }

  private:
    std::vector<uint64_t> m_bytes;
};

TEST(DrillPluginTest, KeepsTheBestUntilItFindsABetterOne)
{
    const auto drill = MakePlugin<PathChooser>("drill", "user::Drill");
    drill->AssignStreams(1);
    EXPECT_FALSE(drill->DependsOnRequestsAlone());
    const auto choose = [&drill](const FixedQueues& queues) {
        return drill->Choose({0, 1, 0, 0, 4, 1, 0, 0, &queues});
    };
    const FixedQueues queues({900, 700, 100, 800});
    uint64_t last = 900;
    for (int i = 0; i < 50; ++i)
    {
        const uint64_t chosen = queues.QueuedBytes(choose(queues));
        EXPECT_LE(chosen, last) << "never worse than the last";
        last = chosen;
    }
    EXPECT_EQ(last, 100U) << "two samples of four, fifty times";
    EXPECT_EQ(choose(FixedQueues({100, 100, 100, 100})), 2U) << "an equal one is no better";
}

} // namespace
} // namespace ns3::mlt
