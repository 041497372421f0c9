// SPDX-License-Identifier: GPL-2.0-only
// Admission to a port, alone: 100 Gbps and a base RTT of 8 us, so a BDP of 100,000 bytes.
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-selective-drop.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3::mlt
{
namespace
{

constexpr PortParameters PORT{100000000000, 8000000};
constexpr uint64_t BDP = 100000;
constexpr uint64_t BUFFER = 1000000;
constexpr uint64_t CONTROL_BUFFER = 64000;
constexpr uint32_t BYTES = 1538;
constexpr bool ECT = true;

class SelectiveDropTest : public ::testing::Test
{
  protected:
    SelectiveDropTest()
        : m_policy(CreateObject<SelectiveDropPolicy>())
    {
        m_policy->Configure(PORT);
    }

    /** Sets an attribute and configures anew. */
    void Set(const char* attribute, const AttributeValue& value)
    {
        m_policy->SetAttribute(attribute, value);
        m_policy->Configure(PORT);
    }

    /** A frame of @p queue that would be the last of @p own waiting bytes of its queue. */
    Verdict AdmitUpTo(uint8_t queue, bool ect, uint64_t own) const
    {
        return m_policy->Admit({BYTES, queue, ect}, {own - BYTES, own - BYTES, 0});
    }

    /** A frame of queue 3, whose queue is empty, with so many data bytes waiting in others. */
    Verdict AdmitBeside(bool ect, uint64_t data) const
    {
        return m_policy->Admit({BYTES, 3, ect}, {0, data, 0});
    }

    Ptr<SelectiveDropPolicy> m_policy;
};

TEST_F(SelectiveDropTest, DropThresholdsRiseFromHalfABdpToOne)
{
    EXPECT_NEAR(static_cast<double>(m_policy->DropThreshold(1)), BDP / 2.0, 1);
    EXPECT_NEAR(static_cast<double>(m_policy->DropThreshold(4)), BDP * 0.75, 1);
    EXPECT_NEAR(static_cast<double>(m_policy->DropThreshold(7)), BDP, 1);
    for (uint8_t queue = 2; queue <= 7; ++queue)
    {
        EXPECT_NEAR(static_cast<double>(m_policy->DropThreshold(queue) -
                                        m_policy->DropThreshold(queue - 1)),
                    BDP / 12.0,
                    1)
            << "queue " << int{queue};
    }
}

TEST_F(SelectiveDropTest, DroppableFramesAreDroppedAboveTheThresholdOfTheirQueue)
{
    for (uint8_t queue = 1; queue <= 7; ++queue)
    {
        const uint64_t threshold = m_policy->DropThreshold(queue);
        EXPECT_EQ(AdmitUpTo(queue, !ECT, threshold), Verdict::Enqueue);
        EXPECT_EQ(AdmitUpTo(queue, !ECT, threshold + 1), Verdict::DropSelective);
    }
    EXPECT_EQ(AdmitBeside(!ECT, BUFFER - BYTES), Verdict::Enqueue) << "only its own queue counts";
}

TEST_F(SelectiveDropTest, ProtectedFramesAreMarkedAboveOneBdp)
{
    EXPECT_NEAR(static_cast<double>(m_policy->MarkThreshold()), BDP, 1);
    for (uint8_t queue = 1; queue <= 7; ++queue)
    {
        const uint64_t threshold = m_policy->MarkThreshold();
        EXPECT_EQ(AdmitUpTo(queue, ECT, threshold), Verdict::Enqueue);
        EXPECT_EQ(AdmitUpTo(queue, ECT, threshold + 1), Verdict::EnqueueMarked);
    }
    EXPECT_EQ(AdmitBeside(ECT, BUFFER - BYTES), Verdict::Enqueue) << "only its own queue counts";
}

TEST_F(SelectiveDropTest, TheMarkThresholdIsNeverUnderASeventhOfABdp)
{
    Set("MarkBdp", DoubleValue(0.01));
    EXPECT_NEAR(static_cast<double>(m_policy->MarkThreshold()), BDP / 7.0, 1);
    Set("MarkBdp", DoubleValue(0.5));
    EXPECT_NEAR(static_cast<double>(m_policy->MarkThreshold()), BDP / 2.0, 1);
    Set("MarkThreshold", QueueSizeValue(QueueSize("5000B")));
    EXPECT_EQ(m_policy->MarkThreshold(), 5000U) << "a threshold in bytes holds as it is";
}

TEST_F(SelectiveDropTest, ThresholdsScaleWithTheRateOfThePort)
{
    const uint64_t drop = m_policy->DropThreshold(7);
    const uint64_t mark = m_policy->MarkThreshold();
    m_policy->Configure({4 * PORT.bitRate, PORT.baseRttPs});
    EXPECT_NEAR(static_cast<double>(m_policy->DropThreshold(7)), 4.0 * drop, 4);
    EXPECT_NEAR(static_cast<double>(m_policy->MarkThreshold()), 4.0 * mark, 4);
}

TEST_F(SelectiveDropTest, TheBufferIsSharedByTheDataQueues)
{
    EXPECT_EQ(m_policy->BufferBytes(), BUFFER);
    EXPECT_EQ(AdmitBeside(ECT, BUFFER - BYTES), Verdict::Enqueue);
    EXPECT_EQ(AdmitBeside(ECT, BUFFER - BYTES + 1), Verdict::DropFull);
    EXPECT_EQ(AdmitBeside(!ECT, BUFFER - BYTES + 1), Verdict::DropFull);
    EXPECT_EQ(AdmitUpTo(3, ECT, BUFFER), Verdict::EnqueueMarked);
    EXPECT_EQ(AdmitUpTo(3, ECT, BUFFER + 1), Verdict::DropFull);
    EXPECT_EQ(AdmitUpTo(3, !ECT, BUFFER + 1), Verdict::DropSelective);
}

TEST_F(SelectiveDropTest, ControlHasRoomOfItsOwnAndNothingElseConcernsIt)
{
    const auto admit = [&](bool ect, uint64_t data, uint64_t control) {
        return m_policy->Admit({84, CONTROL_QUEUE, ect}, {control, data, control});
    };
    for (bool ect : {false, true})
    {
        EXPECT_EQ(admit(ect, 2 * BUFFER, 0), Verdict::Enqueue);
        EXPECT_EQ(admit(ect, 0, CONTROL_BUFFER - 84), Verdict::Enqueue);
        EXPECT_EQ(admit(ect, 0, CONTROL_BUFFER - 83), Verdict::DropFull);
    }
    Set("PushOut", BooleanValue(true));
    EXPECT_EQ(admit(false, 0, CONTROL_BUFFER), Verdict::DropFull);
    Set("ControlBuffer", QueueSizeValue(QueueSize("100B")));
    EXPECT_EQ(admit(false, 0, 16), Verdict::Enqueue);
    EXPECT_EQ(admit(false, 0, 17), Verdict::DropFull);
    EXPECT_EQ(m_policy->Admit({BYTES, 1, ECT}, {0, BUFFER - BYTES, CONTROL_BUFFER}),
              Verdict::Enqueue)
        << "control takes no room from data";
}

TEST_F(SelectiveDropTest, PushOutAsksForRoomOnlyAtTheBuffersLimit)
{
    Set("PushOut", BooleanValue(true));
    EXPECT_EQ(AdmitBeside(!ECT, BUFFER - BYTES), Verdict::Enqueue);
    EXPECT_EQ(AdmitBeside(!ECT, BUFFER - BYTES + 1), Verdict::PushOut);
    EXPECT_EQ(AdmitBeside(ECT, BUFFER - BYTES + 1), Verdict::PushOut);
    EXPECT_EQ(AdmitUpTo(3, ECT, BUFFER + 1), Verdict::PushOutMarked);
    EXPECT_EQ(AdmitUpTo(3, !ECT, BUFFER + 1), Verdict::DropSelective);
}

TEST_F(SelectiveDropTest, WithoutSelectiveDropOnlyTheLimitDrops)
{
    Set("SelectiveDrop", BooleanValue(false));
    EXPECT_EQ(AdmitUpTo(1, !ECT, BUFFER), Verdict::Enqueue) << "and Not-ECT is never marked";
    EXPECT_EQ(AdmitUpTo(1, !ECT, BUFFER + 1), Verdict::DropFull);
    EXPECT_EQ(AdmitUpTo(1, ECT, BUFFER), Verdict::EnqueueMarked);
    Set("PushOut", BooleanValue(true));
    EXPECT_EQ(AdmitUpTo(1, !ECT, BUFFER + 1), Verdict::PushOut);
}

TEST_F(SelectiveDropTest, SizesInPacketsAreRefused)
{
    for (const std::string name : {"Buffer", "ControlBuffer", "MarkThreshold"})
    {
        try
        {
            Set(name.c_str(), QueueSizeValue(QueueSize("100p")));
            ADD_FAILURE() << name << " was accepted";
        }
        catch (const InputError& error)
        {
            EXPECT_EQ(std::string(error.what()),
                      "ns3::mlt::SelectiveDropPolicy::" + name +
                          ": got 100p, expected bytes, such as 1MB");
        }
        Set(name.c_str(), QueueSizeValue(QueueSize("100KB")));
    }
}

} // namespace
} // namespace ns3::mlt
