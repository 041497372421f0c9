// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-socket-bench.h"

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-control-stream.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-random.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Bytes = std::vector<uint8_t>;

constexpr uint8_t ENDS = 2;

Bytes
BytesOf(const Packet& packet)
{
    Bytes bytes(packet.GetSize());
    packet.CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    return bytes;
}

TEST(ControlStreamTest, ComesApartHoweverItIsCut)
{
    SmallRandom random(4);
    for (uint32_t run = 0; run < 200; ++run)
    {
        std::vector<std::pair<uint8_t, Bytes>> sent;
        auto stream = Create<Packet>();
        for (uint32_t i = 0; i < 20; ++i)
        {
            Bytes bytes(1 + random.Below(run % 4 == 0 ? 65535 : 60));
            std::generate(bytes.begin(), bytes.end(), [&random] {
                return static_cast<uint8_t>(random.Next());
            });
            const auto end = static_cast<uint8_t>(random.Below(ENDS));
            const Packet header(bytes.data(), static_cast<uint32_t>(bytes.size()));
            stream->AddAtEnd(ToStream(end, header));
            sent.emplace_back(end, bytes);
        }
        ControlStream reader(ENDS);
        std::vector<std::pair<uint8_t, Bytes>> got;
        uint8_t end = 0;
        while (stream->GetSize() > 0)
        {
            const uint32_t cut = std::min(1 + random.Below(1500), stream->GetSize());
            reader.Append(stream->CreateFragment(0, cut));
            stream->RemoveAtStart(cut);
            while (const auto header = reader.Next(end))
            {
                got.emplace_back(end, BytesOf(*header));
            }
        }
        ASSERT_EQ(got, sent);
        ASSERT_FALSE(reader.IsBroken());
    }
}

TEST(ControlStreamTest, WhatCannotBeBreaksIt)
{
    uint8_t end = 0;
    const auto breaks = [&end](const Bytes& bytes) {
        ControlStream reader(ENDS);
        reader.Append(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())));
        EXPECT_EQ(reader.Next(end), nullptr);
        return reader.IsBroken();
    };
    EXPECT_FALSE(breaks({0, 20}));
    EXPECT_FALSE(breaks({0, 2, 1, 9})) << "one byte is to come";
    EXPECT_TRUE(breaks({0, 0, 1})) << "a header of no bytes";
    EXPECT_TRUE(breaks({0, 20, 2})) << "no end of the protocol";
    EXPECT_TRUE(breaks({0, 20, 255}));
}

class TcpControlTest : public ::testing::Test
{
  protected:
    TcpControlTest()
    {
        // ns-3's defaults are those of the wide area
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("2ms"));
        Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", StringValue("10us"));
        Config::SetDefault("ns3::TcpSocket::ConnTimeout", StringValue("5ms"));
    }

    ~TcpControlTest() override
    {
        Config::Reset();
    }

    static void UseTcp(SocketBench& bench)
    {
        bench.helper.SetAttribute("ControlSocketFactory",
                                  TypeIdValue(TcpSocketFactory::GetTypeId()));
    }

    static void SetLoss(const Ptr<NetDevice>& device, double rate)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(rate);
        model->AssignStreams(5);
        device->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
};

TEST_F(TcpControlTest, OnlyDataAndFeedbackAreDatagrams)
{
    SocketBench bench({});
    bench.BuildChain();
    UseTcp(bench);
    bench.Install();
    std::map<uint8_t, uint32_t> types; // of UDP datagrams
    std::map<uint8_t, uint32_t> tcpTos;
    std::function<void(Ptr<const Packet>)> look = [&](Ptr<const Packet> packet) {
        auto copy = packet->Copy();
        PppHeader ppp;
        Ipv4Header ip;
        UdpHeader udp;
        copy->RemoveHeader(ppp);
        copy->RemoveHeader(ip);
        if (ip.GetProtocol() != 17)
        {
            TcpHeader tcp;
            copy->RemoveHeader(tcp);
            tcpTos[ip.GetTos()] += !(tcp.GetFlags() & TcpHeader::SYN);
            return;
        }
        copy->RemoveHeader(udp);
        uint8_t type = 0;
        copy->CopyData(&type, 1);
        ++types[type];
    };
    for (uint32_t i = 0; i < 2; ++i)
    {
        bench.devices.Get(i)->TraceConnectWithoutContext("PhyTxBegin",
                                                         Callback<void, Ptr<const Packet>>(look));
    }
    SetLoss(bench.devices.Get(1), 0.01);
    bench.Send(0, 1, 500000);
    bench.Send(1, 0, 300000, 0.1);
    ASSERT_TRUE(bench.Run());
    EXPECT_GT(bench.reports.at(0).repairedBytes, 0U) << "PROBE and BITMAP went";
    ASSERT_EQ(types.size(), 2U);
    EXPECT_GT(types[static_cast<uint8_t>(MltType::Data)], 500U);
    EXPECT_GT(types[static_cast<uint8_t>(MltType::Feedback)], 0U);
    EXPECT_GT(tcpTos[0xe0], 10U) << "CS7, as control by UDP";
    tcpTos.erase(0xe0);
    for (const auto& entry : tcpTos)
    {
        EXPECT_EQ(entry.second, 0U) << "segments with octet " << uint32_t{entry.first};
    }
}

