// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TRANSPORT_H
#define MLT_TRANSPORT_H

#include "ns3/mlt-importance.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-receiver.h"
#include "ns3/mlt-sender.h"
#include "ns3/type-id.h"

#include <vector>

namespace ns3::mlt
{

/**
 * MLT (NSDI'24) on every host of a run: an MltSender and an MltReceiver each. Knobs are attributes
 * of those, of the rate controls and of the importance model.
 */
class MltTransport : public MessageTransport
{
  public:
    static TypeId GetTypeId();

    void Install(const std::vector<HostSite>& sites) override;
    void Send(const Message& message) override;
    ReceiptCounts Receipts() const override;
    std::vector<std::string> OpenMessages(size_t most) const override;
    int64_t AssignStreams(int64_t stream) override;

    /** Random packet spraying: order does not matter. */
    TypeId DefaultPathChooser() const override;
    bool IsDroppable(const Message& message, uint32_t packet) const override;

    Ptr<MltSender> Sender(uint32_t host) const
    {
        return m_senders[host];
    }

    Ptr<MltReceiver> Receiver(uint32_t host) const
    {
        return m_receivers[host];
    }

  protected:
    void DoDispose() override;

  private:
    TypeId m_importanceType;
    Ptr<ImportanceModel> m_importance;
    uint64_t m_orderSeed{0};
    uint32_t m_packetBytes{1};
    std::vector<Ptr<MltSender>> m_senders;
    std::vector<Ptr<MltReceiver>> m_receivers;
};

} // namespace ns3::mlt

#endif // MLT_TRANSPORT_H
