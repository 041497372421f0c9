// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-line-gate.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltQueueDisc);

namespace
{

[[noreturn]] void
Refuse(const std::string& why)
{
    throw InputError("ns3::mlt::MltQueueDisc: " + why);
}

/** The DataRate attribute of a device or channel; 0 if it has none. */
uint64_t
LinkRateOf(const ObjectBase& object)
{
    DataRateValue rate;
    return object.GetAttributeFailSafe("DataRate", rate) ? rate.Get().GetBitRate() : 0;
}

} // namespace

TypeId
MltQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MltQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("Mlt")
            .AddConstructor<MltQueueDisc>()
            .AddAttribute("DropPolicy",
                          "TypeId of the admission policy (a DropPolicy), the same classes as on "
                          "the express plane.",
                          TypeIdValue(SelectiveDropPolicy::GetTypeId()),
                          MakeTypeIdAccessor(&MltQueueDisc::m_policyType),
                          MakeTypeIdCheckerFor(DropPolicy::GetTypeId()))
            .AddAttribute("MaxSize",
                          "Limit over all bands, in packets or in bytes of IP packets, beside the "
                          "policy's own limits. The default is out of reach: the policy decides.",
                          QueueSizeValue(QueueSize("1000000p")),
                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute("BaseRtt",
                          "Base round trip of the network, by which policies scale their "
                          "thresholds. No default can be right; must be set.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MltQueueDisc::m_baseRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DataRate",
                          "Rate of the link, by which policies scale their thresholds. 0: the "
                          "DataRate attribute of the device or of its channel.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&MltQueueDisc::m_dataRate),
                          MakeDataRateChecker())
            .AddAttribute("LinkOverhead",
                          "Bytes that the policy counts for a packet beside the IP packet; as "
                          "ns3::mlt::Fabric::LinkOverhead.",
                          UintegerValue(WireFormat{}.linkOverhead),
                          MakeUintegerAccessor(&MltQueueDisc::m_linkOverhead),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("MinimumFrame",
                          "Least bytes that the policy counts for a packet; as "
                          "ns3::mlt::Fabric::MinimumFrame.",
                          UintegerValue(WireFormat{}.minimumFrame),
                          MakeUintegerAccessor(&MltQueueDisc::m_minimumFrame),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("NonIpQueue",
                          "Band of packets that are not IP. The control band by default: without "
                          "ARP no data goes anywhere.",
                          UintegerValue(CONTROL_QUEUE),
                          MakeUintegerAccessor(&MltQueueDisc::m_nonIpQueue),
                          MakeUintegerChecker<uint8_t>(0, QUEUES - 1))
            .AddAttribute("HoldUntilSent",
                          "Whether the device gets a frame only when it has sent the last one "
                          "(LineGate), so that all that waits is under the policy. Without effect "
                          "on devices that do not tell.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MltQueueDisc::m_gate),
                          MakeBooleanChecker());
    return tid;
}

MltQueueDisc::MltQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

ArrivingFrame
MltQueueDisc::ClassOf(const QueueDiscItem& item) const
{
    const uint32_t bytes = std::max(item.GetSize() + m_linkOverhead, m_minimumFrame);
    uint8_t tos = 0;
    if (!item.GetUint8Value(QueueItem::IP_DSFIELD, tos))
    {
        return {bytes, m_nonIpQueue, false};
    }
    return {bytes, QueueOfTos(tos), IsEct(EcnOfTos(tos))};
}

bool
MltQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    const ArrivingFrame frame = ClassOf(*item);
    if (!MayPassAtOnce(*item) && !Admit(item, frame))
    {
        return false;
    }
    Count(frame.queue, frame.bytes);
    return BandOf(frame.queue).Enqueue(item);
}

bool
MltQueueDisc::MayPassAtOnce(const QueueDiscItem& item) const
{
    const auto device = GetNetDeviceQueueInterface();
    return device && GetNPackets() == 0 && !device->GetTxQueue(item.GetTxQueueIndex())->IsStopped();
}

bool
MltQueueDisc::IsOverLimit(const QueueDiscItem& item) const
{
    const bool inBytes = GetMaxSize().GetUnit() == QueueSizeUnit::BYTES;
    const uint64_t waiting = inBytes ? GetNBytes() : GetNPackets();
    return waiting + (inBytes ? item.GetSize() : 1) > GetMaxSize().GetValue();
}

bool
MltQueueDisc::Admit(const Ptr<QueueDiscItem>& item, const ArrivingFrame& frame)
{
    if (IsOverLimit(*item))
    {
        DropBeforeEnqueue(item, DROP_LIMIT);
        return false;
    }
    const PortBacklog backlog{m_bytes[frame.queue], m_dataBytes, m_bytes[CONTROL_QUEUE]};
    const Verdict verdict = m_policy->Admit(frame, backlog);
    if (verdict == Verdict::DropSelective)
    {
        DropBeforeEnqueue(item, DROP_SELECTIVE);
        return false;
    }
    const bool pushOut = verdict == Verdict::PushOut || verdict == Verdict::PushOutMarked;
    if (verdict == Verdict::DropFull || (pushOut && !MakeRoom(frame)))
    {
        DropBeforeEnqueue(item, DROP_FULL);
        return false;
    }
    if (verdict == Verdict::EnqueueMarked || verdict == Verdict::PushOutMarked)
    {
        Mark(item, MARK_THRESHOLD);
    }
    return true;
}

bool
MltQueueDisc::MakeRoom(const ArrivingFrame& frame)
{
    const auto below = m_bytes.begin() + frame.queue + 1;
    if (std::accumulate(below, m_bytes.end(), uint64_t{0}) < frame.bytes)
    {
        return false;
    }
    uint64_t freed = 0;
    for (uint8_t queue = QUEUES - 1; freed < frame.bytes; --queue)
    {
        while (freed < frame.bytes && !BandOf(queue).IsEmpty())
        {
            freed += PushOutNewest(queue);
        }
    }
    return true;
}

uint32_t
MltQueueDisc::PushOutNewest(uint8_t queue)
{
    const Ptr<QueueDiscItem> victim = BandOf(queue).DequeueNewest();
    const uint32_t bytes = ClassOf(*victim).bytes;
    Count(queue, -static_cast<int64_t>(bytes));
    DropAfterDequeue(victim, DROP_PUSHED_OUT);
    return bytes;
}

Band&
MltQueueDisc::BandOf(uint32_t queue) const
{
    return static_cast<Band&>(*GetInternalQueue(queue)); // CheckBands made sure
}

void
MltQueueDisc::Count(uint8_t queue, int64_t bytes)
{
    m_bytes[queue] += bytes;
    if (queue != CONTROL_QUEUE)
    {
        m_dataBytes += bytes;
    }
}

int32_t
MltQueueDisc::FirstBand() const
{
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        if (!BandOf(queue).IsEmpty())
        {
            return static_cast<int32_t>(queue);
        }
    }
    return -1;
}

