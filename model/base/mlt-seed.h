// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SEED_H
#define MLT_SEED_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * 64 bits drawn from one of ns-3's random streams, to seed a SmallRandom or a hash.
 *
 * @param stream the stream's number (as of AssignStreams), or -1 for the next automatic one.
 * @return a word that depends on RngSeed, RngRun and the stream alone.
 */
uint64_t SeedFromStream(int64_t stream);

} // namespace ns3::mlt

#endif // MLT_SEED_H
