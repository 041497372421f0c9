// SPDX-License-Identifier: GPL-2.0-only
// Selective drop at one port of the testbed, each class offered alone at 1.5 times the link for
// 2 ms with the default marking and thresholds. (Offered for ever, every class would lose a third;
// what differs is how much waits in the port first.)
#include "mlt-fabric-bench.h"

#include "ns3/mlt-importance.h"

namespace ns3::mlt
{
namespace
{

constexpr int64_t BURST = 2000 * PS_PER_US;

/** Offered and dropped frames, by whether they are protected. */
struct Outcome
{
    uint64_t offered[2]{};
    uint64_t dropped[2]{};

    double Share(bool ect) const
    {
        return static_cast<double>(dropped[ect]) / offered[ect];
    }

    double Share() const
    {
        return static_cast<double>(dropped[0] + dropped[1]) / (offered[0] + offered[1]);
    }
};

/** Hosts 0 and 1 each send three quarters of the link's rate to host 2 beside them. */
template <typename IS_DROPPABLE>
Outcome
Offer(uint8_t queue, const IS_DROPPABLE& isDroppable)
{
    FabricBench bench(FabricBench::LeafSpine("testbed"));
    Outcome outcome;
    uint32_t index = 0;
    constexpr int64_t GAP = 123040 * 4 / 3;
    for (uint32_t source = 0; source < 2; ++source)
    {
        for (int64_t ps = 0; ps < BURST; ps += GAP)
        {
            const bool ect = !isDroppable(index++);
            ++outcome.offered[ect];
            bench.SendAt(ps + source * GAP / 2, {source, 2, index, queue, ect});
        }
    }
    bench.recording = false;
    Simulator::Run();
    for (const auto& reason : bench.PortNamed("leaf0-host2").Counts().dropped)
    {
        outcome.dropped[0] += reason[queue][0].frames;
        outcome.dropped[1] += reason[queue][1].frames;
    }
    bench.ExpectConserved();
    return outcome;
}

Outcome
OfferAll(uint8_t queue, bool droppable)
{
    return Offer(queue, [droppable](uint32_t) { return droppable; });
}

/** A layer's gradients at a loss bound of a half; layer 0 is the front of seven. */
Outcome
OfferLayer(uint32_t layer)
{
    constexpr uint32_t LAYERS = 7;
    constexpr double BOUND = 0.5;
    auto importance = CreateObject<HashedImportance>();
    importance->AssignStreams(9);
    const double most = BOUND * importance->DroppableShare(layer, LAYERS);
    return Offer(QueueOfLayer(layer, LAYERS), [&](uint32_t index) {
        return importance->Rank({1, 0, layer, LAYERS, index}) < most;
    });
}

TEST(SelectiveDropPortTest, DroppableFramesAloneAreDroppedMoreOftenThanProtectedOnes)
{
    for (uint8_t queue : {1, 7})
    {
        const double droppable = OfferAll(queue, true).Share();
        const double protectedShare = OfferAll(queue, false).Share();
        EXPECT_GT(droppable, protectedShare + 0.01) << "queue " << int{queue};
        EXPECT_LT(droppable, 1.0 / 3);
    }
}

TEST(SelectiveDropPortTest, TheFrontClassAloneIsDroppedMoreOftenThanTheBackClass)
{
    EXPECT_GT(OfferAll(1, true).Share(), OfferAll(7, true).Share());
}

TEST(SelectiveDropPortTest, SoItIsWithTheSharesOfTheirLayers)
{
    const Outcome front = OfferLayer(0);
    const Outcome back = OfferLayer(6);
    EXPECT_NEAR(static_cast<double>(front.offered[0]) / (front.offered[0] + front.offered[1]),
                0.5,
                0.02);
    EXPECT_NEAR(static_cast<double>(back.offered[0]) / (back.offered[0] + back.offered[1]),
                0.18,
                0.02);
    EXPECT_GT(front.Share(false), front.Share(true));
    EXPECT_GT(back.Share(false), back.Share(true));
    EXPECT_GT(front.Share(), back.Share());
}

} // namespace
} // namespace ns3::mlt
