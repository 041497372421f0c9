// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-link.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-egress.h"

#include <algorithm>

namespace ns3::mlt
{

WireFormat
ChooseFormat(const NetDevice& device, const UdpLinkSettings& settings)
{
    constexpr auto OF_DEVICE = UdpLinkSettings::OF_DEVICE;
    const uint32_t most = device.GetMtu();
    WireFormat format;
    format.mtu = settings.mtu ? settings.mtu : std::min(most, UdpLinkSettings::MOST_MTU);
    if (format.mtu > most || format.mtu < UdpLinkSettings::LEAST_MTU)
    {
        NS_FATAL_ERROR("attribute Mtu of ns3::mlt::UdpHostPort is "
                       << format.mtu << ", expected " << UdpLinkSettings::LEAST_MTU
                       << " to the device's " << most << ": nothing is fragmented");
    }
    const LinkFraming framing = FramingOf(device);
    format.linkOverhead = settings.overhead == OF_DEVICE ? framing.overhead
                                                         : static_cast<uint32_t>(settings.overhead);
    format.minimumFrame = settings.minimumFrame == OF_DEVICE
                              ? framing.minimum
                              : static_cast<uint32_t>(settings.minimumFrame);
    return format;
}

uint64_t
ChooseBitRate(const NetDevice& device, const DataRate& given)
{
    const uint64_t rate = given.GetBitRate() ? given.GetBitRate() : LinkRateOf(device);
    if (rate == 0)
    {
        NS_FATAL_ERROR("the rate of a " << device.GetInstanceTypeId().GetName()
                                        << " is not one number; set attribute DataRate of "
                                           "ns3::mlt::UdpHostPort");
    }
    return rate;
}

} // namespace ns3::mlt
