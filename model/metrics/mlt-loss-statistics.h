// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LOSS_STATISTICS_H
#define MLT_LOSS_STATISTICS_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-workload-records.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** What is finally lost of a job's tensors, by layer, phase and magnitude. */
class LossStatistics
{
  public:
    /**
     * @param graph the job's; must outlive this.
     * @param transport tells which packets were droppable; must outlive this.
     */
    LossStatistics(const Graph& graph, const MessageTransport& transport);

    void Add(const TransferRecord& record);

    /** Counts the missing packets of a message that is complete at its receiver. */
    void Add(const Message& message, uint8_t phase, const Delivery& delivery);

    /** Appends a row for each layer and phase to a list. Keys: doc/results.md. */
    void AppendTo(Json& rows, const std::string& job) const;

  private:
    /** Final loss of one layer in one phase. */
    struct Loss
    {
        uint64_t bytes{0};
        uint64_t lost{0};
        uint64_t lostDroppablePackets{0};
        uint64_t lostProtectedPackets{0};
    };

    Loss& Of(uint32_t layer, uint8_t phase);

    const Graph& m_graph;
    const MessageTransport& m_transport;
    std::vector<Loss> m_losses; //!< by layer, then phase
};

} // namespace ns3::mlt

#endif // MLT_LOSS_STATISTICS_H
