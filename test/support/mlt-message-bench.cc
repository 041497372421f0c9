// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-message-bench.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::mlt
{

void
MessageBench::Use(Ptr<MessageTransport> installed, Time lingering)
{
    transport = std::move(installed);
    transport->ListenToDeliveries([this](const Delivery& delivery) {
        deliveries[delivery.id] = delivery;
        deliveries[delivery.id].received = nullptr;
    });
    transport->ListenToSenderReports([this, lingering](const SenderReport& report) {
        reports[report.id] = report;
        if (messages.empty() || reports.size() < messages.size())
        {
            return;
        }
        if (lingering.IsZero())
        {
            Simulator::Stop();
        }
        else
        {
            Simulator::Schedule(lingering, [] { Simulator::Stop(); });
        }
    });
}

uint64_t
MessageBench::Send(uint32_t source, uint32_t destination, uint64_t bytes, double bound)
{
    Message message;
    message.source = source;
    message.destination = destination;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(bound);
    return Send(message);
}

uint64_t
MessageBench::Send(Message message)
{
    message.id = messages.size();
    messages[message.id] = message;
    transport->Send(message);
    return message.id;
}

bool
MessageBench::Run(Time limit)
{
    RunFor(limit);
    return reports.size() == messages.size() && deliveries.size() == messages.size();
}

void
MessageBench::RunFor(Time duration)
{
    const EventId stop = Simulator::Schedule(duration, [] { Simulator::Stop(); });
    Simulator::Run();
    CatchUp();
    Simulator::Cancel(stop);
}

} // namespace ns3::mlt
