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
Counts(uint64_t dataFrames, uint64_t controlFrames, uint64_t trimmedFrames)
{
    constexpr uint64_t DATA_BYTES = 1538;
    constexpr uint64_t CONTROL_BYTES = 86;
    constexpr uint64_t TRIMMED_BYTES = 114;
    return {{dataFrames, dataFrames * DATA_BYTES},
            {controlFrames, controlFrames * CONTROL_BYTES},
            {trimmedFrames, trimmedFrames * TRIMMED_BYTES}};
}

/** An account that holds, with every count different: of 318 data frames 255 are trimmed. */
Conservation
Sound()
{
    Conservation account;
    account.sent = Counts(318, 126, 0);
    account.received.useful = Counts(32, 64, 128);
    account.received.duplicate = Counts(16, 32, 64);
    account.received.late = Counts(8, 16, 32);
    account.received.stale = Counts(4, 8, 16);
    account.dropped = Counts(2, 4, 8);
    account.inFlight = Counts(1, 2, 7);
    account.trimmed.whole = {255, 255 * 1538};
    account.trimmed.headers = {255, 255 * 114};
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
    EXPECT_EQ(sum.trimmed.frames, 255U);
    EXPECT_EQ(sum.trimmed.bytes, 255U * 114);
}

TEST(ConservationTest, GivesTheCountsOfAViolation)
{
    Conservation account = Sound();
    account.received.useful.data.frames -= 1;
    account.received.useful.data.bytes -= 1538;
    EXPECT_EQ(account.Violation(),
              "data not conserved: 318 frames (489084 bytes) sent, but 317 frames (487546 bytes) "
              "received, dropped or in flight; this is a bug of the simulator or of a plugin");
}

TEST(ConservationTest, GivesBothWhereDataAndControlAreViolated)
{
    Conservation account = Sound();
    account.sent.data.frames += 1;
    account.sent.control.bytes += 1;
    EXPECT_EQ(account.Violation(),
              "data not conserved: 319 frames (489084 bytes) sent, but 318 frames (489084 bytes) "
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

TEST(ConservationTest, SeesHeadersOfTrimmedDataThatAreLostAndBytesThatWereNotCut)
{
    for (const auto& [name, place] : Places())
    {
        if (std::string(name) == "sent")
        {
            continue; // hosts send no trimmed data
        }
        SCOPED_TRACE(name);
        Conservation account = Sound();
        --place(account).trimmed.frames;
        EXPECT_TRUE(StartsWith(account.Violation(), "headers of trimmed data not conserved: "));
        account = Sound();
        ++place(account).trimmed.bytes;
        EXPECT_TRUE(StartsWith(account.Violation(), "headers of trimmed data not conserved: "));
    }
    Conservation account = Sound();
    --account.trimmed.whole.bytes;
    EXPECT_TRUE(StartsWith(account.Violation(), "data not conserved: "));
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
