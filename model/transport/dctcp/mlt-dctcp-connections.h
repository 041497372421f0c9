// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_CONNECTIONS_H
#define MLT_DCTCP_CONNECTIONS_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-dctcp-receiver.h"
#include "ns3/mlt-dctcp-sender.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::mlt
{

/**
 * A connection of one direction, with the state of both its ends: each host touches its own end
 * only, and learns of the other by frames. What the receiver knows beforehand is where messages
 * end (`expected`): a real application would write their length in front of them.
 */
struct DctcpConnection
{
    /** A message that is not delivered whole. */
    struct Expected
    {
        uint64_t id;
        uint64_t bytes;
        uint64_t end; //!< one past its last byte in the stream
    };

    DctcpConnection(uint32_t number,
                    uint32_t from,
                    uint32_t to,
                    std::optional<uint64_t> message,
                    const DctcpParameters& parameters);

    uint32_t id;          //!< stands for the ports of the 4-tuple; no other open one has it
    uint32_t source;      //!< host that sends data
    uint32_t destination; //!< host that receives it
    bool single;          //!< ends with its first message
    /**
     * Stands for the ports where paths are chosen. Of a single one the message's id: its number
     * says who was first among those who opened one in the same instant, which means nothing.
     */
    uint64_t flow;

    // the source's end
    uint32_t slot{0}; //!< its place in the round robin of its host
    DctcpSender sender;
    std::unique_ptr<Deadline> timer;

    // the destination's end
    uint64_t expectedEnd{0};
    DctcpReceiver receiver;
    std::deque<Expected> expected;
};

/**
 * All open connections of a run, found in O(1) by the number that frames bear. A number is not
 * used again before a thousand others took its place, so that a late frame of an ended connection
 * is known for what it is.
 */
class DctcpConnections
{
  public:
    /** @param message the only one that it is for, if it is to end with it. */
    DctcpConnection& Open(uint32_t source,
                          uint32_t destination,
                          std::optional<uint64_t> message,
                          const DctcpParameters& parameters);

    /** The connection, or nullptr when it has ended. */
    DctcpConnection* Find(uint32_t id) const
    {
        DctcpConnection* connection = m_connections[id & SLOT_MASK].get();
        return connection && connection->id == id ? connection : nullptr;
    }

    /** Ends @p connection and frees it. */
    void Close(const DctcpConnection& connection);

    /** Frees all connections, for the end of a run. */
    void Clear();

    /** By number; nullptr where one has ended. */
    const std::vector<std::unique_ptr<DctcpConnection>>& All() const
    {
        return m_connections;
    }

  private:
    static constexpr uint32_t SLOT_BITS = 22;
    static constexpr uint32_t SLOT_MASK = (1U << SLOT_BITS) - 1;

    std::vector<std::unique_ptr<DctcpConnection>> m_connections;
    std::deque<uint32_t> m_free; //!< numbers for the next ones to take the place of ended ones
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_CONNECTIONS_H
