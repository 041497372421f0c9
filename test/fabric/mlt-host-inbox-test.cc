// SPDX-License-Identifier: GPL-2.0-only
// A host's inbox: by when it must be handled, alone and against the simplest model.
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-host-inbox.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PEERS = 4;
constexpr int64_t LATENESS_PS = 1000;
constexpr int64_t LATENESS = LATENESS_PS * TICKS_PER_PS;
constexpr uint64_t MOST_BYTES = 10000;
constexpr uint8_t PATIENT = 14;   // 2^14 is more than MOST_BYTES
constexpr uint8_t IMPATIENT = 13; // 2^13 is not

class HostInboxTest : public ::testing::Test
{
  protected:
    HostInboxTest()
        : m_inbox(PEERS, [this] { ++m_expected; })
    {
        m_inbox.SetPatience(LATENESS_PS, MOST_BYTES);
    }

    Frame* NewFrame(uint8_t patience, uint16_t payload = 100, uint32_t source = 1)
    {
        Frame* frame = m_pool.Allocate();
        frame->kind = payload > 0 ? FrameKind::Data : FrameKind::Feedback;
        frame->patience = patience;
        frame->payload = payload;
        frame->wireBytes = static_cast<uint16_t>(payload + 84);
        frame->source = source;
        return frame;
    }

    void Add(int64_t tick, uint8_t patience, uint16_t payload = 100, uint32_t source = 1)
    {
        m_inbox.Add(NewFrame(patience, payload, source), tick);
    }

    /** Takes so many, and settles. @return when they arrived. */
    std::vector<int64_t> Take(size_t count)
    {
        std::vector<int64_t> ticks;
        for (size_t i = 0; i < count; ++i)
        {
            const auto arrival = m_inbox.Take();
            ticks.push_back(arrival.tick);
            m_pool.Free(arrival.frame);
        }
        m_inbox.Settle();
        return ticks;
    }

    FramePool m_pool;
    uint32_t m_expected{0}; //!< so often it became due earlier
    HostInbox m_inbox;
};

TEST_F(HostInboxTest, IsEmptyAtFirst)
{
    EXPECT_EQ(m_inbox.NextTick(), NEVER_TICK);
    EXPECT_EQ(m_inbox.DueTick(), NEVER_TICK);
    EXPECT_EQ(m_inbox.Peek(0), nullptr);
    EXPECT_EQ(m_inbox.Count().data.frames, 0U);
    m_inbox.PrefetchArrivals();
    m_inbox.PrefetchFrames();
    m_inbox.Settle();
    EXPECT_EQ(m_inbox.DueTick(), NEVER_TICK);
    EXPECT_EQ(m_expected, 0U);
}

TEST_F(HostInboxTest, IsDueALatenessAfterTheFirstPatientFrame)
{
    Add(500, PATIENT);
    Add(700, PATIENT);
    EXPECT_EQ(m_inbox.NextTick(), 500);
    EXPECT_EQ(m_inbox.DueTick(), 500 + LATENESS);
    EXPECT_EQ(m_expected, 1U) << "once: the second one changes nothing";
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 700 + LATENESS);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), NEVER_TICK);
    Add(900, PATIENT);
    EXPECT_EQ(m_inbox.DueTick(), 900 + LATENESS);
    EXPECT_EQ(m_expected, 2U);
}

TEST_F(HostInboxTest, IsDueWithAnImpatientFrame)
{
    Add(500, PATIENT);
    Add(700, IMPATIENT);
    Add(800, IMPATIENT);
    EXPECT_EQ(m_inbox.DueTick(), 700) << "with all before it";
    EXPECT_EQ(m_expected, 2U);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 700);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 800);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), NEVER_TICK);
}

TEST_F(HostInboxTest, AnImpatientFrameThatComesMuchLaterChangesNothing)
{
    Add(500, PATIENT);
    Add(501 + LATENESS, IMPATIENT);
    EXPECT_EQ(m_inbox.DueTick(), 500 + LATENESS);
    EXPECT_EQ(m_expected, 1U);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 501 + LATENESS);
}

