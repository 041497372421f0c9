// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/config.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-tail-drop.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr PortParameters PORT{100000000000, 8000000};

TEST(TailDropTest, AdmitsWhatFitsAndNeverMarks)
{
    auto policy = CreateObject<TailDropPolicy>();
    policy->SetAttribute("Buffer", QueueSizeValue(QueueSize("5000B")));
    policy->Configure(PORT);
    EXPECT_EQ(policy->Admit({1000, 3, true}, {0, 4000, 0}), Verdict::Enqueue);
    EXPECT_EQ(policy->Admit({1000, 3, false}, {4000, 4000, 0}), Verdict::Enqueue);
    EXPECT_EQ(policy->Admit({1001, 3, true}, {0, 4000, 0}), Verdict::DropFull);
    EXPECT_EQ(policy->Admit({1001, 3, false}, {0, 4000, 0}), Verdict::DropFull);
}

TEST(TailDropTest, ControlHasItsOwnRoom)
{
    auto policy = CreateObject<TailDropPolicy>();
    policy->SetAttribute("Buffer", QueueSizeValue(QueueSize("5000B")));
    policy->SetAttribute("ControlBuffer", QueueSizeValue(QueueSize("200B")));
    policy->Configure(PORT);
    EXPECT_EQ(policy->Admit({100, 0, false}, {100, 5000, 100}), Verdict::Enqueue);
    EXPECT_EQ(policy->Admit({101, 0, false}, {100, 0, 100}), Verdict::DropFull);
}

TEST(TailDropTest, RefusesLimitsInPackets)
{
    auto policy = CreateObject<TailDropPolicy>();
    policy->SetAttribute("ControlBuffer", QueueSizeValue(QueueSize("5p")));
    try
    {
        policy->Configure(PORT);
        FAIL() << "accepted";
    }
    catch (const InputError& error)
    {
        EXPECT_STREQ(error.what(),
                     "ns3::mlt::TailDropPolicy::ControlBuffer: got 5p, expected bytes, such as "
                     "1MB");
    }
}

} // namespace
} // namespace ns3::mlt
