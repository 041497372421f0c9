// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-halving-doubling.h"

#include "ns3/mlt-short-name.h"

#include <utility>
#include <vector>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(HalvingDoublingAllReduce);

namespace
{

const ShortName NAME("halving-doubling",
                     &HalvingDoublingAllReduce::GetTypeId,
                     "all-reduce by recursive halving and doubling, in 2 log2 N steps");

/** Lays the messages out, one step after the other. */
class Builder
{
  public:
    Builder(uint32_t ranks, uint64_t bytes)
        : m_whole{0, bytes},
          m_into(ranks),
          m_arriving(ranks)
    {
        while (2 * m_core <= ranks)
        {
            m_core *= 2;
        }
        m_folded = ranks - m_core;
    }

    CollectiveSchedule Build()
    {
        for (uint32_t pair = 0; pair < m_folded; ++pair)
        {
            Send(2 * pair, 2 * pair + 1, m_whole, REDUCE_PHASE);
        }
        EndStep();
        const std::vector<ByteRange> all(m_core, m_whole);
        HalveFrom(1, all);
        for (uint32_t pair = 0; pair < m_folded; ++pair)
        {
            Send(2 * pair + 1, 2 * pair, m_whole, RESULT_PHASE);
        }
        EndStep();
        return std::move(m_schedule);
    }

  private:
    /**
     * Halves what each rank works on, goes on with the next distance, and comes back.
     * @param ranges by place in the core: what is worked on.
     */
    void HalveFrom(uint32_t distance, const std::vector<ByteRange>& ranges)
    {
        if (distance >= m_core)
        {
            return;
        }
        std::vector<ByteRange> kept(m_core);
        for (uint32_t place = 0; place < m_core; ++place)
        {
            const uint32_t half = place & distance ? 1 : 0;
            kept[place] = EvenPiece(ranges[place], 2, half);
            const ByteRange given = EvenPiece(ranges[place], 2, 1 - half);
            Send(RankOf(place), RankOf(place ^ distance), given, REDUCE_PHASE);
        }
        EndStep();
        HalveFrom(2 * distance, kept);
        for (uint32_t place = 0; place < m_core; ++place)
        {
            Send(RankOf(place), RankOf(place ^ distance), kept[place], RESULT_PHASE);
        }
        EndStep();
    }

    /** The rank at a place of the core: of each folded pair the second one, then the others. */
    uint32_t RankOf(uint32_t place) const
    {
        return place < m_folded ? 2 * place + 1 : place + m_folded;
    }

    /** After all that has come to the source in earlier steps. */
    void Send(uint32_t source, uint32_t destination, const ByteRange& range, uint8_t phase)
    {
        if (range.bytes > 0)
        {
            const CollectiveSend send{source, destination, range, phase, true};
            m_arriving[destination].push_back(m_schedule.Add(send, m_into[source]));
        }
    }

    void EndStep()
    {
        for (size_t rank = 0; rank < m_into.size(); ++rank)
        {
            auto& into = m_into[rank];
            into.insert(into.end(), m_arriving[rank].begin(), m_arriving[rank].end());
            m_arriving[rank].clear();
        }
    }

    const ByteRange m_whole;
    uint32_t m_core{1};   //!< the largest power of two that is not above the ranks
    uint32_t m_folded{0}; //!< pairs of which one takes part for both
    CollectiveSchedule m_schedule;
    std::vector<std::vector<uint32_t>> m_into;     //!< by rank: all messages of earlier steps
    std::vector<std::vector<uint32_t>> m_arriving; //!< by rank: those of this step
};

} // namespace

TypeId
HalvingDoublingAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::HalvingDoublingAllReduce")
                            .SetParent<AllReduce>()
                            .SetGroupName("Mlt")
                            .AddConstructor<HalvingDoublingAllReduce>();
    return tid;
}

CollectiveSchedule
HalvingDoublingAllReduce::Schedule(uint32_t ranks, uint64_t bytes) const
{
    return Builder(ranks, bytes).Build();
}

} // namespace ns3::mlt
