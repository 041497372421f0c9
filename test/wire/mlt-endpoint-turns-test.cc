// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-test-protocol.h"

#include "ns3/mlt-endpoint-turns.h"
#include "ns3/mlt-frame-pool.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** Gives its frames in order, from an instant on. */
class Supply : public FrameEndpoint
{
  public:
    Frame* Pull(int64_t nowPs) override
    {
        ++asked;
        if (frames.empty() || nowPs < fromPs)
        {
            return nullptr;
        }
        Frame* frame = frames.front();
        frames.pop_front();
        return frame;
    }

    int64_t NextPullPs(int64_t nowPs) override
    {
        return frames.empty() ? NEVER_PS : std::max(nowPs, fromPs);
    }

    void Receive(Frame*, int64_t) override
    {
    }

    void SetPaused(ClassSet classes) override
    {
        paused = classes;
    }

    bool IsPulled() const override
    {
        return isPulled;
    }

    bool isPulled{true};

    std::deque<Frame*> frames;
    ClassSet paused;
    int64_t fromPs{0};
    uint32_t asked{0};
};

class EndpointTurnsTest : public ::testing::Test
{
  protected:
    Frame* MakeFrame(uint16_t bytes, TestType type = TestType::Data)
    {
        Frame* frame = m_pool.Allocate();
        frame->wireBytes = bytes;
        TestProtocol::Get().Label(*frame, type, TestEnd::First);
        return frame;
    }

    void Attach(TestEnd end, FrameEndpoint& endpoint)
    {
        m_turns.Attach(TestProtocol::Get(), static_cast<uint8_t>(end), endpoint);
    }

    /** The sizes of all frames that come now. */
    std::vector<uint16_t> Drain(int64_t nowPs)
    {
        std::vector<uint16_t> sizes;
        while (Frame* frame = m_turns.Next(nowPs))
        {
            sizes.push_back(frame->wireBytes);
            m_pool.Free(frame);
        }
        return sizes;
    }

    FramePool m_pool;
    EndpointTurns m_turns;
    Supply m_first;
    Supply m_second;
};

TEST_F(EndpointTurnsTest, ReadyFramesGoFirstThenEndpointsInTurns)
{
    Attach(TestEnd::First, m_first);
    Attach(TestEnd::Second, m_second);
    for (uint16_t i = 0; i < 3; ++i)
    {
        m_first.frames.push_back(MakeFrame(100 + i));
    }
    m_second.frames.push_back(MakeFrame(200));
    m_turns.Push(MakeFrame(1, TestType::Control));
    m_turns.Push(MakeFrame(2, TestType::Control));
    EXPECT_EQ(m_turns.Ready().control.frames, 2U);
    EXPECT_EQ(m_turns.Ready().control.bytes, 3U);
    EXPECT_EQ(m_turns.Ready().data.frames, 0U);
    EXPECT_EQ(Drain(0), (std::vector<uint16_t>{1, 2, 100, 200, 101, 102}));
    EXPECT_EQ(m_turns.Ready().control.frames, 0U);
    m_turns.Push(MakeFrame(3));
    EXPECT_EQ(Drain(0), std::vector<uint16_t>{3}) << "the list is whole after it was empty";
}

TEST_F(EndpointTurnsTest, ReadyFramesOfPausedClassesStayAndKeepTheirOrder)
{
    for (uint16_t i = 0; i < 6; ++i)
    {
        Frame* frame = MakeFrame(100 + i);
        frame->queue = static_cast<uint8_t>(i % 3);
        m_turns.Push(frame);
    }
    m_turns.SetPaused(ClassSet::Of(0) | ClassSet::Of(2));
    EXPECT_EQ(m_turns.NextPs(7), 7);
    EXPECT_EQ(Drain(7), (std::vector<uint16_t>{101, 104}));
    EXPECT_EQ(m_turns.NextPs(7), NEVER_PS);
    EXPECT_EQ(m_turns.Ready().data.frames, 4U);
    m_turns.SetPaused(ClassSet::Of(0));
    m_turns.Push(MakeFrame(200)); // class 0
    EXPECT_EQ(Drain(7), (std::vector<uint16_t>{102, 105}));
    m_turns.SetPaused({});
    EXPECT_EQ(Drain(7), (std::vector<uint16_t>{100, 103, 200}));
    m_turns.Push(MakeFrame(1));
    EXPECT_EQ(Drain(7), std::vector<uint16_t>{1}) << "the list is whole";
}

