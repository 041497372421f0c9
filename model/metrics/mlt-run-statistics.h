// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RUN_STATISTICS_H
#define MLT_RUN_STATISTICS_H

#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-workload-records.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** What the summary tells of transfers and iterations, of one job or of several together. */
class RunStatistics
{
  public:
    void Add(const TransferRecord& record);

    /** @param record of one job; its iterations come in order. */
    void Add(const IterationRecord& record);

    /** Takes in what another job has. */
    void Add(const RunStatistics& other);

    /** Flow completion and iteration times: fct_mean_ns and so on. Keys: doc/results.md. */
    Json Times() const;

    /** Payload by what became of it. Keys: doc/results.md. */
    Json Totals() const;

  private:
    std::vector<int64_t> m_fctPs;
    std::vector<int64_t> m_iterationPs;
    std::vector<int64_t> m_steadyPs; //!< of neither a first iteration nor the latest one
    std::vector<int64_t> m_latestPs; //!< of the latest iteration, which may be the last
    uint32_t m_latestIteration{0};
    uint64_t m_bytes{0};
    uint64_t m_sent{0};
    uint64_t m_delivered{0};
    uint64_t m_repaired{0};
};

} // namespace ns3::mlt

#endif // MLT_RUN_STATISTICS_H
