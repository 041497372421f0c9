// SPDX-License-Identifier: GPL-2.0-only
// The sorter of arrivals against std::stable_sort.
#include "ns3/mlt-arrival-sorter.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

TEST(ArrivalSorter, SortsWhatIsSpreadInAnyWay)
{
    ArrivalSorter sorter; // one for all: what it keeps must not matter
    SmallRandom random(7);
    for (int i = 0; i < 3000; ++i)
    {
        const size_t count = random.Below(1 + i % 300);
        const uint32_t span = 1 + random.Below(i % 3 == 0 ? 5 : 1000000); // often equal ticks
        std::vector<FrameArrival> arrivals(count + 1);
        for (auto& arrival : arrivals)
        {
            const bool isFar = i % 7 == 0 && random.Below(10) == 0;
            arrival = {int64_t{random.Below(span)} * (isFar ? 1000000 : 1), nullptr};
        }
        std::vector<FrameArrival> expected = arrivals;
        std::stable_sort(expected.begin(), expected.end() - 1, IsEarlier);
        sorter.Sort(arrivals.data(), count);
        for (size_t at = 0; at <= count; ++at) // the last one is not to be touched
        {
            ASSERT_EQ(arrivals[at].tick, expected[at].tick) << "case " << i << ", place " << at;
        }
    }
}

TEST(ArrivalSorter, LosesNoFrame)
{
    ArrivalSorter sorter;
    SmallRandom random(8);
    constexpr size_t COUNT = 500;
    std::vector<Frame> frames(COUNT);
    std::vector<FrameArrival> arrivals;
    for (auto& frame : frames)
    {
        frame.source = random.Below(100000);
        arrivals.emplace_back(frame.source, &frame);
    }
    sorter.Sort(arrivals.data(), COUNT);
    for (const FrameArrival& arrival : arrivals)
    {
        EXPECT_EQ(arrival.tick, arrival.frame->source);
        arrival.frame->destination = 1;
    }
    EXPECT_TRUE(std::all_of(frames.begin(), frames.end(), [](const Frame& frame) {
        return frame.destination == 1;
    }));
}

} // namespace
} // namespace ns3::mlt
