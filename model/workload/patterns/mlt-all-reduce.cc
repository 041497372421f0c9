// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-all-reduce.h"

#include "ns3/double.h"
#include "ns3/mlt-gradient-buckets.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-pattern-hosts.h"
#include "ns3/mlt-training-steps.h"
#include "ns3/uinteger.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(AllReduce);

namespace
{

// PyTorch's DistributedDataParallel: bucket_cap_mb = 25 and kDefaultFirstBucketBytes
constexpr uint64_t MIB = 1024 * 1024;
constexpr uint64_t DDP_BUCKET_BYTES = 25 * MIB;
constexpr uint64_t DDP_FIRST_BUCKET_BYTES = MIB;

/** One gradient, and no compute. */
ModelTrace
OneGradient(uint64_t bytes)
{
    return {"all-reduce", {{0, "gradient", bytes, bytes, 0, 0}}};
}

} // namespace

TypeId
AllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::AllReduce")
            .SetParent<TrafficPattern>()
            .SetGroupName("Mlt")
            .AddAttribute("Bytes",
                          "Size of one gradient that is all-reduced without a model and without "
                          "compute; 0: the gradients of the job's model.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AllReduce::m_bytes),
                          MakeUintegerChecker<uint64_t>(0, MOST_PATTERN_BYTES))
            .AddAttribute("BucketBytes",
                          "Gradients are fused into buckets, each full when it has so many bytes; "
                          "0: no fusion, every tensor by itself. The default is that of PyTorch's "
                          "DistributedDataParallel (25 MiB).",
                          UintegerValue(DDP_BUCKET_BYTES),
                          MakeUintegerAccessor(&AllReduce::m_bucketBytes),
                          MakeUintegerChecker<uint64_t>(0, MOST_PATTERN_BYTES))
            .AddAttribute("FirstBucketBytes",
                          "When the first bucket of an iteration is full, if that is less than "
                          "BucketBytes: a small one begins early. The default is that of PyTorch's "
                          "DistributedDataParallel (1 MiB).",
                          UintegerValue(DDP_FIRST_BUCKET_BYTES),
                          MakeUintegerAccessor(&AllReduce::m_firstBucketBytes),
                          MakeUintegerChecker<uint64_t>(0, MOST_PATTERN_BYTES))
            .AddAttribute("Jitter",
                          "A worker's forward pass starts late by up to this share of its compute "
                          "in an iteration, drawn anew for each. Real workers differ by about 1 %; "
                          "at 0 all send in step, and results show artefacts of that.",
                          DoubleValue(DEFAULT_JITTER_SHARE),
                          MakeDoubleAccessor(&AllReduce::m_jitter),
                          MakeDoubleChecker<double>(0.0));
    return tid;
}

bool
AllReduce::NeedsModel() const
{
    return m_bytes == 0;
}

std::vector<std::string>
AllReduce::PhaseNames() const
{
    return {"reduce-scatter", "all-gather"};
}

Graph
AllReduce::Build(const PatternInput& input) const
{
    const auto& hosts = input.placement.workers;
    const std::string name = GetInstanceTypeId().GetName();
    const uint32_t ranks = CheckedHostCount(name, hosts);
    const ComputeTimes times{input.computeScale, input.deviceScale, m_jitter};
    CheckComputeTimes(name, times);
    if (NeedsModel() && !input.model)
    {
        throw InputError(name + ": expected a model, or Bytes above 0");
    }
    const ModelTrace model = NeedsModel() ? *input.model : OneGradient(m_bytes);
    const uint32_t layers = model.LayerCount();

    GraphBuilder graph(HostRange(hosts), layers);
    for (const std::string& phase : PhaseNames())
    {
        graph.AddPhase(phase);
    }
    const TrainingSteps training(graph, model, hosts, times);
    for (const auto& bucket : FuseGradients(model, m_bucketBytes, m_firstBucketBytes))
    {
        const uint8_t priority = QueueOfLayer(bucket.layer, layers);
        const CollectiveTransfer transfer{{input.bound, input.pullBound},
                                          bucket.layer,
                                          bucket.tensor,
                                          priority};
        std::vector<StepId> ready;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            ready.push_back(training.Backward(rank, bucket.layer));
        }
        const auto schedule = Schedule(ranks, bucket.bytes);
        const auto sends = AddCollective(graph, schedule, hosts, ready, transfer);
        for (size_t i = 0; i < sends.size(); ++i)
        {
            const uint32_t receiver = schedule.Sends()[i].destination;
            graph.AddEdgeIntoNext(sends[i], training.Forward(receiver, bucket.layer));
        }
    }
    return graph.Build();
}

} // namespace ns3::mlt