TEST_F(HostInboxTest, PatienceIsPowersOfTwoBytes)
{
    m_inbox.SetPatience(LATENESS_PS, 1 << 13);
    Add(1, 13);
    EXPECT_EQ(m_inbox.DueTick(), 1) << "no more than may be late";
    Take(1);
    m_inbox.SetPatience(LATENESS_PS, (1 << 13) - 1);
    Add(2, 13);
    EXPECT_EQ(m_inbox.DueTick(), 2 + LATENESS);
    Add(3, MOST_PATIENCE);
    Add(4, 0);
    EXPECT_EQ(m_inbox.DueTick(), 4);
}

TEST_F(HostInboxTest, NoMoreThanSoManyBytesWait)
{
    Add(10, PATIENT, MOST_BYTES - 1);
    Add(20, PATIENT, 0);
    Add(30, PATIENT, 1);
    EXPECT_EQ(m_inbox.DueTick(), 10 + LATENESS) << "just so many";
    Add(40, PATIENT, 1);
    Add(50, PATIENT, 0);
    EXPECT_EQ(m_inbox.DueTick(), 40) << "the first that is too much";
    Take(4);
    EXPECT_EQ(m_inbox.DueTick(), 50) << "what was judged prompt stays so";
    Take(1);
    Add(60, PATIENT, MOST_BYTES);
    EXPECT_EQ(m_inbox.DueTick(), 60 + LATENESS) << "what was taken counts no more";
}

TEST_F(HostInboxTest, FramesOfAPeerMustBePunctual)
{
    m_inbox.BePunctual(2, true);
    m_inbox.Settle();
    Add(10, PATIENT, 100, 1);
    EXPECT_EQ(m_inbox.DueTick(), 10 + LATENESS);
    Add(20, PATIENT, 100, 3);
    Add(30, PATIENT, 100, 2);
    EXPECT_EQ(m_inbox.DueTick(), 30);
    Take(3);
    m_inbox.BePunctual(2, false);
    m_inbox.Settle();
    Add(40, PATIENT, 100, 2);
    EXPECT_EQ(m_inbox.DueTick(), 40 + LATENESS);
}

TEST_F(HostInboxTest, PunctualityIsCounted)
{
    m_inbox.BePunctual(2, true);
    m_inbox.BePunctual(2, true);
    m_inbox.BePunctual(1, true);
    m_inbox.BePunctual(2, false);
    m_inbox.BePunctual(1, false);
    Add(10, PATIENT, 100, 1);
    EXPECT_EQ(m_inbox.DueTick(), 10 + LATENESS);
    Add(20, PATIENT, 100, 2);
    EXPECT_EQ(m_inbox.DueTick(), 20) << "asked for twice, given back once";
}

TEST_F(HostInboxTest, PunctualityIsForFramesOnTheirWay)
{
    Add(10, PATIENT, 100, 1);
    Add(20, PATIENT, 100, 2);
    Add(30, PATIENT, 100, 1);
    Add(40, PATIENT, 100, 2);
    m_inbox.BePunctual(2, true);
    EXPECT_EQ(m_inbox.DueTick(), 10 + LATENESS) << "not yet: frames may be being handled";
    m_inbox.Settle();
    EXPECT_EQ(m_inbox.DueTick(), 20);
    Take(2);
    EXPECT_EQ(m_inbox.DueTick(), 40);
    m_inbox.BePunctual(2, false);
    m_inbox.Settle();
    EXPECT_LE(m_inbox.DueTick(), 40) << "no later than it was";
}

TEST_F(HostInboxTest, JudgesByWhatIsLeftWhenItJudgesAnew)
{
    Add(10, PATIENT, MOST_BYTES, 1);
    Add(20, PATIENT, 5000, 1);
    Add(30, PATIENT, 5000, 1);
    Add(40, PATIENT, 1, 1);
    EXPECT_EQ(m_inbox.DueTick(), 20);
    m_inbox.BePunctual(3, true);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 40) << "10000 of the rest may wait";
}

TEST_F(HostInboxTest, WithoutPatienceEachFrameIsDueAtItsTick)
{
    Add(10, PATIENT);
    Add(20, IMPATIENT);
    Add(30, PATIENT);
    m_inbox.SetPatience(0, MOST_BYTES);
    EXPECT_EQ(m_inbox.DueTick(), 10);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 20);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 30);
    Add(40, PATIENT);
    EXPECT_EQ(m_inbox.DueTick(), 30);
    Take(1);
    EXPECT_EQ(m_inbox.DueTick(), 40);
}