TEST_F(EndpointTurnsTest, AFrameOfAPausedClassIsKeptAndItsEndpointNotAskedMeanwhile)
{
    Attach(TestEnd::First, m_first);
    Attach(TestEnd::Second, m_second);
    for (uint16_t i = 0; i < 2; ++i)
    {
        m_first.frames.push_back(MakeFrame(100 + i));
        m_first.frames.back()->queue = 4;
        m_second.frames.push_back(MakeFrame(200 + i));
        m_second.frames.back()->queue = 5;
    }
    m_turns.SetPaused(ClassSet::Of(4));
    EXPECT_EQ(Drain(0), (std::vector<uint16_t>{200, 201}));
    EXPECT_EQ(m_first.asked, 1U);
    EXPECT_EQ(m_turns.NextPs(3), NEVER_PS) << "until the pause ends";
    EXPECT_EQ(m_turns.Ready().data.bytes, 100U);
    m_turns.SetPaused({});
    EXPECT_EQ(m_turns.NextPs(3), 3);
    EXPECT_EQ(Drain(3), (std::vector<uint16_t>{100, 101}));
}

TEST_F(EndpointTurnsTest, AnEndpointIsToldOfPausesAlsoOfThoseBeforeItCame)
{
    m_turns.SetPaused(ClassSet::Of(6));
    Attach(TestEnd::First, m_first);
    EXPECT_EQ(m_first.paused, ClassSet::Of(6));
    m_turns.SetPaused(ClassSet::Of(1));
    EXPECT_EQ(m_first.paused, ClassSet::Of(1));
}

TEST_F(EndpointTurnsTest, AnEndpointThatIsNotPulledIsNeverAsked)
{
    m_first.isPulled = false;
    m_first.frames.push_back(MakeFrame(84));
    Attach(TestEnd::First, m_first);
    EXPECT_EQ(m_turns.At(*m_first.frames.front()), &m_first) << "it receives";
    EXPECT_EQ(m_turns.Next(0), nullptr);
    EXPECT_EQ(m_turns.NextPs(0), NEVER_PS);
    EXPECT_EQ(m_first.asked, 0U);
}

TEST_F(EndpointTurnsTest, AnEndpointOfTwoEndsIsAskedOnce)
{
    Attach(TestEnd::First, m_first);
    Attach(TestEnd::Second, m_first);
    EXPECT_EQ(m_turns.Next(0), nullptr);
    EXPECT_EQ(m_first.asked, 1U);
    Frame* frame = MakeFrame(84);
    EXPECT_EQ(m_turns.At(*frame), &m_first);
    frame->end = static_cast<uint8_t>(TestEnd::Second);
    EXPECT_EQ(m_turns.At(*frame), &m_first);
    frame->protocol = 0;
    EXPECT_EQ(m_turns.At(*frame), nullptr) << "of no protocol";
    m_pool.Free(frame);
}

TEST_F(EndpointTurnsTest, TellsWhenToAskAgain)
{
    EXPECT_EQ(m_turns.NextPs(5), NEVER_PS);
    Attach(TestEnd::First, m_first);
    Attach(TestEnd::Second, m_second);
    EXPECT_EQ(m_turns.NextPs(5), NEVER_PS);
    m_first.frames.push_back(MakeFrame(1));
    m_first.fromPs = 100;
    m_second.frames.push_back(MakeFrame(2));
    m_second.fromPs = 50;
    EXPECT_EQ(m_turns.NextPs(5), 50);
    EXPECT_TRUE(Drain(49).empty());
    EXPECT_EQ(Drain(50), std::vector<uint16_t>{2});
    EXPECT_EQ(m_turns.NextPs(50), 100);
    m_turns.Push(MakeFrame(3));
    EXPECT_EQ(m_turns.NextPs(51), 51) << "a ready frame can go at once";
}

} // namespace
} // namespace ns3::mlt
