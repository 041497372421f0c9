// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINK_ERROR_MODEL_H
#define MLT_LINK_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-link-frame-reader.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * Injected loss on the stack plane, by the LossModel that the express plane's links ask: the
 * ReceiveErrorModel of the point-to-point device where a link ends.
 *
 *     auto loss = CreateObject<LinkErrorModel>();
 *     loss->Configure(hosts, MltProtocol::Get(), mtu, link, {0.01, true});
 *     loss->AssignStreams(stream);
 *     device->SetReceiveErrorModel(loss);
 *
 * It sees whole frames and reads the protocol's header in them. **All that is not the protocol's
 * between the hosts of the table passes**: other protocols, other ports, malformed datagrams, IP
 * fragments, frames of other devices than point-to-point, control over TCP. (ns-3's own error
 * models are for these.)
 */
class LinkErrorModel : public ErrorModel
{
  public:
    static TypeId GetTypeId();

    /** Of the trace source Lose. @param link as given to Configure. @param frame that is lost. */
    typedef void (*LoseCallback)(uint32_t link, const LinkCrossing& frame);

    /**
     * Told once, before the run.
     * @param hosts by whose numbers addresses are named.
     * @param protocol whose frames may be lost.
     * @param mtu largest IP packet of the hosts, as their UdpHostPort has it; bytes.
     * @param link of the network plan; names the link to HashedLoss.
     */
    void Configure(Ptr<const HostTable> hosts,
                   const UdpProtocol& protocol,
                   uint32_t mtu,
                   uint32_t link,
                   const LinkLoss& loss);

    /** Fixes the random stream; after Configure. @return how many were used. */
    int64_t AssignStreams(int64_t stream);

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    TypeId m_modelType;
    uint16_t m_port;
    LinkFrameReader m_reader;
    uint32_t m_link{0};
    LinkLoss m_loss;
    Ptr<LossModel> m_model;
    TracedCallback<uint32_t, const LinkCrossing&> m_lose;
};

} // namespace ns3::mlt

#endif // MLT_LINK_ERROR_MODEL_H
