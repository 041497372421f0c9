// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-ip-packet-bench.h"
#include "support/mlt-test-protocol.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/udp-header.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** A protocol that is made and goes. */
class Passing final : public FrameProtocol
{
  public:
    explicit Passing(const std::string& name,
                     std::vector<FrameType> types = {{"DATA", true}},
                     uint8_t ends = 1)
        : FrameProtocol(name, std::move(types), ends)
    {
    }

    Ptr<Packet> ToIpPacket(const Frame&, int64_t) const override
    {
        return nullptr;
    }
};

/** The text of the InputError of making a protocol. */
template <typename... ARGUMENTS>
std::string
ErrorOf(ARGUMENTS... arguments)
{
    try
    {
        const Passing protocol(arguments...);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

TEST(FrameProtocolTest, NumbersAreDistinctAndGivenAgain)
{
    const Passing first("first");
    uint8_t number = 0;
    {
        const Passing second("second");
        number = second.Number();
        EXPECT_NE(first.Number(), number);
        EXPECT_GT(number, 0);
        EXPECT_LT(number, FrameProtocol::NUMBERS);
    }
    const Passing third("third");
    EXPECT_EQ(third.Number(), number) << "the one that has gone";
}

TEST(FrameProtocolTest, ANameIsTakenOnce)
{
    const Passing first("mine");
    EXPECT_EQ(ErrorOf("mine"),
              "protocol of frames 'mine' is registered already; a protocol is one object, and its "
              "name is its own: choose another one");
    EXPECT_EQ(ErrorOf("yours"), "");
}

TEST(FrameProtocolTest, SaysThatThereAreTooMany)
{
    std::vector<std::unique_ptr<Passing>> all;
    std::string error;
    for (uint32_t i = 0; i < FrameProtocol::NUMBERS && error.empty(); ++i)
    {
        const std::string name = "p" + std::to_string(i);
        error = ErrorOf(name);
        if (error.empty())
        {
            all.push_back(std::make_unique<Passing>(name));
        }
    }
    EXPECT_NE(error.find("a program has at most 15, and has "), std::string::npos) << error;
    EXPECT_NE(error.find("p0"), std::string::npos) << error;
    EXPECT_NE(error.find("; load fewer plugins"), std::string::npos) << error;
}

TEST(FrameProtocolTest, SaysWhatTypesAndEndsItMayHave)
{
    const std::string expected = "expected 1 to 32 and 1 to 2";
    EXPECT_EQ(ErrorOf("p", std::vector<FrameType>{}, uint8_t{1}),
              "protocol of frames 'p': got 0 types and 1 ends, " + expected);
    EXPECT_EQ(ErrorOf("p", std::vector<FrameType>(33, {"X", false}), uint8_t{1}),
              "protocol of frames 'p': got 33 types and 1 ends, " + expected);
    EXPECT_EQ(ErrorOf("p", std::vector<FrameType>{{"X", false}}, uint8_t{0}),
              "protocol of frames 'p': got 1 types and 0 ends, " + expected);
    EXPECT_EQ(ErrorOf("p", std::vector<FrameType>{{"X", false}}, uint8_t{3}),
              "protocol of frames 'p': got 1 types and 3 ends, " + expected);
    EXPECT_EQ(ErrorOf("p", std::vector<FrameType>(32, {"X", false}), uint8_t{2}), "");
}

TEST(FrameProtocolTest, LabelsFramesWithAllThatOthersReadOfThem)
{
    std::vector<FrameType> types(32, {"CONTROL", false});
    types[31] = {"LAST", true};
    const Passing protocol("labels", types, 2);
    FramePool pool;
    Frame* frame = pool.AllocateShort();
    for (uint32_t type : {0u, 31u})
    {
        for (uint8_t end : {0, 1})
        {
            protocol.Label(*frame, type, end);
            EXPECT_EQ(&FrameProtocol::Of(*frame), &protocol);
            EXPECT_EQ(frame->type, type);
            EXPECT_EQ(frame->end, end);
            EXPECT_EQ(frame->isData, type == 31);
        }
    }
    EXPECT_STREQ(protocol.NameOfType(31), "LAST");
    EXPECT_STREQ(protocol.NameOfType(32), "?");
    EXPECT_EQ(protocol.Opposite(0), 1);
    EXPECT_EQ(protocol.Opposite(1), 0);
    EXPECT_EQ(Passing("one end").Opposite(0), 0);
    pool.Free(frame);
}

TEST(FrameProtocolTest, TellsLossModelsOfAFrameOfWhichItKnowsNoName)
{
    const Passing some("some", {{"DATA", true}, {"CONTROL", false}}, 2);
    const Passing other("other", {{"DATA", true}, {"CONTROL", false}}, 2);
    FramePool pool;
    Frame* frame = pool.Allocate();
    frame->source = 3;
    frame->destination = 4;
    std::set<uint32_t> kinds;
    for (const Passing* protocol : {&some, &other})
    {
        for (uint8_t type : {0, 1})
        {
            for (uint8_t end : {0, 1})
            {
                protocol->Label(*frame, type, end);
                const LinkCrossing crossing = FrameProtocol::CrossingOf(*frame);
                EXPECT_EQ(crossing.source, 3U);
                EXPECT_EQ(crossing.destination, 4U);
                EXPECT_EQ(crossing.isData, type == 0);
                EXPECT_FALSE(crossing.isNamed);
                kinds.insert(crossing.kind);
            }
        }
    }
    EXPECT_EQ(kinds.size(), 8U) << "protocol, type and end are told apart";
    pool.Free(frame);
}

TEST(FrameProtocolTest, TheKindForLossModelsIsOfTheNameNotOfTheNumber)
{
    FramePool pool;
    Frame* frame = pool.Allocate();
    uint32_t kinds[2];
    uint8_t numbers[2];
    for (int i = 0; i < 2; ++i)
    {
        const auto before = i == 0 ? nullptr : std::make_unique<Passing>("before");
        const Passing protocol("name");
        protocol.Label(*frame, 0, 0);
        kinds[i] = FrameProtocol::CrossingOf(*frame).kind;
        numbers[i] = protocol.Number();
    }
    EXPECT_NE(numbers[0], numbers[1]);
    EXPECT_EQ(kinds[0], kinds[1]);
    pool.Free(frame);
}

TEST(FrameProtocolDeathTest, AFrameWithoutAProtocolSaysWhose)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    FramePool pool;
    Frame* frame = pool.Allocate();
    frame->source = 3;
    frame->destination = 4;
    EXPECT_DEATH(FrameProtocol::CrossingOf(*frame),
                 "a frame from host 3 to host 4 has no protocol: its transport did not call "
                 "FrameProtocol::Label");
    pool.Free(frame);
}

TEST(FrameProtocolDeathTest, SaysThatATypeOrAnEndIsNone)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const Passing protocol("small");
    FramePool pool;
    Frame* frame = pool.Allocate();
    const std::string text = "; it has 1 types and 1 ends, numbered from 0";
    EXPECT_DEATH(protocol.Label(*frame, 1, 0), "'small' has no type 1 or no end 0" + text);
    EXPECT_DEATH(protocol.Label(*frame, 0, 1), "'small' has no type 0 or no end 1" + text);
    pool.Free(frame);
}

