// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-floor-case.h"

#include "mlt-benchmark-memory.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-express-simulator.h"
#include "ns3/mlt-random.h"
#include "ns3/simulator.h"

#include <vector>

namespace ns3::mlt
{

namespace
{

/** How many events are still to come, of all no-ops together. */
struct Countdown
{
    uint64_t left;
};

/** An event that only schedules itself again. */
class NoOp
{
  public:
    NoOp(Countdown& countdown, Time delay)
        : m_countdown(countdown),
          m_delay(delay)
    {
    }

    void Fire()
    {
        if (--m_countdown.left == 0)
        {
            Simulator::Stop();
        }
        Simulator::Schedule(m_delay, &NoOp::Fire, this);
    }

  private:
    Countdown& m_countdown;
    Time m_delay;
};

} // namespace

BenchmarkResult
RunFloorCase(const BenchmarkOptions& options)
{
    if (!options.namesEngine)
    {
        UseExpressSimulator();
    }
    ApplyAttributes(options);
    Countdown countdown{options.events};
    SmallRandom random(options.seed);
    const int64_t delayPs = options.plan.links.front().delayPs;
    std::vector<NoOp> events(options.pending, NoOp(countdown, FromPs(delayPs)));
    for (NoOp& event : events)
    {
        const double share = random.Unit(); // of a delay: evenly spread, as many links' frames are
        Simulator::Schedule(FromPs(static_cast<int64_t>(share * static_cast<double>(delayPs))),
                            &NoOp::Fire,
                            &event);
    }
    BenchmarkResult result;
    result.buildBytes = ResidentBytes();
    const double begin = CpuSeconds();
    Simulator::Run();
    result.cpuSeconds = CpuSeconds() - begin;
    result.events = Simulator::GetEventCount();
    result.hops = result.events;
    result.dataHops = result.events;
    result.simulatedUs = static_cast<double>(NowPs()) / static_cast<double>(PS_PER_US);
    result.peakPending = options.pending;
    Simulator::Destroy();
    return result;
}

} // namespace ns3::mlt
