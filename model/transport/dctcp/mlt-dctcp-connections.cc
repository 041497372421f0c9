// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-connections.h"

#include "ns3/abort.h"

namespace ns3::mlt
{

DctcpConnection::DctcpConnection(uint32_t number,
                                 uint32_t from,
                                 uint32_t to,
                                 std::optional<uint64_t> message,
                                 const DctcpParameters& parameters)
    : id(number),
      source(from),
      destination(to),
      single(message.has_value()),
      flow(message.value_or(number)),
      sender(parameters)
{
}

DctcpConnection&
DctcpConnections::Open(uint32_t source,
                       uint32_t destination,
                       std::optional<uint64_t> message,
                       const DctcpParameters& parameters)
{
    uint32_t id = 0;
    if (m_free.empty())
    {
        id = static_cast<uint32_t>(m_connections.size());
        NS_ABORT_MSG_IF(id > SLOT_MASK,
                        "DCTCP: more than " << SLOT_MASK + 1 << " connections are open at once");
        m_connections.emplace_back();
    }
    else
    {
        id = m_free.front();
        m_free.pop_front();
    }
    auto& place = m_connections[id & SLOT_MASK];
    place = std::make_unique<DctcpConnection>(id, source, destination, message, parameters);
    return *place;
}

void
DctcpConnections::Close(const DctcpConnection& connection)
{
    const uint32_t id = connection.id;
    m_free.push_back(id + SLOT_MASK + 1); // wraps to the first of its numbers after the last
    m_connections[id & SLOT_MASK].reset();
}

void
DctcpConnections::Clear()
{
    for (auto& connection : m_connections)
    {
        connection.reset();
    }
}

} // namespace ns3::mlt
