// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-conservation.h"

#include <fmt/format.h>

namespace ns3::mlt
{

namespace
{

std::string
Compare(const char* kind, const FrameCount& sent, const FrameCount& accounted)
{
    if (sent == accounted)
    {
        return "";
    }
    return fmt::format("{} not conserved: {} frames ({} bytes) sent, but {} frames ({} bytes) "
                       "received, dropped or in flight; ",
                       kind,
                       sent.frames,
                       sent.bytes,
                       accounted.frames,
                       accounted.bytes);
}

} // namespace

FrameCounts
Conservation::Accounted() const
{
    FrameCounts sum = dropped;
    sum += inFlight;
    sum += received.useful;
    sum += received.duplicate;
    sum += received.late;
    sum += received.stale;
    return sum;
}

std::string
Conservation::Violation() const
{
    const FrameCounts accounted = Accounted();
    std::string text = Compare("data", sent.data, accounted.data) +
                       Compare("control", sent.control, accounted.control);
    return text.empty() ? text : text + "this is a bug of the simulator or of a plugin";
}

} // namespace ns3::mlt