TEST(UdpProtocolTest, PortsAreTheProtocolsOwnOrMovedTogether)
{
    const auto& protocol = TestProtocol::Get();
    EXPECT_EQ(protocol.PortOf(0), 50001);
    EXPECT_EQ(protocol.PortOf(1), 50000);
    EXPECT_EQ(protocol.LowestPort(), 50000);
    EXPECT_EQ(protocol.PortOf(0, 7000), 7001);
    EXPECT_EQ(protocol.PortOf(1, 7000), 7000);
    EXPECT_EQ(protocol.LowestPort(7000), 7000);
}

TEST(UdpProtocolTest, ItsIpPacketIsADatagramFromTheOtherEnd)
{
    for (const TestEnd end : {TestEnd::First, TestEnd::Second})
    {
        IpPacketBench bench;
        bench.frame->source = 3;
        bench.frame->destination = 7;
        bench.frame->queue = 2;
        bench.frame->ect = true;
        bench.frame->ce = true;
        bench.frame->payload = 100;
        bench.frame->wireBytes = bench.format.UdpBytes(100);
        TestProtocol::Get().Label(*bench.frame, TestType::Data, end);
        const auto packet = bench.Unwrap(IP_PROTOCOL_UDP);
        UdpHeader udp;
        packet->RemoveHeader(udp);
        EXPECT_EQ(udp.GetDestinationPort(), end == TestEnd::First ? 50001 : 50000);
        EXPECT_EQ(udp.GetSourcePort(), end == TestEnd::First ? 50000 : 50001);
        EXPECT_EQ(packet->GetSize(), 100U);
    }
}

} // namespace
} // namespace ns3::mlt
