// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-transport.h"

#include "ns3/mlt-droppable-packets.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-seed.h"
#include "ns3/mlt-short-name.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <sstream>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltTransport);

namespace
{

const ShortName NAME("mlt",
                     &MltTransport::GetTypeId,
                     "MLT (NSDI'24): bounded loss, layer priority, per-packet load balancing");

} // namespace

TypeId
MltTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::MltTransport")
                            .SetParent<MessageTransport>()
                            .SetGroupName("Mlt")
                            .AddConstructor<MltTransport>()
                            .AddAttribute("Importance",
                                          "TypeId of the model of which packets are droppable (an "
                                          "ImportanceModel).",
                                          TypeIdValue(HashedImportance::GetTypeId()),
                                          MakeTypeIdAccessor(&MltTransport::m_importanceType),
                                          MakeTypeIdCheckerFor(ImportanceModel::GetTypeId()));
    return tid;
}

int64_t
MltTransport::AssignStreams(int64_t stream)
{
    ObjectFactory factory;
    factory.SetTypeId(m_importanceType);
    m_importance = factory.Create<ImportanceModel>();
    const int64_t used = m_importance->AssignStreams(stream);
    m_orderSeed = SeedFromStream(stream + used);
    return used + 1;
}

void
MltTransport::Install(const std::vector<HostSite>& sites)
{
    if (!m_importance)
    {
        AssignStreams(-1);
    }
    m_packetBytes = MltPayload(sites.front().port->Format());
    for (const auto& site : sites)
    {
        auto sender = CreateObject<MltSender>();
        sender->Setup(*site.port, m_importance, m_orderSeed);
        sender->SetReportHandler([this](const SenderReport& report) { ReportSender(report); });
        site.node->AddApplication(sender);
        m_senders.push_back(sender);
        auto receiver = CreateObject<MltReceiver>();
        receiver->Setup(*site.port);
        receiver->SetDeliveryHandler(
            [this](const Delivery& delivery) { ReportDelivery(delivery); });
        site.node->AddApplication(receiver);
        m_receivers.push_back(receiver);
    }
}

void
MltTransport::Send(const Message& message)
{
    m_senders[message.source]->SendMessage(message);
}

ReceiptCounts
MltTransport::Receipts() const
{
    ReceiptCounts counts;
    for (const auto& sender : m_senders)
    {
        counts += sender->Receipts();
    }
    for (const auto& receiver : m_receivers)
    {
        counts += receiver->Receipts();
    }
    return counts;
}

std::vector<std::string>
MltTransport::OpenMessages(size_t most) const
{
    std::vector<const MltSenderMessage*> open;
    for (const auto& sender : m_senders)
    {
        sender->ForEachOpen([&open](const MltSenderMessage& m) { open.push_back(&m); });
    }
    std::sort(open.begin(), open.end(), [](const auto* a, const auto* b) {
        return a->fields.messageId < b->fields.messageId;
    });
    std::vector<std::string> lines;
    for (size_t i = 0; i < std::min(most, open.size()); ++i)
    {
        const MltSenderMessage& message = *open[i];
        const MessageFields& fields = message.fields;
        std::ostringstream line;
        line << MessageName(fields.messageId) << ": host " << message.Source() << " to host "
             << message.Destination() << ", iteration " << fields.iteration << ", layer "
             << fields.layer << ", " << fields.length << " bytes, " << message.SentBytes()
             << " sent";
        lines.push_back(line.str());
    }
    return lines;
}

TypeId
MltTransport::DefaultPathChooser() const
{
    return RandomSpray::GetTypeId();
}

bool
MltTransport::IsDroppable(const Message& message, uint32_t packet) const
{
    if (const MltSenderMessage* open = m_senders[message.source]->Find(message.id))
    {
        return open->IsDroppable(packet);
    }
    const Bitmap droppable = DroppablePackets(message, m_packetBytes, *m_importance);
    return droppable.Size() > 0 && droppable.Test(packet);
}

void
MltTransport::DoDispose()
{
    m_senders.clear();
    m_receivers.clear();
    m_importance = nullptr;
    MessageTransport::DoDispose();
}

} // namespace ns3::mlt