Ptr<QueueDiscItem>
MltQueueDisc::DoDequeue()
{
    const int32_t queue = FirstBand();
    if (queue < 0)
    {
        return nullptr;
    }
    Ptr<QueueDiscItem> item = BandOf(queue).Dequeue();
    Count(static_cast<uint8_t>(queue), -static_cast<int64_t>(ClassOf(*item).bytes));
    return item;
}

Ptr<const QueueDiscItem>
MltQueueDisc::DoPeek()
{
    const int32_t queue = FirstBand();
    return queue < 0 ? nullptr : BandOf(queue).Peek();
}

Ptr<NetDevice>
MltQueueDisc::Device() const
{
    const auto interface = GetNetDeviceQueueInterface();
    return interface ? interface->GetObject<NetDevice>() : nullptr;
}

uint64_t
MltQueueDisc::LinkRate() const
{
    uint64_t rate = m_dataRate.GetBitRate();
    const auto device = Device();
    if (rate == 0 && device)
    {
        rate = LinkRateOf(*device);
    }
    if (rate == 0 && device && device->GetChannel())
    {
        rate = LinkRateOf(*device->GetChannel());
    }
    return rate;
}

bool
MltQueueDisc::CheckConfig()
{
    if (GetNQueueDiscClasses() > 0)
    {
        Refuse("got classes (child queue discs), expected none: it has bands of its own");
    }
    if (GetNPacketFilters() > 0)
    {
        Refuse("got packet filters, expected none: the class is read from the IP header");
    }
    MakeBands();
    CheckBands();
    if (m_baseRtt.IsZero())
    {
        Refuse("BaseRtt is not set; expected the base round trip of the network, such as 10us");
    }
    if (LinkRate() == 0)
    {
        Refuse("neither the device nor its channel has a DataRate; expected the attribute "
               "DataRate, such as 10Gbps");
    }
    return true;
}

void
MltQueueDisc::MakeBands()
{
    if (GetNInternalQueues() == 0)
    {
        for (uint32_t queue = 0; queue < QUEUES; ++queue)
        {
            AddInternalQueue(CreateObject<Band>());
        }
    }
}

void
MltQueueDisc::CheckBands() const
{
    if (GetNInternalQueues() != QUEUES)
    {
        Refuse("got " + std::to_string(GetNInternalQueues()) +
               " internal queues, expected none (it makes its own) or " + std::to_string(QUEUES));
    }
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        if (!DynamicCast<Band>(GetInternalQueue(queue)))
        {
            Refuse("internal queue " + std::to_string(queue) + " is a " +
                   GetInternalQueue(queue)->GetInstanceTypeId().GetName() +
                   ", expected ns3::mlt::Band");
        }
    }
}

void
MltQueueDisc::InitializeParams()
{
    ObjectFactory factory;
    factory.SetTypeId(m_policyType);
    m_policy = factory.Create<DropPolicy>();
    m_policy->Configure({LinkRate(), ToPs(m_baseRtt)});
    if (m_gate && Device())
    {
        LineGate::Install(Device());
    }
}

void
MltQueueDisc::DoDispose()
{
    m_policy = nullptr;
    QueueDisc::DoDispose();
}

} // namespace ns3::mlt
