// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-sending-pair.h"

namespace ns3::mlt
{

SendingPair::SendingPair(uint32_t flowHash, const Pacer& pacer)
    : m_flowHash(flowHash),
      m_pacer(pacer)
{
}

void
SendingPair::Open(const MltSenderMessage& message, int64_t nowPs)
{
    if (m_open == 0)
    {
        m_pacer.Resume(nowPs);
    }
    ++m_open;
    m_bound = LossBound::FromBillionths(message.fields.boundBillionths).Share();
}

void
SendingPair::Close(MltSenderMessage& message)
{
    --m_open;
    Unlist(message);
}

void
SendingPair::Enlist(MltSenderMessage& message)
{
    MltSenderMessage** place = &m_first;
    while (*place && (*place)->Rank() <= message.Rank())
    {
        place = &(*place)->nextOfPair;
    }
    message.nextOfPair = *place;
    *place = &message;
}

void
SendingPair::Unlist(MltSenderMessage& message)
{
    MltSenderMessage** place = &m_first;
    while (*place && *place != &message)
    {
        place = &(*place)->nextOfPair;
    }
    if (*place)
    {
        *place = message.nextOfPair;
        message.nextOfPair = nullptr;
    }
}

bool
SendingPair::OnFeedback(const MltHeader& header, int64_t nowPs)
{
    constexpr double BITS_PER_KBIT = 1000;
    const auto received = static_cast<int32_t>(header.received - m_received);
    if (received < 0)
    {
        return false;
    }
    FeedbackSample sample{};
    sample.nowPs = nowPs;
    sample.rttPs = nowPs - header.sendTimePs;
    sample.received = static_cast<uint32_t>(received);
    sample.marked = header.marked - m_marked;
    sample.missing = header.missing - m_missing;
    sample.bound = m_bound;
    sample.share = header.shareKbps * BITS_PER_KBIT;
    m_received = header.received;
    m_marked = header.marked;
    m_missing = header.missing;
    m_pacer.OnFeedback(sample, header.pairSequence);
    return true;
}

} // namespace ns3::mlt
