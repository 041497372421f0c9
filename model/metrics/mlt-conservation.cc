// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-conservation.h"

#include <fmt/format.h>

namespace ns3::mlt
{

namespace
{

std::string
Compare(const char* kind, const char* verb, const FrameCount& made, const FrameCount& accounted)
{
    if (made == accounted)
    {
        return "";
    }
    return fmt::format("{} not conserved: {} frames ({} bytes) {}, but {} frames ({} bytes) "
                       "received, dropped or in flight; ",
                       kind,
                       made.frames,
                       made.bytes,
                       verb,
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
    std::string text =
        Compare("data", "sent", sent.data, accounted.data + trimmed.whole) +
        Compare("control", "sent", sent.control, accounted.control) +
        Compare("headers of trimmed data", "made", trimmed.headers, accounted.trimmed);
    return text.empty() ? text : text + "this is a bug of the simulator or of a plugin";
}

} // namespace ns3::mlt
