// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_COLLECTIVE_CHECK_H
#define MLT_COLLECTIVE_CHECK_H

#include "ns3/mlt-all-reduce.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{

/**
 * What every rank has at the end of an all-reduce, if some messages are lost whole: a sum goes on
 * without what is missing, and a missing result is replaced by the rank's own sum so far.
 *
 * @param schedule of a buffer of one byte for each piece, in an order in which it may happen.
 * @param lost numbers of messages.
 * @return by rank, then by byte: a bit for each rank whose contribution is in it.
 */
inline std::vector<std::vector<uint64_t>>
SumsUnderLoss(const CollectiveSchedule& schedule,
              uint32_t ranks,
              uint64_t bytes,
              const std::set<uint32_t>& lost)
{
    std::vector<std::vector<uint64_t>> sums(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        sums[rank].assign(bytes, uint64_t{1} << rank);
    }
    for (uint32_t i = 0; i < schedule.Sends().size(); ++i)
    {
        const CollectiveSend& send = schedule.Sends()[i];
        for (uint64_t n = 0; n < send.range.bytes && lost.count(i) == 0; ++n)
        {
            const uint64_t sent = sums[send.source][send.range.first + n];
            uint64_t& has = sums[send.destination][send.range.first + n];
            has = send.phase == RESULT_PHASE ? sent : has | sent;
        }
    }
    return sums;
}

/**
 * Carries a schedule out on sets instead of numbers: what each byte of each message sums up, by
 * what the message waits for alone. So a dependency that is missing shows as a contribution that is
 * missing, and a message that is summed twice as an overlap.
 */
class AllReduceCheck
{
  public:
    static constexpr uint32_t MOST_RANKS = 64;

    /** @param ranks at most MOST_RANKS. */
    AllReduceCheck(const CollectiveSchedule& schedule, uint32_t ranks, uint64_t bytes)
        : m_schedule(schedule),
          m_ranks(ranks),
          m_bytes(bytes),
          m_all(~uint64_t{0} >> (MOST_RANKS - ranks))
    {
        for (uint32_t i = 0; i < schedule.Sends().size(); ++i)
        {
            CarryOut(i);
        }
    }

    /** Whether every rank has the sum of all ranks in every byte. */
    void ExpectComplete() const
    {
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            std::vector<uint32_t> into;
            for (uint32_t i = 0; i < m_schedule.Sends().size(); ++i)
            {
                if (m_schedule.Sends()[i].destination == rank)
                {
                    into.push_back(i);
                }
            }
            for (uint64_t byte = 0; byte < m_bytes; ++byte)
            {
                ASSERT_EQ(SumAt(rank, byte, true, into), m_all)
                    << "rank " << rank << ", byte " << byte;
            }
        }
    }

  private:
    void CarryOut(uint32_t number)
    {
        const CollectiveSend& send = m_schedule.Sends()[number];
        ASSERT_LT(send.source, m_ranks);
        ASSERT_LT(send.destination, m_ranks);
        ASSERT_NE(send.source, send.destination);
        ASSERT_GT(send.range.bytes, 0U);
        ASSERT_LE(send.range.first + send.range.bytes, m_bytes);
        const auto before = m_schedule.BeforeOf(number);
        const std::vector<uint32_t> into(before.begin(), before.end());
        std::vector<uint64_t> sums;
        for (uint64_t i = 0; i < send.range.bytes; ++i)
        {
            sums.push_back(SumAt(send.source, send.range.first + i, send.hasOwn, into));
            if (send.phase == RESULT_PHASE)
            {
                ASSERT_EQ(sums.back(), m_all) << "message " << number;
            }
        }
        m_sums.push_back(sums);
    }

    /** What a rank knows of a byte by some messages: a result, or its own and all that is summed.
     */
    uint64_t SumAt(uint32_t rank,
                   uint64_t byte,
                   bool hasOwn,
                   const std::vector<uint32_t>& messages) const
    {
        uint64_t sum = hasOwn ? uint64_t{1} << rank : 0;
        uint64_t result = 0;
        for (const uint32_t message : messages)
        {
            const CollectiveSend& send = m_schedule.Sends()[message];
            if (byte < send.range.first || byte >= send.range.first + send.range.bytes)
            {
                continue;
            }
            const uint64_t part = m_sums[message][byte - send.range.first];
            if (send.phase == RESULT_PHASE)
            {
                result |= part;
            }
            else
            {
                EXPECT_EQ(sum & part, 0U) << "message " << message << " is summed twice";
                sum |= part;
            }
        }
        return result ? result : sum;
    }

    const CollectiveSchedule& m_schedule;
    const uint32_t m_ranks;
    const uint64_t m_bytes;
    const uint64_t m_all;
    std::vector<std::vector<uint64_t>> m_sums; //!< by message and byte: a bit for each rank
};

} // namespace ns3::mlt

#endif // MLT_COLLECTIVE_CHECK_H
