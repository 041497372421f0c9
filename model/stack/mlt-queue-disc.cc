// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/log.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-line-gate.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-strict-priority.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <string>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("MltQueueDisc");
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
            .AddAttribute("QueueDiscipline",
                          "TypeId of the queue discipline (a QueueDiscipline), the same classes as "
                          "on the express plane.",
                          TypeIdValue(StrictPriority::GetTypeId()),
                          MakeTypeIdAccessor(&MltQueueDisc::m_disciplineType),
                          MakeTypeIdCheckerFor(QueueDiscipline::GetTypeId()))
            .AddAttribute("DropPolicy",
                          "TypeId of the admission policy (a DropPolicy), which the queue "
                          "discipline asks; the same classes as on the express plane.",
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

/** A packet as the queue discipline sees it; owned by the queue disc until it ends or is sent. */
struct MltQueueDisc::WaitingPacket : public QueuedFrame
{
    Ptr<QueueDiscItem> item;
    Band::Place place; //!< in the band of its class, if it stands there
    bool isInBand{false};
};

bool
MltQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    const bool passes = !m_judgesEvery && MayPassAtOnce(*item);
    if (!passes && IsOverLimit(*item))
    {
        DropBeforeEnqueue(item, DROP_LIMIT);
        return false;
    }
    WaitingPacket* packet = Describe(item);
    if (passes)
    {
        m_queue.Enqueue(*packet);
    }
    else if (!m_queue.Offer(*packet, NowPs(), *this))
    {
        return false;
    }
    packet->place = BandOf(packet->queue).Put(item);
    packet->isInBand = true;
    return true;
}

MltQueueDisc::WaitingPacket*
MltQueueDisc::Describe(const Ptr<QueueDiscItem>& item) const
{
    const ArrivingFrame frame = ClassOf(*item);
    auto packet = std::make_unique<WaitingPacket>();
    packet->flowHash = item->Hash();
    packet->wireBytes = static_cast<uint16_t>(std::min(frame.bytes, uint32_t{UINT16_MAX}));
    packet->queue = frame.queue;
    packet->ect = frame.ect;
    packet->item = item;
    return packet.release(); // to the discipline, until Release
}

Ptr<QueueDiscItem>
MltQueueDisc::Release(QueuedFrame& frame)
{
    const std::unique_ptr<WaitingPacket> packet(static_cast<WaitingPacket*>(&frame));
    return packet->isInBand ? BandOf(packet->queue).Take(packet->place) : packet->item;
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

void
MltQueueDisc::Mark(QueuedFrame& frame, int64_t)
{
    NS_LOG_LOGIC("marked, queue " << +frame.queue);
    QueueDisc::Mark(static_cast<WaitingPacket&>(frame).item, MARK_THRESHOLD);
}

bool
MltQueueDisc::Trim(QueuedFrame&, int64_t)
{
    return false; // where a packet's headers end, only its transport knows
}

void
MltQueueDisc::Drop(QueuedFrame& frame, DropReason reason, int64_t)
{
    NS_LOG_LOGIC("dropped (" << ToString(reason) << "), queue " << +frame.queue);
    const bool waited = static_cast<WaitingPacket&>(frame).isInBand;
    const Ptr<QueueDiscItem> item = Release(frame);
    if (waited)
    {
        DropAfterDequeue(item, NameOf(reason));
    }
    else
    {
        DropBeforeEnqueue(item, NameOf(reason));
    }
}

const char*
MltQueueDisc::NameOf(DropReason reason)
{
    switch (reason)
    {
    case DropReason::Selective:
        return DROP_SELECTIVE;
    case DropReason::PushedOut:
        return DROP_PUSHED_OUT;
    default:
        return DROP_FULL;
    }
}

Band&
MltQueueDisc::BandOf(uint32_t queue) const
{
    return static_cast<Band&>(*GetInternalQueue(queue)); // CheckBands made sure
}

Ptr<QueueDiscItem>
MltQueueDisc::DoDequeue()
{
    QueuedFrame* frame = m_queue.Dequeue(ClassSet(), NowPs());
    return frame ? Release(*frame) : nullptr;
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
    const PortParameters port{LinkRate(), ToPs(m_baseRtt)};
    ObjectFactory factory;
    factory.SetTypeId(m_policyType);
    m_policy = factory.Create<DropPolicy>();
    m_policy->Configure(port);
    factory.SetTypeId(m_disciplineType);
    auto discipline = factory.Create<QueueDiscipline>();
    discipline->Configure(port, m_policy);
    m_judgesEvery = discipline->JudgesEveryFrame();
    constexpr int64_t AUTOMATIC_STREAM = -1;
    discipline->AssignStreams(AUTOMATIC_STREAM);
    m_queue = PortQueue(discipline);
    if (m_gate && Device())
    {
        LineGate::Install(Device());
    }
}

void
MltQueueDisc::DoDispose()
{
    if (m_queue.Discipline())
    {
        while (QueuedFrame* frame = m_queue.Dequeue(ClassSet(), NowPs()))
        {
            delete static_cast<WaitingPacket*>(frame); // the bands tell nobody at the end
        }
    }
    m_queue = PortQueue();
    m_policy = nullptr;
    QueueDisc::DoDispose();
}

} // namespace ns3::mlt
