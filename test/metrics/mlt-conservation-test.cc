// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-conservation.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

FrameCounts
Counts(uint64_t dataFrames, uint64_t controlFrames)
{
    constexpr uint64_t DATA_BYTES = 1538;
    constexpr uint64_t CONTROL_BYTES = 86;
    return {{dataFrames, dataFrames * DATA_BYTES}, {controlFrames, controlFrames * CONTROL_BYTES}};
}

/** An account that holds, with every count different. */
Conservation
Sound()
{
    Conservation account;
    account.sent = Counts(63, 126);
    account.received.useful = Counts(32, 64);
    account.received.duplicate = Counts(16, 32);
    account.received.late = Counts(8, 16);
    account.received.stale = Counts(4, 8);
    account.dropped = Counts(2, 4);
    account.inFlight = Counts(1, 2);
    return account;
}

/** Every place at which frames are counted. */
std::vector<std::pair<const char*, std::function<FrameCounts&(Conservation&)>>>
Places()
{
    return {
        {"sent", [](Conservation& a) -> FrameCounts& { return a.sent; }},
        {"useful", [](Conservation& a) -> FrameCounts& { return a.received.useful; }},
        {"duplicate", [](Conservation& a) -> FrameCounts& { return a.received.duplicate; }},
        {"late", [](Conservation& a) -> FrameCounts& { return a.received.late; }},
        {"stale", [](Conservation& a) -> FrameCounts& { return a.received.stale; }},
        {"dropped", [](Conservation& a) -> FrameCounts& { return a.dropped; }},
        {"in flight", [](Conservation& a) -> FrameCounts& { return a.inFlight; }},
    };
}

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

TEST(ConservationTest, HoldsWhereAllIsAccountedFor)
{
    EXPECT_EQ(Conservation{}.Violation(), "");
    EXPECT_EQ(Sound().Violation(), "");
}

TEST(ConservationTest, SumsAllThatMayBecomeOfAFrame)
{
    const FrameCounts sum = Sound().Accounted();
    EXPECT_EQ(sum.data.frames, 63U);
    EXPECT_EQ(sum.data.bytes, 63U * 1538);
    EXPECT_EQ(sum.control.frames, 126U);
    EXPECT_EQ(sum.control.bytes, 126U * 86);
}

TEST(ConservationTest, GivesTheCountsOfAViolation)
{
    Conservation account = Sound();
    account.received.useful.data.frames -= 1;
    account.received.useful.data.bytes -= 1538;
    EXPECT_EQ(account.Violation(),
              "data not conserved: 63 frames (96894 bytes) sent, but 62 frames (95356 bytes) "
              "received, dropped or in flight; this is a bug of the simulator or of a plugin");
}

TEST(ConservationTest, GivesBothWhereDataAndControlAreViolated)
{
    Conservation account = Sound();
    account.sent.data.frames += 1;
    account.sent.control.bytes += 1;
    EXPECT_EQ(account.Violation(),
              "data not conserved: 64 frames (96894 bytes) sent, but 63 frames (96894 bytes) "
              "received, dropped or in flight; control not conserved: 126 frames (10837 bytes) "
              "sent, but 126 frames (10836 bytes) received, dropped or in flight; this is a bug "
              "of the simulator or of a plugin");
}

TEST(ConservationTest, SeesEachCountThatIsBroken)
{
    for (const auto& [name, place] : Places())
    {
        SCOPED_TRACE(name);
        Conservation account = Sound();
        ++place(account).data.frames;
        EXPECT_TRUE(StartsWith(account.Violation(), "data not conserved: "));
        account = Sound();
        --place(account).data.bytes;
        EXPECT_TRUE(StartsWith(account.Violation(), "data not conserved: "));
        account = Sound();
        --place(account).control.frames;
        EXPECT_TRUE(StartsWith(account.Violation(), "control not conserved: "));
        account = Sound();
        ++place(account).control.bytes;
        EXPECT_TRUE(StartsWith(account.Violation(), "control not conserved: "));
    }
}

TEST(ConservationTest, DataDoesNotMakeUpForControl)
{
    Conservation account = Sound();
    account.received.useful.data.frames += 1;
    account.received.useful.control.frames -= 1;
    EXPECT_NE(account.Violation(), "");
}

} // namespace
} // namespace ns3::mlt
