// SPDX-License-Identifier: GPL-2.0-only
// Small counters that are carried over to large ones, against large ones alone.
#include "support/mlt-test-protocol.h"

#include "ns3/mlt-class-tally.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

/** Counts twice. */
class CheckedTally
{
  public:
    void Add(TestType type, uint8_t queue, bool ect, uint16_t bytes)
    {
        Frame frame{};
        TestProtocol::Get().Label(frame, type, TestEnd::First);
        frame.queue = queue;
        frame.ect = ect;
        frame.wireBytes = bytes;
        m_tally.Add(frame);
        m_byClass[queue][ect].Add(frame);
        m_byKind.Add(frame);
    }

    void Check() const
    {
        ASSERT_EQ(m_tally.ByClass(), m_byClass);
        ASSERT_EQ(m_tally.ByKind().data, m_byKind.data);
        ASSERT_EQ(m_tally.ByKind().control, m_byKind.control);
    }

    uint64_t Bytes() const
    {
        return m_byKind.data.bytes + m_byKind.control.bytes;
    }

  private:
    ClassTally m_tally;
    ClassCounts m_byClass{};
    FrameCounts m_byKind;
};

TEST(ClassTallyTest, CountsByClassAndKind)
{
    CheckedTally tally;
    SmallRandom random(1);
    for (uint32_t i = 0; i < 20000; ++i)
    {
        tally.Add(random.Below(2) ? TestType::Control : TestType::Data,
                  static_cast<uint8_t>(random.Below(QUEUES)),
                  random.Below(2) == 1,
                  static_cast<uint16_t>(1 + random.Below(65535)));
    }
    tally.Check();
}

TEST(ClassTallyTest, CarriesBeforeASmallCounterOverflows)
{
    CheckedTally tally;
    tally.Add(TestType::Control, 3, true, 86); // the same class, control
    tally.Add(TestType::Data, 3, false, 999);
    while (tally.Bytes() < uint64_t{5} << 30) // two carries
    {
        for (uint32_t i = 0; i < 97; ++i)
        {
            tally.Add(TestType::Data, 3, true, 9216);
        }
        tally.Check();
        if (testing::Test::HasFatalFailure())
        {
            return;
        }
    }
}

} // namespace
} // namespace ns3::mlt
