// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LOSS_BOUND_H
#define MLT_LOSS_BOUND_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * The loss bound p of a tensor and direction (MLT, NSDI'24): the share of its bytes that may be
 * missing when it is handed over. Held in billionths, as it travels in headers, so that sender and
 * receiver compute the same whole number of bytes.
 */
class LossBound
{
  public:
    static constexpr uint32_t UNIT = 1000000000;

    constexpr LossBound() = default;

    /** @param share p in [0, 1). Rounded to the nearest billionth below 1. */
    static constexpr LossBound FromShare(double share)
    {
        const auto rounded = static_cast<uint32_t>(share * UNIT + 0.5);
        return FromBillionths(rounded < UNIT ? rounded : UNIT - 1);
    }

    /** @param billionths p x 10^9, in [0, 10^9). */
    static constexpr LossBound FromBillionths(uint32_t billionths)
    {
        LossBound bound;
        bound.m_billionths = billionths;
        return bound;
    }

    constexpr uint32_t Billionths() const
    {
        return m_billionths;
    }

    constexpr double Share() const
    {
        return static_cast<double>(m_billionths) / UNIT;
    }

    /** floor(p x bytes): how many bytes of a tensor may be missing. */
    constexpr uint64_t Tolerated(uint64_t bytes) const
    {
        return bytes / UNIT * m_billionths + bytes % UNIT * m_billionths / UNIT;
    }

    /** ceil((1 - p) x bytes): delivered bytes at which a tensor is complete. */
    constexpr uint64_t Needed(uint64_t bytes) const
    {
        return bytes - Tolerated(bytes);
    }

  private:
    uint32_t m_billionths{0};
};

} // namespace ns3::mlt

#endif // MLT_LOSS_BOUND_H
