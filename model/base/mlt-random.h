// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RANDOM_H
#define MLT_RANDOM_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * Finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA'14): a bijection of 64-bit words whose
 * output bits all depend on all input bits. Used wherever a decision must be a pure function of
 * (seed, names) rather than of the order of events.
 */
constexpr uint64_t
Mix64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/** Hash of two words; chain it for more. */
constexpr uint64_t
Mix64(uint64_t a, uint64_t b)
{
    return Mix64(Mix64(a) ^ b);
}

/** The upper 53 bits of a word as a number in [0, 1). */
constexpr double
UnitInterval(uint64_t word)
{
    return static_cast<double>(word >> 11) * 0x1.0p-53;
}

/**
 * A small generator for per-packet randomness (xoshiro256++, Blackman and Vigna 2019): a few
 * nanoseconds a draw where ns-3's UniformRandomVariable takes about thirty. Seed it from an ns-3
 * stream (see SeedFromStream) so that RngSeed, RngRun and AssignStreams still decide everything.
 */
class SmallRandom
{
  public:
    explicit SmallRandom(uint64_t seed = 1)
    {
        for (auto& word : m_state)
        {
            seed = Mix64(seed);
            word = seed;
        }
    }

    /** Next 64 random bits. */
    uint64_t Next()
    {
        const uint64_t result = Rotate(m_state[0] + m_state[3], 23) + m_state[0];
        const uint64_t t = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= t;
        m_state[3] = Rotate(m_state[3], 45);
        return result;
    }

    /** Uniform in [0, 1). */
    double Unit()
    {
        return UnitInterval(Next());
    }

    /**
     * Uniform in [0, n), n in [1, 2^32). By multiplication of the upper 32 bits (Lemire 2019,
     * without rejection): the bias is below n / 2^32, far under what a simulation resolves.
     */
    uint32_t Below(uint32_t n)
    {
        return static_cast<uint32_t>(((Next() >> 32) * n) >> 32);
    }

  private:
    static constexpr uint64_t Rotate(uint64_t x, int k)
    {
        return (x << k) | (x >> (64 - k));
    }

    uint64_t m_state[4];
};

} // namespace ns3::mlt

#endif // MLT_RANDOM_H
