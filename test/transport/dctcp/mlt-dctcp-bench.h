// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_BENCH_H
#define MLT_DCTCP_BENCH_H

#include "support/mlt-pipe-network.h"

#include "ns3/mlt-dctcp-transport.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace ns3::mlt
{

/** DCTCP on all hosts of a PipeNetwork, and what it reported. */
class DctcpBench
{
  public:
    explicit DctcpBench(const PipeOptions& options = {})
        : network(options),
          transport(CreateObject<DctcpTransport>())
    {
        transport->ListenToDeliveries(
            [this](const Delivery& delivery) { deliveries.push_back(delivery); });
        transport->ListenToSenderReports([this](const SenderReport& report) {
            EXPECT_TRUE(reports.emplace(report.id, report).second) << "reported twice";
        });
    }

    ~DctcpBench()
    {
        transport->Dispose();
    }

    void Install()
    {
        transport->Install(network.Sites());
    }

    /** Sends @p bytes at @p atPs; messages are numbered from 0. */
    void SendAt(int64_t atPs, uint32_t source, uint32_t destination, uint64_t bytes)
    {
        Message message;
        message.id = messages.size();
        message.source = source;
        message.destination = destination;
        message.bytes = bytes;
        messages.push_back(message);
        Simulator::Schedule(FromPs(atPs), [this, message] { transport->Send(message); });
    }

    /** Runs to the end and checks what holds in every run. */
    void Run()
    {
        Simulator::Run();
        EXPECT_EQ(network.InFlight(), 0U);
        EXPECT_TRUE(transport->OpenMessages(10).empty());
        CheckConservation();
        CheckReports();
    }

    /** Instant of the delivery of message @p id. */
    int64_t DeliveredPs(uint64_t id) const
    {
        for (const auto& delivery : deliveries)
        {
            if (delivery.id == id)
            {
                return delivery.atPs;
            }
        }
        ADD_FAILURE() << "message " << id << " was not delivered";
        return NEVER_PS;
    }

    PipeNetwork network;
    Ptr<DctcpTransport> transport;
    std::vector<Message> messages;
    std::vector<Delivery> deliveries;
    std::map<uint64_t, SenderReport> reports;

  private:
    void CheckConservation() const
    {
        const ReceiptCounts receipts = transport->Receipts();
        FrameCounts arrived = receipts.useful;
        arrived += receipts.duplicate;
        arrived += receipts.late;
        arrived += receipts.stale;
        arrived += network.Dropped();
        EXPECT_EQ(arrived.data, network.Sent().data);
        EXPECT_EQ(arrived.control, network.Sent().control);
        const FrameCount& useful = receipts.useful.data;
        const uint64_t headers = network.Options().format.TcpBytes(1000, 0) - 1000;
        uint64_t bytes = 0;
        for (const auto& message : messages)
        {
            bytes += message.bytes;
        }
        EXPECT_GE(useful.bytes, bytes + useful.frames * headers) << "short frames are padded";
    }

    void CheckReports() const
    {
        std::map<uint64_t, uint64_t> delivered;
        for (const auto& delivery : deliveries)
        {
            EXPECT_TRUE(delivered.emplace(delivery.id, delivery.deliveredBytes).second);
        }
        for (const auto& message : messages)
        {
            EXPECT_EQ(delivered[message.id], message.bytes);
            ASSERT_EQ(reports.count(message.id), 1U);
            const SenderReport& report = reports.at(message.id);
            EXPECT_EQ(report.sentBytes, message.bytes + report.repairedBytes);
            EXPECT_EQ(report.queue, 1U);
        }
    }
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_BENCH_H
