// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PIPE_NETWORK_H
#define MLT_PIPE_NETWORK_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-message-transport.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace ns3::mlt
{

struct PipeOptions
{
    uint32_t hosts{2};
    uint64_t bitRate{100000000000}; //!< of every link; a divisor of 8 x 10^12
    int64_t delayPs{PS_PER_US};     //!< of every link
    uint64_t bufferBytes{1000000};  //!< of each output port of the switch
    /** Protected frames are marked when more than this would wait. */
    uint64_t markBytes{std::numeric_limits<uint64_t>::max()};
    WireFormat format{};
};

/**
 * A network for tests of transports, written apart from the fabric and much simpler: hosts joined
 * by one switch, a FIFO for each output, and hooks for whatever a test wants to go wrong.
 *
 *   host --link--> switch: drop? delay more? --FIFO--> --link--> host
 *
 * Resets the simulator when it goes.
 */
class PipeNetwork
{
  public:
    explicit PipeNetwork(const PipeOptions& options);
    ~PipeNetwork();
    PipeNetwork(const PipeNetwork&) = delete;
    PipeNetwork& operator=(const PipeNetwork&) = delete;

    std::vector<HostSite> Sites() const;

    /** Asked for each frame that reaches the switch whether it is lost there. */
    void SetDrop(std::function<bool(const Frame&)> drop);
    /** Asked for each frame that reaches the switch how much longer it takes (reordering). */
    void SetExtraDelay(std::function<int64_t(const Frame&)> extraPs);
    /** Told of each frame that begins to leave a host. */
    void SetObserver(std::function<void(const Frame&)> observer);

    const FrameCounts& Sent() const
    {
        return m_sent;
    }

    const FrameCounts& Dropped() const
    {
        return m_dropped;
    }

    /** Frames that are neither dropped nor taken by a host. */
    uint64_t InFlight() const
    {
        return m_pool.InUse();
    }

    /** The most bytes that ever waited for one output. */
    uint64_t MostWaiting() const
    {
        return m_mostWaiting;
    }

    /** Bytes that wait for the link to @p host now, without the frame in service. */
    uint64_t Waiting(uint32_t host) const;

    int64_t SerializationPs(uint64_t bytes) const
    {
        return static_cast<int64_t>(bytes) * m_psPerByte;
    }

    const PipeOptions& Options() const
    {
        return m_options;
    }

  private:
    class Nic;
    class Output;

    void Arrive(Frame* frame);
    void Forward(Frame* frame);
    void Drop(Frame* frame);

    PipeOptions m_options;
    int64_t m_psPerByte;
    FramePool m_pool;
    std::vector<std::unique_ptr<Nic>> m_nics;
    std::vector<std::unique_ptr<Output>> m_outputs;
    std::vector<Ptr<Node>> m_nodes;
    std::function<bool(const Frame&)> m_drop;
    std::function<int64_t(const Frame&)> m_extraPs;
    std::function<void(const Frame&)> m_observer;
    FrameCounts m_sent;
    FrameCounts m_dropped;
    uint64_t m_mostWaiting{0};
};

} // namespace ns3::mlt

#endif // MLT_PIPE_NETWORK_H
