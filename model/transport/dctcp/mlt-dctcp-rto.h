// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_RTO_H
#define MLT_DCTCP_RTO_H

#include "ns3/mlt-dctcp-parameters.h"

#include <algorithm>
#include <cstdint>

namespace ns3::mlt
{

/**
 * The retransmission timeout of RFC 6298, with a clock of no granularity (picoseconds). Every
 * sample comes from an echoed timestamp (RFC 7323), so that Karn's ambiguity does not arise and
 * retransmissions give samples too. The handshake's round trip counts as first sample.
 */
class DctcpRto
{
  public:
    /** @param parameters must outlive this object. */
    explicit DctcpRto(const DctcpParameters& parameters)
        : m_parameters(parameters),
          m_smoothed(parameters.handshakeRttPs),
          m_variation(parameters.handshakeRttPs / 2)
    {
    }

    /** A round trip was measured; ends the backoff (RFC 6298, end of section 5). */
    void Sample(int64_t rttPs)
    {
        const int64_t error = rttPs - m_smoothed;
        m_variation += ((error < 0 ? -error : error) - m_variation) / 4;
        m_smoothed += error / 8;
        m_backoff = 1;
    }

    /** A timeout: the next one takes twice as long. */
    void Backoff()
    {
        if (RtoPs() < m_parameters.maxRtoPs)
        {
            m_backoff *= 2;
        }
    }

    /** The timeout, in [MinRto, MaxRto]. */
    int64_t RtoPs() const
    {
        const int64_t base = std::max(m_smoothed + 4 * m_variation, m_parameters.minRtoPs);
        return base > m_parameters.maxRtoPs / m_backoff ? m_parameters.maxRtoPs : base * m_backoff;
    }

    int64_t SmoothedRttPs() const
    {
        return m_smoothed;
    }

  private:
    const DctcpParameters& m_parameters;
    int64_t m_smoothed;
    int64_t m_variation;
    int64_t m_backoff{1};
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_RTO_H