TEST_F(TcpControlTest, CompletesUnderLossOfEverything)
{
    for (const double bound : {0.0, 0.1})
    {
        SocketBench bench({});
        bench.BuildChain();
        bench.CountLosses();
        UseTcp(bench);
        SetLoss(bench.devices.Get(0), 0.03);
        SetLoss(bench.devices.Get(1), 0.03);
        bench.Install();
        for (uint32_t i = 0; i < 6; ++i)
        {
            bench.Send(i % 2, 1 - i % 2, 300000, bound);
        }
        ASSERT_TRUE(bench.Run(Seconds(20))) << bound;
        bench.RunFor(MilliSeconds(200)); // TCP repairs the last of its segments
        EXPECT_TRUE(bench.IsConserved()) << bound;
        EXPECT_EQ(bench.Counts().malformed, 0U);
        EXPECT_EQ(bench.transport->Receipts().duplicate.control.frames, 0U)
            << "what TCP has is not given to it again";
    }
}

TEST_F(TcpControlTest, AConnectionThatFailedIsMadeAnew)
{
    Config::SetDefault("ns3::TcpSocket::ConnCount", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(2));
    SocketBench bench({});
    bench.BuildChain();
    UseTcp(bench);
    bench.Install();
    const auto cut = [&bench](double rate) {
        SetLoss(bench.devices.Get(0), rate);
        SetLoss(bench.devices.Get(1), rate);
    };
    cut(1.0); // nothing connects
    Simulator::Schedule(MilliSeconds(150), [cut] { cut(0.0); });
    Simulator::Schedule(MilliSeconds(190), [cut] { cut(1.0); }); // what stands breaks
    Simulator::Schedule(MilliSeconds(400), [cut] { cut(0.0); });
    bench.Send(0, 1, 20000000);
    bench.RunFor(MilliSeconds(149));
    EXPECT_EQ(bench.helper.PortOf(1)->Counts().received.control.frames, 0U);
    bench.RunFor(MilliSeconds(200));
    EXPECT_GT(bench.helper.PortOf(1)->Counts().received.control.frames, 0U);
    EXPECT_TRUE(bench.deliveries.empty());
    ASSERT_TRUE(bench.Run(Seconds(5)));
    EXPECT_EQ(bench.deliveries.at(0).deliveredBytes, 20000000U);
}

TEST_F(TcpControlTest, ABrokenStreamIsCountedAndClosed)
{
    SocketBench bench({});
    bench.BuildChain();
    UseTcp(bench);
    bench.Install();
    bool closed = false;
    std::function<void(Ptr<Socket>)> onClose = [&closed](Ptr<Socket>) { closed = true; };
    Ptr<Socket> socket;
    Simulator::Schedule(MicroSeconds(1), [&] {
        socket = Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
        socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>(onClose),
                                  Callback<void, Ptr<Socket>>(onClose));
        socket->Connect(InetSocketAddress(bench.interfaces.GetAddress(1), 49420));
        const Bytes junk{0, 5, 77, 1, 2, 3, 4, 5};
        socket->Send(Create<Packet>(junk.data(), static_cast<uint32_t>(junk.size())));
    });
    bench.Send(0, 1, 100000);
    bench.RunFor(MilliSeconds(500));
    EXPECT_EQ(bench.deliveries.size(), 1U);
    EXPECT_EQ(bench.Counts().malformed, 1U);
    EXPECT_TRUE(closed);
    EXPECT_TRUE(bench.IsConserved());
}

} // namespace
} // namespace ns3::mlt