TEST_F(HostInboxTest, GivesFramesInOrderAndTellsWhatIsNext)
{
    constexpr size_t FRAMES = 1000;
    std::deque<const Frame*> frames;
    int64_t tick = 0;
    for (size_t i = 0; i < FRAMES; ++i)
    {
        Frame* frame = NewFrame(PATIENT, static_cast<uint16_t>(i % 3));
        m_inbox.Add(frame, ++tick);
        frames.push_back(frame);
    }
    for (size_t i = 0; i < FRAMES; ++i)
    {
        ASSERT_EQ(m_inbox.NextTick(), static_cast<int64_t>(i) + 1);
        ASSERT_EQ(m_inbox.Peek(0), frames.front());
        ASSERT_EQ(m_inbox.Peek(1), frames.size() > 1 ? frames[1] : nullptr);
        ASSERT_EQ(m_inbox.Peek(70), frames.size() > 70 ? frames[70] : nullptr);
        m_inbox.Prefetch(0);
        m_inbox.Prefetch(FRAMES); // beyond the last
        const auto arrival = m_inbox.Take();
        ASSERT_EQ(arrival.frame, frames.front());
        ASSERT_EQ(arrival.tick, static_cast<int64_t>(i) + 1);
        m_pool.Free(arrival.frame);
        frames.pop_front();
        if (i % 7 == 0)
        {
            m_inbox.Settle(); // which drops what was taken, now and then
            m_inbox.Add(NewFrame(PATIENT), ++tick);
            frames.push_back(m_inbox.Peek(frames.size()));
        }
    }
    EXPECT_EQ(m_inbox.NextTick(), static_cast<int64_t>(FRAMES) + 1);
}

TEST_F(HostInboxTest, CountsWhatIsOnItsWay)
{
    Add(1, PATIENT, 1000);
    Add(2, PATIENT, 0);
    Add(3, PATIENT, 500);
    EXPECT_EQ(m_inbox.Count().data, (FrameCount{2, 1668}));
    EXPECT_EQ(m_inbox.Count().control, (FrameCount{1, 84}));
    Take(2);
    EXPECT_EQ(m_inbox.Count().data, (FrameCount{1, 584}));
    EXPECT_EQ(m_inbox.Count().control, (FrameCount{}));
}

/** The rules as they are told, with all of it looked at each time. */
class NaiveInbox
{
  public:
    struct Entry
    {
        int64_t tick;
        Frame* frame;
        bool prompt;
    };

    void SetPatience(int64_t lateness, uint64_t mostBytes)
    {
        m_lateness = lateness;
        m_mostBytes = mostBytes;
        Judge();
    }

    void BePunctual(uint32_t peer, bool wanted)
    {
        m_asked[peer] += wanted ? 1 : -1;
        m_mustJudge = m_mustJudge || wanted;
    }

    void Add(Frame* frame, int64_t tick)
    {
        entries.push_back({tick, frame, false});
        entries.back().prompt = IsPrompt(entries.size() - 1);
    }

    void Settle()
    {
        if (m_mustJudge)
        {
            Judge();
        }
    }

    int64_t DueTick() const
    {
        int64_t due = NEVER_TICK;
        for (const auto& entry : entries)
        {
            due = std::min(due, entry.prompt ? entry.tick : entry.tick + m_lateness);
        }
        return due;
    }

    FrameCounts Count() const
    {
        FrameCounts counts;
        for (const auto& entry : entries)
        {
            counts.Add(*entry.frame);
        }
        return counts;
    }

    bool IsAsked(uint32_t peer) const
    {
        return m_asked[peer] > 0;
    }

    std::deque<Entry> entries;

  private:
    bool IsPrompt(size_t index) const
    {
        uint64_t bytes = 0;
        for (size_t i = 0; i <= index; ++i)
        {
            bytes += entries[i].frame->payload;
        }
        const Frame& frame = *entries[index].frame;
        uint64_t promised = 1;
        for (uint8_t i = 0; i < frame.patience; ++i)
        {
            promised *= 2;
        }
        return promised <= m_mostBytes || bytes > m_mostBytes || IsAsked(frame.source);
    }

