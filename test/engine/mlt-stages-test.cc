// SPDX-License-Identifier: GPL-2.0-only
// Work in stages: which stage is done for which item, and when.
#include "ns3/mlt-stages.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** (item, stage), in the order in which they are done. */
using Done = std::vector<std::pair<size_t, size_t>>;

TEST(DoInStages, EachItemPassesAllStagesInOrderAndOnTime)
{
    const size_t aheads[] = {5, 3, 0};
    for (size_t count = 0; count < 12; ++count)
    {
        Done done;
        size_t turn = 0; // the item whose turn it is
        std::vector<size_t> passed(count, 0);
        const auto work = [&](size_t stage) {
            return [&, stage](size_t item) {
                ASSERT_LT(item, count);
                ASSERT_EQ(passed[item]++, stage) << "of item " << item;
                ASSERT_LE(item, turn + aheads[stage]) << "no sooner";
                turn += stage == 2;
                done.emplace_back(item, stage);
            };
        };
        DoInStages(count,
                   Stage{aheads[0], work(0)},
                   Stage{aheads[1], work(1)},
                   Stage{aheads[2], work(2)});
        EXPECT_EQ(passed, std::vector<size_t>(count, 3));
        for (size_t i = 0; i < done.size(); ++i) // each stage has the items in order
        {
            for (size_t j = 0; j < i; ++j)
            {
                ASSERT_TRUE(done[j].second != done[i].second || done[j].first < done[i].first);
            }
        }
    }
}

TEST(DoInStages, AStageIsAsFarAheadAsItSays)
{
    Done done;
    const auto work = [&done](size_t stage) {
        return [&done, stage](size_t item) { done.emplace_back(item, stage); };
    };
    DoInStages(4, Stage{2, work(0)}, Stage{1, work(1)}, Stage{0, work(2)});
    EXPECT_EQ(done,
              (Done{{0, 0},
                    {1, 0},
                    {0, 1}, // before the first has its turn
                    {2, 0},
                    {1, 1},
                    {0, 2},
                    {3, 0},
                    {2, 1},
                    {1, 2},
                    {3, 1},
                    {2, 2},
                    {3, 2}}));
}

TEST(DueStages, WithEachThatComesThoseBeforeItGoOn)
{
    DueStages<3> stages;
    Done done;
    const auto note = [&done](uint32_t item, uint32_t stage) {
        if (item < 100) // those before the first do not exist
        {
            done.emplace_back(item, stage);
        }
    };
    EXPECT_TRUE(stages.IsDone()) << "nothing has come";
    for (uint32_t i = 0; i < 5; ++i)
    {
        ASSERT_EQ(stages.Come(note), i);
        EXPECT_FALSE(stages.IsDone());
    }
    EXPECT_EQ(done, (Done{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}}));
    done.clear();
    stages.DoOne(note);
    EXPECT_EQ(done, (Done{{3, 0}})) << "bit by bit";
    stages.DoOne(note);
    EXPECT_FALSE(stages.IsDone());
    stages.DoOne(note);
    EXPECT_TRUE(stages.IsDone());
    stages.DoOne(note);
    EXPECT_EQ(done, (Done{{3, 0}, {2, 1}, {1, 2}})) << "and no more than is due";
    done.clear();
    stages.Come(note);
    EXPECT_TRUE(done.empty()) << "all was done";
}

} // namespace
} // namespace ns3::mlt
