// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BENCHMARK_RESULT_H
#define MLT_BENCHMARK_RESULT_H

#include <cstdint>
#include <ctime>
#include <optional>

namespace ns3::mlt
{

/** What one case measured; what a variant cannot tell is left open. */
struct BenchmarkResult
{
    uint64_t hops{0};       //!< frames put on a link; floor: events
    uint64_t dataHops{0};   //!< of those, with payload; floor: events
    double cpuSeconds{0};   //!< of this process inside Simulator::Run
    uint64_t events{0};     //!< without those of the benchmark itself
    double simulatedUs{0};  //!< at the end
    uint64_t dropped{0};    //!< frames
    uint64_t buildBytes{0}; //!< resident memory that building network and transport took
    std::optional<uint64_t> peakPending;  //!< events that stood, sampled each simulated us
    std::optional<uint64_t> peakInFlight; //!< frames out of the pool, sampled each simulated us
    std::optional<uint64_t> poolFrames;   //!< frames that the pool holds memory for at the end
};

/** CPU time of this process so far, seconds. */
inline double
CpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    constexpr double NANO = 1e-9;
    return static_cast<double>(time.tv_sec) + NANO * static_cast<double>(time.tv_nsec);
}

} // namespace ns3::mlt

#endif // MLT_BENCHMARK_RESULT_H