    void Judge()
    {
        m_mustJudge = false;
        for (size_t i = 0; i < entries.size(); ++i)
        {
            entries[i].prompt = IsPrompt(i);
        }
    }

    int64_t m_lateness{0};
    uint64_t m_mostBytes{0};
    std::vector<int> m_asked = std::vector<int>(PEERS, 0);
    bool m_mustJudge{false};
};

TEST_F(HostInboxTest, IsDueWhenTheSimplestModelIs)
{
    uint64_t patientDue = 0;
    uint64_t promptDue = 0;
    size_t most = 0;
    for (uint32_t seed = 1; seed <= 100; ++seed)
    {
        SmallRandom random(seed);
        NaiveInbox naive;
        HostInbox inbox(PEERS, [this] { ++m_expected; });
        const auto setPatience = [&](int64_t latenessPs) {
            const uint64_t mostBytes = 1 + random.Below(20000);
            inbox.SetPatience(latenessPs, mostBytes);
            naive.SetPatience(latenessPs * TICKS_PER_PS, mostBytes);
        };
        setPatience(LATENESS_PS);
        int64_t tick = 0;
        const uint32_t fill = 1 + random.Below(6); // how many come for one that is taken
        for (uint32_t step = 0; step < 800; ++step)
        {
            const uint32_t what = random.Below(10);
            if (what < 6)
            {
                tick += 1 + random.Below(LATENESS / 8);
                const auto payload =
                    static_cast<uint16_t>(random.Below(4) ? random.Below(1500) : 0);
                Frame* frame = NewFrame(static_cast<uint8_t>(10 + random.Below(54)),
                                        payload,
                                        random.Below(PEERS));
                const uint32_t before = m_expected;
                const int64_t dueBefore = inbox.DueTick();
                inbox.Add(frame, tick);
                naive.Add(frame, tick);
                ASSERT_EQ(m_expected - before, inbox.DueTick() < dueBefore ? 1U : 0U);
            }
            else if (what < 8)
            {
                // all that is due, as a host does, or some
                const size_t some = 1 + random.Below(2 * fill);
                const int64_t due = inbox.DueTick();
                for (size_t i = 0; i < some || inbox.NextTick() <= due; ++i)
                {
                    if (naive.entries.empty() || (i >= some && random.Below(3) == 0))
                    {
                        break;
                    }
                    const auto arrival = inbox.Take();
                    ASSERT_EQ(arrival.tick, naive.entries.front().tick);
                    ASSERT_EQ(arrival.frame, naive.entries.front().frame);
                    naive.entries.pop_front();
                    m_pool.Free(arrival.frame);
                    if (random.Below(8) == 0) // in the midst of it
                    {
                        const uint32_t peer = random.Below(PEERS);
                        const bool wanted = !naive.IsAsked(peer);
                        inbox.BePunctual(peer, wanted);
                        naive.BePunctual(peer, wanted);
                    }
                }
                inbox.Settle();
                naive.Settle();
            }
            else if (what == 8)
            {
                const uint32_t peer = random.Below(PEERS);
                const bool wanted = !naive.IsAsked(peer) || random.Below(4) == 0;
                inbox.BePunctual(peer, wanted);
                naive.BePunctual(peer, wanted);
                inbox.Settle();
                naive.Settle();
            }
            else if (random.Below(20) == 0)
            {
                setPatience(random.Below(3) ? LATENESS_PS : 0);
            }
            ASSERT_EQ(inbox.DueTick(), naive.DueTick()) << "seed " << seed << ", step " << step;
            ASSERT_EQ(inbox.NextTick(),
                      naive.entries.empty() ? NEVER_TICK : naive.entries.front().tick);
            ASSERT_EQ(inbox.Count().data, naive.Count().data);
            ASSERT_EQ(inbox.Count().control, naive.Count().control);
            most = std::max(most, naive.entries.size());
            if (inbox.DueTick() != NEVER_TICK)
            {
                ++(inbox.DueTick() == inbox.NextTick() + LATENESS ? patientDue : promptDue);
            }
        }
        for (const auto& entry : naive.entries)
        {
            m_pool.Free(entry.frame);
        }
    }
    EXPECT_GT(patientDue, 2000U);
    EXPECT_GT(promptDue, 20000U);
    EXPECT_GT(most, 150U);
}

} // namespace
} // namespace ns3::mlt
