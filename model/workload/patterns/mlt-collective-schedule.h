// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_COLLECTIVE_SCHEDULE_H
#define MLT_COLLECTIVE_SCHEDULE_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-loss-bound.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** A run of bytes of a buffer. */
struct ByteRange
{
    uint64_t first{0};
    uint64_t bytes{0};
};

/**
 * Cuts a range into pieces of one size, where the division leaves a rest of one byte more for the
 * first ones; there are pieces of no bytes if there are more pieces than bytes.
 *
 * @param pieces how many, at least 1.
 * @param piece which, from 0.
 */
ByteRange EvenPiece(const ByteRange& range, uint32_t pieces, uint32_t piece);

/** One message of a collective, among ranks (places in a job's list of workers). */
struct CollectiveSend
{
    uint32_t source{0};
    uint32_t destination{0}; //!< another rank
    ByteRange range;         //!< of the buffer that is worked on; at least 1 byte
    uint8_t phase{0};        //!< index in the graph's phases
    bool hasOwn{false};      //!< data of the source's own are in it, so it waits for those
};

/**
 * Who sends what to whom in one collective operation, and after what: plain data, of which
 * AddCollective makes transfers. A message waits for messages into its source alone, so that a
 * rank knows by itself when it may send.
 */
class CollectiveSchedule
{
  public:
    /** The messages that one waits for; for a range-based for. */
    class Before
    {
      public:
        Before(const uint32_t* first, const uint32_t* last)
            : m_first(first),
              m_last(last)
        {
        }

        const uint32_t* begin() const
        {
            return m_first;
        }

        const uint32_t* end() const
        {
            return m_last;
        }

      private:
        const uint32_t* m_first;
        const uint32_t* m_last;
    };

    /**
     * Adds a message.
     * @param after the messages that must have arrived before, by the numbers that Add returned.
     * @return its number, from 0.
     * @throw std::logic_error if one of @p after does not go to the message's source.
     */
    uint32_t Add(const CollectiveSend& send, const std::vector<uint32_t>& after);

    const std::vector<CollectiveSend>& Sends() const
    {
        return m_sends;
    }

    /** @param send its number. */
    Before BeforeOf(uint32_t send) const
    {
        return {m_before.data() + m_firstBefore[send], m_before.data() + m_firstBefore[send + 1]};
    }

    /** How many pairs (message, one that it waits for) there are. */
    size_t BeforeCount() const
    {
        return m_before.size();
    }

  private:
    std::vector<CollectiveSend> m_sends;
    std::vector<uint32_t> m_firstBefore{0}; //!< by message, and one more at the end
    std::vector<uint32_t> m_before;
};

/** What the transfers of a collective have in common. */
struct CollectiveTransfer
{
    std::vector<LossBound> bounds; //!< by phase
    uint32_t layer{0};
    uint32_t tensor{0};
    uint8_t priority{FIRST_DATA_QUEUE};
};

/**
 * Adds a collective to a graph: a transfer for each message.
 *
 * @param hosts by rank.
 * @param ready the steps after which a rank's own data are there, by rank; empty: from the start.
 * @return the transfers, by message.
 */
std::vector<StepId> AddCollective(GraphBuilder& graph,
                                  const CollectiveSchedule& schedule,
                                  const std::vector<uint32_t>& hosts,
                                  const std::vector<StepId>& ready,
                                  const CollectiveTransfer& transfer);

} // namespace ns3::mlt

#endif // MLT_COLLECTIVE_SCHEDULE_H
