// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-loss-model.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t SEED = 11;
constexpr uint32_t LINK = 3;
constexpr uint64_t FRAMES = 20000;

template <typename MODEL>
Ptr<MODEL>
Make(double rate, bool dataOnly = false, uint64_t seed = SEED, uint32_t link = LINK)
{
    auto model = CreateObject<MODEL>();
    model->Start({rate, dataOnly}, link, seed);
    return model;
}

LinkCrossing
Packet(uint64_t index, uint64_t attempt = 0)
{
    LinkCrossing frame;
    frame.source = 1;
    frame.destination = 2;
    frame.message = 7;
    frame.index = index;
    frame.attempt = attempt;
    frame.isData = true;
    frame.isNamed = true;
    return frame;
}

/** Which packets of a message are lost. */
std::set<uint64_t>
Lost(LossModel& model, uint64_t attempt = 0)
{
    std::set<uint64_t> lost;
    for (uint64_t index = 0; index < FRAMES; ++index)
    {
        if (model.Loses(Packet(index, attempt)))
        {
            lost.insert(index);
        }
    }
    return lost;
}

/** How many are in both. */
size_t
Common(const std::set<uint64_t>& a, const std::set<uint64_t>& b)
{
    size_t common = 0;
    for (const uint64_t index : a)
    {
        common += b.count(index);
    }
    return common;
}

/** Four standard deviations of how many of FRAMES are taken at a rate. */
double
FourSigma(double rate)
{
    return 4 * std::sqrt(FRAMES * rate * (1 - rate));
}

TEST(LossModelTest, BothLoseTheirShare)
{
    for (const double rate : {0.001, 0.05, 0.5, 0.99})
    {
        EXPECT_NEAR(Lost(*Make<RandomLoss>(rate)).size(), FRAMES * rate, FourSigma(rate));
        EXPECT_NEAR(Lost(*Make<HashedLoss>(rate)).size(), FRAMES * rate, FourSigma(rate));
    }
    EXPECT_TRUE(Lost(*Make<RandomLoss>(0)).empty());
    EXPECT_TRUE(Lost(*Make<HashedLoss>(0)).empty());
}

TEST(LossModelTest, ControlPassesWhereOnlyDataIsLost)
{
    LinkCrossing control = Packet(0);
    control.isData = false;
    auto ofData = Make<HashedLoss>(0.999999, true);
    auto ofAll = Make<HashedLoss>(0.999999, false);
    for (control.index = 0; control.index < 100; ++control.index)
    {
        EXPECT_FALSE(ofData->Loses(control));
        EXPECT_TRUE(ofAll->Loses(control));
        EXPECT_TRUE(ofData->Loses(Packet(control.index)));
    }
}

TEST(LossModelTest, ControlThatPassesTakesNoNumberOfTheGenerator)
{
    auto alone = Make<RandomLoss>(0.3, true);
    auto mixed = Make<RandomLoss>(0.3, true);
    LinkCrossing control = Packet(0);
    control.isData = false;
    for (uint64_t index = 0; index < 1000; ++index)
    {
        EXPECT_FALSE(mixed->Loses(control));
        EXPECT_EQ(alone->Loses(Packet(index)), mixed->Loses(Packet(index)));
    }
}

TEST(LossModelTest, RandomLossIsTheLinksGenerator)
{
    auto model = Make<RandomLoss>(0.3);
    SmallRandom random(SEED);
    for (uint64_t index = 0; index < 1000; ++index)
    {
        EXPECT_EQ(model->Loses(Packet(index)), random.Unit() < 0.3);
    }
}

TEST(LossModelTest, HashedLossKnowsAFrameAgainInAnyOrder)
{
    auto model = Make<HashedLoss>(0.3);
    const auto lost = Lost(*model);
    EXPECT_EQ(Lost(*model), lost) << "asked again";
    auto backwards = Make<HashedLoss>(0.3);
    for (uint64_t index = FRAMES; index-- > 0;)
    {
        EXPECT_EQ(backwards->Loses(Packet(index)), lost.count(index) == 1);
    }
}

TEST(LossModelTest, HashedLossTakesTheSameAndMoreAtAHigherRate)
{
    const auto few = Lost(*Make<HashedLoss>(0.1));
    const auto many = Lost(*Make<HashedLoss>(0.2));
    EXPECT_EQ(Common(few, many), few.size());
    EXPECT_GT(many.size(), few.size());
}

/** Everything in the name counts by itself: what is lost is independent. */
TEST(LossModelTest, HashedLossDependsOnTheWholeName)
{
    constexpr double RATE = 0.3;
    const auto reference = Lost(*Make<HashedLoss>(RATE));
    const auto expectIndependent = [&reference](const std::set<uint64_t>& lost, const char* what) {
        EXPECT_NEAR(Common(reference, lost), FRAMES * RATE * RATE, FourSigma(RATE * RATE)) << what;
    };
    expectIndependent(Lost(*Make<HashedLoss>(RATE, false, SEED + 1)), "seed");
    expectIndependent(Lost(*Make<HashedLoss>(RATE, false, SEED, LINK + 1)), "link");
    expectIndependent(Lost(*Make<HashedLoss>(RATE), 1), "attempt");

    struct Change
    {
        const char* what;
        void (*apply)(LinkCrossing&);
    };

    const Change changes[] = {{"kind", [](LinkCrossing& f) { ++f.kind; }},
                              {"source", [](LinkCrossing& f) { ++f.source; }},
                              {"destination", [](LinkCrossing& f) { ++f.destination; }},
                              {"message", [](LinkCrossing& f) { ++f.message; }}};
    for (const Change& change : changes)
    {
        auto model = Make<HashedLoss>(RATE);
        std::set<uint64_t> lost;
        for (uint64_t index = 0; index < FRAMES; ++index)
        {
            LinkCrossing frame = Packet(index);
            change.apply(frame);
            if (model->Loses(frame))
            {
                lost.insert(index);
            }
        }
        expectIndependent(lost, change.what);
    }
}

TEST(LossModelTest, FramesWithoutANamePassHashedLoss)
{
    auto model = Make<HashedLoss>(0.999999);
    LinkCrossing frame = Packet(1);
    EXPECT_TRUE(model->Loses(frame));
    frame.isNamed = false;
    EXPECT_FALSE(model->Loses(frame));
}

} // namespace
} // namespace ns3::mlt
