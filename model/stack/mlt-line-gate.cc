// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-line-gate.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(LineGate);

TypeId
LineGate::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::LineGate")
                            .SetParent<QueueLimits>()
                            .SetGroupName("Mlt")
                            .AddConstructor<LineGate>();
    return tid;
}

bool
LineGate::Install(const Ptr<NetDevice>& device)
{
    auto interface = device->GetObject<NetDeviceQueueInterface>();
    if (!interface || interface->GetNTxQueues() != 1 || interface->GetTxQueue(0)->GetQueueLimits())
    {
        return false;
    }
    auto gate = CreateObject<LineGate>();
    const auto ended = MakeCallback(&LineGate::FrameEnded, gate);
    if (!device->TraceConnectWithoutContext("PhyTxEnd", ended))
    {
        return false;
    }
    // a frame that CSMA gives up is through, too
    device->TraceConnectWithoutContext("PhyTxDrop", ended);
    gate->m_queue = PeekPointer(interface->GetTxQueue(0));
    gate->m_queue->SetQueueLimits(gate);
    return true;
}

void
LineGate::Reset()
{
    m_inDevice = 0;
}

void
LineGate::Completed(uint32_t)
{
    // the device says this when it starts to send; FrameEnded is what counts
}

int32_t
LineGate::Available() const
{
    return m_inDevice == 0 ? 0 : -1;
}

void
LineGate::Queued(uint32_t)
{
    ++m_inDevice;
}

void
LineGate::FrameEnded(Ptr<const Packet> packet)
{
    if (m_inDevice > 0 && --m_inDevice == 0)
    {
        // not from within the device, which has not yet put its state in order
        Simulator::ScheduleNow(&LineGate::Open, Ptr<LineGate>(this), packet->GetSize());
    }
}

void
LineGate::Open(uint32_t bytes)
{
    m_queue->NotifyTransmittedBytes(bytes);
}

} // namespace ns3::mlt
