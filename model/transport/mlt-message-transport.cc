// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-message-transport.h"

#include "ns3/mlt-path-chooser.h"
#include "ns3/trace-source-accessor.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MessageTransport);

TypeId
MessageTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MessageTransport")
            .SetParent<Object>()
            .SetGroupName("Mlt")
            .AddTraceSource("Delivery",
                            "A message is complete at its receiver.",
                            MakeTraceSourceAccessor(&MessageTransport::m_deliveryTrace),
                            "ns3::mlt::MessageTransport::DeliveryCallback")
            .AddTraceSource("SenderReport",
                            "A sender is through with a message: nothing of it will be sent any "
                            "more.",
                            MakeTraceSourceAccessor(&MessageTransport::m_senderReportTrace),
                            "ns3::mlt::MessageTransport::SenderReportCallback");
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
MessageTransport::ListenToDeliveries(const DeliveryListener& listener)
{
    m_deliveryTrace.ConnectWithoutContext(Callback<void, const Delivery&>(listener));
}

void
MessageTransport::ListenToSenderReports(const SenderReportListener& listener)
{
    m_senderReportTrace.ConnectWithoutContext(Callback<void, const SenderReport&>(listener));
}

void
MessageTransport::ReportDelivery(const Delivery& delivery) const
{
    m_deliveryTrace(delivery);
}

void
MessageTransport::ReportSender(const SenderReport& report) const
{
    m_senderReportTrace(report);
}

} // namespace ns3::mlt
