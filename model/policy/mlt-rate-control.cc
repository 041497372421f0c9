// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-rate-control.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(RateControl);

TypeId
RateControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RateControl").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

void
RateControl::Start(const Path& path)
{
    m_path = path;
    m_bitRate = LineRate();
    m_windowBytes = FrameBytes();
    Restart();
}

void
RateControl::Restart()
{
}

void
RateControl::OnTimeout()
{
}

double
RateControl::BytesOf(double bitRate, double rtts) const
{
    constexpr double BIT_PS_PER_BYTE = 8e12;
    return bitRate * rtts * BaseRttPs() / BIT_PS_PER_BYTE;
}

} // namespace ns3::mlt
