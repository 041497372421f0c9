// SPDX-License-Identifier: GPL-2.0-only
// A transport of a shared library, with frames of its own, under loss.
#include "plugin/mlt-window-protocol.h"
#include "program/mlt-program.h"

#include "ns3/ipv4-header.h"
#include "ns3/pcap-file.h"
#include "ns3/udp-header.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Json = nlohmann::json;

/** What a capture has of one kind of datagrams. */
struct Captured
{
    uint64_t datagrams{0};
    uint64_t bytes{0}; //!< with IP header
    uint64_t repairs{0};
};

class TransportPluginTest : public ProgramTest
{
  protected:
    void RunWindow(const std::vector<std::string>& more)
    {
        std::vector<std::string> arguments{std::string("--plugin=") + MLT_WINDOW_PLUGIN,
                                           "--transport=user::WindowTransport",
                                           "--topology=3x2x4",
                                           "--model=" + SmallModel(),
                                           "--iterations=2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = Run(arguments);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }

    Json Summary(const std::string& run) const
    {
        return Json::parse(Read("work/" + run + "/summary.json"));
    }

    /** All of a host's capture, by whether it sent it and by type. */
    std::map<std::pair<bool, uint8_t>, Captured> ReadCapture(const std::string& prefix,
                                                             uint32_t host) const
    {
        std::map<std::pair<bool, uint8_t>, Captured> found;
        PcapFile file;
        file.Open(PathOf("work/" + prefix + "-host" + std::to_string(host) + ".pcap"),
                  std::ios::in);
        EXPECT_FALSE(file.Fail());
        std::vector<uint8_t> bytes(1 << 16);
        uint32_t seconds = 0;
        uint32_t fraction = 0;
        uint32_t kept = 0;
        uint32_t whole = 0;
        uint32_t read = 0;
        while (file.Read(bytes.data(), bytes.size(), seconds, fraction, kept, whole, read),
               !file.Eof() && !file.Fail())
        {
            Note(Packet(bytes.data(), read), whole, host, found);
        }
        return found;
    }

    /** Notes one packet of a capture. */
    static void Note(Packet packet,
                     uint32_t whole,
                     uint32_t host,
                     std::map<std::pair<bool, uint8_t>, Captured>& found)
    {
        Ipv4Header ip;
        UdpHeader udp;
        packet.RemoveHeader(ip);
        packet.RemoveHeader(udp);
        ASSERT_EQ(udp.GetDestinationPort(), user::WindowProtocol::Get().PortOf(0));
        ASSERT_EQ(udp.GetSourcePort(), user::WindowProtocol::Get().PortOf(0));
        LongFrame frame{};
        const WireFormat format{9000, 38, 84};
        ASSERT_TRUE(user::WindowProtocol::Get().FromDatagram(packet, {format, 0, 0}, frame));
        const bool isSent = ip.GetSource().Get() == (10u << 24) + 1 + host;
        Captured& captured = found[{isSent, frame.type}];
        ++captured.datagrams;
        captured.bytes += whole;
        captured.repairs += frame.Header<user::WindowHeader>().attempt > 0;
    }
};

TEST_F(TransportPluginTest, DeliversAllAndIsConservedUnderLoss)
{
    RunWindow({"--lossRate=0.02", "--lossOn=all", "--out=out"});
    const Json summary = Summary("out");
    EXPECT_EQ(summary["totals"]["lost_bytes"], 0);
    EXPECT_GT(summary["totals"]["repaired_bytes"], 0);
    const Json& account = summary["conservation"];
    EXPECT_TRUE(account["holds"]);
    EXPECT_GT(account["dropped"]["data_frames"], 0);
    for (const std::string suffix : {"_frames", "_bytes"})
    {
        for (const std::string kind : {"data", "control"})
        {
            uint64_t sum = 0;
            for (const char* fate :
                 {"useful", "duplicate", "late", "stale", "dropped", "in_flight"})
            {
                sum += account[fate][kind + suffix].get<uint64_t>();
            }
            EXPECT_EQ(account["sent"][kind + suffix], sum) << kind << suffix;
        }
    }
}

TEST_F(TransportPluginTest, IsTheSameWithoutLookAheadAndOnNs3sEngine)
{
    const std::vector<std::string> lossy{"--lossRate=0.02", "--lossOn=all", "--balancer=random"};
    const auto run = [&](const std::string& name, const std::string& option) {
        auto arguments = lossy;
        arguments.push_back("--out=" + name);
        arguments.push_back(option);
        RunWindow(arguments);
    };
    run("a", "--seed=1");
    run("b", "--ns3::mlt::Fabric::LookAhead=false");
    run("c", "--SimulatorImplementationType=ns3::DefaultSimulatorImpl");
    for (const std::string other : {"b", "c"})
    {
        for (const std::string file : {"transfers.csv", "iterations.csv", "ports.csv"})
        {
            EXPECT_EQ(Read("work/a/" + file), Read("work/" + other + "/" + file)) << other << file;
        }
    }
}

TEST_F(TransportPluginTest, ItsFramesHaveNamesForHashedLoss)
{
    RunWindow({"--lossRate=0.1",
               "--lossOn=all",
               "--ns3::mlt::Fabric::LossModel=ns3::mlt::HashedLoss",
               "--out=out"});
    EXPECT_GT(Summary("out")["conservation"]["dropped"]["data_frames"], 0)
        << "frames without a name pass";
}

TEST_F(TransportPluginTest, ACaptureShowsItsDatagrams)
{
    RunWindow({"--lossRate=0.02", "--lossOn=all", "--pcap=x", "--out=out"});
    constexpr auto DATA = static_cast<uint8_t>(user::WindowType::Data);
    constexpr auto ACK = static_cast<uint8_t>(user::WindowType::Ack);
    constexpr uint64_t OVERHEAD = 38; // of the link, beside the IP packet
    constexpr uint64_t ACK_IP_BYTES = 20 + 8 + user::WindowProtocol::HEADER_BYTES;
    Captured data;
    Captured acks;
    for (uint32_t host = 0; host < 12; ++host)
    {
        auto found = ReadCapture("x", host);
        data.datagrams += found[{true, DATA}].datagrams;
        data.bytes += found[{true, DATA}].bytes;
        data.repairs += found[{true, DATA}].repairs;
        acks.datagrams += found[{true, ACK}].datagrams;
        acks.bytes += found[{true, ACK}].bytes;
    }
    const Json sent = Summary("out")["conservation"]["sent"];
    EXPECT_EQ(data.datagrams, sent["data_frames"]);
    EXPECT_EQ(data.bytes + data.datagrams * OVERHEAD, sent["data_bytes"]);
    EXPECT_EQ(acks.datagrams, sent["control_frames"]);
    EXPECT_EQ(acks.bytes, acks.datagrams * ACK_IP_BYTES);
    EXPECT_GT(data.repairs, 0U);
}

} // namespace
} // namespace ns3::mlt
