// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-protocol.h"

#include "ns3/fatal-error.h"
#include "ns3/hash.h"
#include "ns3/mlt-input-error.h"

#include <array>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint32_t END_SHIFT = 8; //!< in LinkCrossing::kind, above the type's octet

/** By number; null where none is registered. */
using Registry = std::array<const FrameProtocol*, FrameProtocol::NUMBERS>;

Registry&
TheRegistry()
{
    static Registry registry{};
    return registry;
}

std::string
NamesOf(const Registry& registry)
{
    std::string names;
    for (const FrameProtocol* protocol : registry)
    {
        names += protocol ? (names.empty() ? "" : ", ") + protocol->Name() : "";
    }
    return names;
}

/** A number that is free. @throw InputError as FrameProtocol's constructor. */
uint8_t
FreeNumber(const std::string& name)
{
    const Registry& registry = TheRegistry();
    uint8_t number = 0;
    for (uint32_t i = FrameProtocol::NUMBERS; --i > 0;)
    {
        if (!registry[i])
        {
            number = static_cast<uint8_t>(i);
        }
        else if (registry[i]->Name() == name)
        {
            throw InputError("protocol of frames '" + name +
                             "' is registered already; a protocol is one object, and its name is "
                             "its own: choose another one");
        }
    }
    if (number == 0)
    {
        throw InputError("protocol of frames '" + name + "': a program has at most " +
                         std::to_string(FrameProtocol::NUMBERS - 1) + ", and has " +
                         NamesOf(registry) + "; load fewer plugins");
    }
    return number;
}

} // namespace

FrameProtocol::FrameProtocol(std::string name, std::vector<FrameType> types, uint8_t ends)
    : m_name(std::move(name)),
      m_types(std::move(types)),
      m_key(Hash32(m_name)),
      m_typeCount(static_cast<uint8_t>(m_types.size())),
      m_ends(ends),
      m_number(FreeNumber(m_name))
{
    if (m_types.empty() || m_types.size() > MOST_TYPES || ends == 0 || ends > MOST_ENDS)
    {
        throw InputError("protocol of frames '" + m_name + "': got " +
                         std::to_string(m_types.size()) + " types and " + std::to_string(ends) +
                         " ends, expected 1 to " + std::to_string(MOST_TYPES) + " and 1 to " +
                         std::to_string(MOST_ENDS));
    }
    for (size_t type = 0; type < m_types.size(); ++type)
    {
        m_dataTypes |= uint32_t{m_types[type].isData} << type;
    }
    TheRegistry()[m_number] = this;
}

FrameProtocol::~FrameProtocol()
{
    TheRegistry()[m_number] = nullptr;
}

void
FrameProtocol::RefuseLabel(uint32_t type, uint32_t end) const
{
    NS_FATAL_ERROR("protocol of frames '" << m_name << "' has no type " << type << " or no end "
                                          << end << "; it has " << m_types.size() << " types and "
                                          << static_cast<uint32_t>(m_ends)
                                          << " ends, numbered from 0");
}

const FrameProtocol&
FrameProtocol::Of(const Frame& frame)
{
    const FrameProtocol* protocol = TheRegistry()[frame.protocol];
    if (!protocol)
    {
        NS_FATAL_ERROR("a frame from host " << frame.source << " to host " << frame.destination
                                            << " has no protocol: its transport did not call "
                                               "FrameProtocol::Label");
    }
    return *protocol;
}

LinkCrossing
FrameProtocol::CrossingOf(const Frame& frame)
{
    const FrameProtocol& protocol = Of(frame);
    LinkCrossing crossing;
    crossing.source = frame.source;
    crossing.destination = frame.destination;
    crossing.kind = protocol.m_key + (uint32_t{frame.end} << END_SHIFT | frame.type);
    crossing.isData = frame.isData;
    protocol.Identify(frame, crossing);
    return crossing;
}

void
FrameProtocol::Identify(const Frame&, LinkCrossing&) const
{
}

} // namespace ns3::mlt
