// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-progress.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr double TERMINAL_EVERY_S = 0.5;
constexpr double PIPE_EVERY_S = 10;

} // namespace

ProgressPrinter::ProgressPrinter(std::string title)
    : m_title(std::move(title)),
      m_terminal(isatty(STDERR_FILENO) == 1),
      m_start(std::chrono::steady_clock::now()),
      m_nextAt(m_terminal ? TERMINAL_EVERY_S : PIPE_EVERY_S)
{
}

double
ProgressPrinter::Seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void
ProgressPrinter::Update(int64_t simulatedPs, double share, uint64_t packetHops)
{
    const double seconds = Seconds();
    if (seconds < m_nextAt)
    {
        return;
    }
    m_nextAt = seconds + (m_terminal ? TERMINAL_EVERY_S : PIPE_EVERY_S);
    std::string left = "?";
    if (share > 0)
    {
        left = fmt::format("{:.0f} s", seconds * (1 - share) / share);
    }
    const std::string line = fmt::format("{}: {:.3f} ms simulated, {:.1f} % done, {:.2f} million "
                                         "packet-hops/s, {} left",
                                         m_title,
                                         static_cast<double>(simulatedPs) / 1e9,
                                         100 * share,
                                         static_cast<double>(packetHops) / seconds / 1e6,
                                         left);
    fmt::print(stderr, "{}{}{}", m_terminal ? "\r\033[K" : "", line, m_terminal ? "" : "\n");
    std::fflush(stderr);
}

void
ProgressPrinter::End()
{
    if (m_terminal)
    {
        fmt::print(stderr, "\r\033[K");
    }
}

} // namespace ns3::mlt
