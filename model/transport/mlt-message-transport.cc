// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-message-transport.h"

#include "ns3/mlt-path-chooser.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MessageTransport);

TypeId
MessageTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MessageTransport").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

void
MessageTransport::Prepare(uint32_t, uint32_t)
{
}

TypeId
MessageTransport::DefaultPathChooser() const
{
    return FlowEcmp::GetTypeId();
}

bool
MessageTransport::IsDroppable(const Message&, uint32_t) const
{
    return false;
}

void
MessageTransport::SetDeliveryHandler(DeliveryHandler handler)
{
    m_deliveryHandler = std::move(handler);
}

void
MessageTransport::SetSenderReportHandler(SenderReportHandler handler)
{
    m_senderReportHandler = std::move(handler);
}

void
MessageTransport::ReportDelivery(const Delivery& delivery) const
{
    if (m_deliveryHandler)
    {
        m_deliveryHandler(delivery);
    }
}

void
MessageTransport::ReportSender(const SenderReport& report) const
{
    if (m_senderReportHandler)
    {
        m_senderReportHandler(report);
    }
}

} // namespace ns3::mlt
