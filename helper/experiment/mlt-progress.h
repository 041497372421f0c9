// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PROGRESS_H
#define MLT_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * Shows on standard error how a run goes on: a line that is rewritten on a terminal, plain lines
 * now and then when piped.
 */
class ProgressPrinter
{
  public:
    explicit ProgressPrinter(std::string title);

    /** Shows the state if it is time to. @param share done, in [0, 1]. */
    void Update(int64_t simulatedPs, double share, uint64_t packetHops);

    /** Removes the line from a terminal. */
    void End();

    /** Seconds of wall time since construction. */
    double Seconds() const;

  private:
    std::string m_title;
    bool m_terminal;
    std::chrono::steady_clock::time_point m_start;
    double m_nextAt;
};

} // namespace ns3::mlt

#endif // MLT_PROGRESS_H
