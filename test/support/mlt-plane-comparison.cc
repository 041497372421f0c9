// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-plane-comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

namespace ns3::mlt
{

namespace
{

using Step = PlaneOutcome::Step;

constexpr uint32_t PACKET_BYTES = 1502; // the largest frame
constexpr double SHARE = 0.02;          // that competing flows may differ by
constexpr uint64_t FRAMES = 4;          // or so many frames, for drops of a class

bool
operator==(const Step& a, const Step& b)
{
    return a.atPs == b.atPs && a.link == b.link && a.isDrop == b.isDrop && a.name == b.name &&
           a.bytes == b.bytes;
}

/** Looks for what else happened at the instant at which a frame came to a port. */
class TieFinder
{
  public:
    TieFinder(const NetworkPlan& plan, const PlaneOutcome& outcome)
        : m_plan(plan),
          m_outcome(outcome)
    {
    }

    /** Whether a frame came to the port of a step at the instant of another arrival or service. */
    bool IsTied(const Step& step) const
    {
        const uint32_t node = m_plan.links[step.link].from;
        int64_t arrivedPs = step.atPs;
        bool isTransit = false; // not made here
        for (const Step& hop : m_outcome.steps)
        {
            const bool leadsHere = !hop.isDrop && m_plan.links[hop.link].to == node;
            if (leadsHere && hop.name == step.name && ArrivalPs(hop) <= step.atPs)
            {
                arrivedPs = ArrivalPs(hop);
                isTransit = true;
            }
        }
        return std::any_of(m_outcome.steps.begin(), m_outcome.steps.end(), [&](const Step& s) {
            const bool arrives =
                !s.isDrop && m_plan.links[s.link].to == node && ArrivalPs(s) == arrivedPs;
            const bool isServed =
                isTransit && !s.isDrop && s.link == step.link && s.atPs == arrivedPs;
            return s.name != step.name && (arrives || isServed);
        });
    }

  private:
    int64_t ArrivalPs(const Step& hop) const
    {
        const auto& link = m_plan.links[hop.link];
        return hop.atPs + SerializationPs(hop.bytes, link.bitRate) + link.delayPs;
    }

    const NetworkPlan& m_plan;
    const PlaneOutcome& m_outcome;
};

uint64_t
CountOf(const std::map<PlaneClass, uint64_t>& counts, const PlaneClass& which)
{
    const auto found = counts.find(which);
    return found == counts.end() ? 0 : found->second;
}

double
CompletionTime(const PlaneOutcome& outcome, const PlaneCase::Start& start)
{
    return static_cast<double>(outcome.completions.at(start.message.id).atPs - start.atPs);
}

} // namespace

Both
RunBoth(const PlaneCase& experiment)
{
    Both both{RunOnExpressPlane(experiment), RunOnStackPlane(experiment)};
    EXPECT_EQ(both.express.completions.size(), experiment.starts.size());
    EXPECT_EQ(both.stack.completions.size(), experiment.starts.size());
    EXPECT_EQ(both.express.sentBytes.size(), experiment.starts.size());
    EXPECT_EQ(both.stack.sentBytes.size(), experiment.starts.size());
    return both;
}

size_t
FirstDifference(const Both& both)
{
    const auto& express = both.express.steps;
    const auto& stack = both.stack.steps;
    const size_t common = std::min(express.size(), stack.size());
    size_t i = 0;
    while (i < common && express[i] == stack[i])
    {
        ++i;
    }
    return i;
}

bool
NeverPart(const Both& both)
{
    const size_t steps = both.express.steps.size();
    return steps == both.stack.steps.size() && FirstDifference(both) == steps;
}

bool
PartAtATie(const PlaneCase& experiment, const Both& both)
{
    const size_t i = FirstDifference(both);
    const NetworkPlan plan = PlanOf(experiment);
    for (const PlaneOutcome* outcome : {&both.express, &both.stack})
    {
        const TieFinder finder(plan, *outcome);
        for (const PlaneOutcome* other : {&both.express, &both.stack})
        {
            if (i < other->steps.size() && finder.IsTied(other->steps[i]))
            {
                return true;
            }
        }
    }
    return false;
}

uint64_t
Sum(const std::map<PlaneClass, uint64_t>& counts, const std::string& what)
{
    uint64_t sum = 0;
    for (const auto& [which, frames] : counts)
    {
        sum += what.empty() || std::get<1>(which) == what ? frames : 0;
    }
    return sum;
}

int64_t
WorstInstant(const Both& both)
{
    int64_t worst = 0;
    for (const auto& [id, express] : both.express.completions)
    {
        worst = std::max(worst, std::abs(both.stack.completions.at(id).atPs - express.atPs));
    }
    return worst;
}

double
WorstShare(const PlaneCase& experiment, const Both& both)
{
    double worst = 0;
    for (const auto& start : experiment.starts)
    {
        const double express = CompletionTime(both.express, start);
        worst = std::max(worst, std::abs(CompletionTime(both.stack, start) / express - 1));
    }
    return worst;
}

double
MeanShare(const PlaneCase& experiment, const Both& both)
{
    double express = 0;
    double stack = 0;
    for (const auto& start : experiment.starts)
    {
        express += CompletionTime(both.express, start);
        stack += CompletionTime(both.stack, start);
    }
    return stack / express - 1;
}

void
ExpectAlike(const PlaneCase& experiment, const Both& both)
{
    EXPECT_LE(WorstShare(experiment, both), SHARE);
    std::map<PlaneClass, uint64_t> all = both.express.drops;
    all.insert(both.stack.drops.begin(), both.stack.drops.end());
    for (const auto& entry : all)
    {
        const auto express = CountOf(both.express.drops, entry.first);
        const auto stack = CountOf(both.stack.drops, entry.first);
        const auto allowed =
            std::max(FRAMES, static_cast<uint64_t>(SHARE * static_cast<double>(express)));
        EXPECT_LE(std::max(express, stack) - std::min(express, stack), allowed)
            << std::get<0>(entry.first) << " " << std::get<1>(entry.first) << " queue "
            << std::get<2>(entry.first) << (std::get<3>(entry.first) ? " protected" : " droppable")
            << ": " << express << " express, " << stack << " stack";
    }
}

void
ExpectTheSame(const PlaneCase& experiment, const Both& both)
{
    EXPECT_EQ(both.express.lost, both.stack.lost);
    EXPECT_EQ(both.express.drops, both.stack.drops);
    EXPECT_EQ(both.express.marks, both.stack.marks);
    EXPECT_EQ(both.express.sentBytes, both.stack.sentBytes);
    EXPECT_LE(WorstInstant(both), SerializationPs(PACKET_BYTES, experiment.bitRate));
    for (const auto& [id, express] : both.express.completions)
    {
        const auto& stack = both.stack.completions.at(id);
        EXPECT_EQ(express.bytes, stack.bytes) << "message " << id;
        EXPECT_EQ(express.received, stack.received) << "message " << id;
    }
}

void
ExpectNoDifferenceBeforeATie(const PlaneCase& experiment, const Both& both)
{
    EXPECT_TRUE(NeverPart(both) || PartAtATie(experiment, both))
        << "the planes part at step " << FirstDifference(both) << " without a tie";
}

} // namespace ns3::mlt
