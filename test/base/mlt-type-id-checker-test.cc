// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

class TypeIdCheckerTest : public ::testing::Test
{
  protected:
    Ptr<const AttributeChecker> m_checker = MakeTypeIdCheckerFor(PathChooser::GetTypeId());
};

TEST_F(TypeIdCheckerTest, AcceptsTypesThatDeriveFromTheBase)
{
    EXPECT_TRUE(m_checker->Check(TypeIdValue(RandomSpray::GetTypeId())));
    EXPECT_TRUE(m_checker->Check(TypeIdValue(FlowEcmp::GetTypeId())));
}

TEST_F(TypeIdCheckerTest, RefusesTypesThatCannotBeMade)
{
    EXPECT_FALSE(m_checker->Check(TypeIdValue(PathChooser::GetTypeId()))) << "abstract";
}

TEST_F(TypeIdCheckerTest, RefusesOtherTypesAndOtherValues)
{
    EXPECT_FALSE(m_checker->Check(TypeIdValue(SelectiveDropPolicy::GetTypeId())));
    EXPECT_FALSE(m_checker->Check(TypeIdValue(Object::GetTypeId())));
    EXPECT_FALSE(m_checker->Check(UintegerValue(3)));
}

TEST_F(TypeIdCheckerTest, ReadsATypeByItsName)
{
    const auto value = m_checker->CreateValidValue(StringValue("ns3::mlt::FlowEcmp"));
    ASSERT_TRUE(value);
    EXPECT_EQ(DynamicCast<TypeIdValue>(value)->Get(), FlowEcmp::GetTypeId());
    EXPECT_FALSE(m_checker->CreateValidValue(StringValue("ns3::mlt::SelectiveDropPolicy")));
}

TEST_F(TypeIdCheckerTest, CopiesTypeIdsOnly)
{
    TypeIdValue to;
    EXPECT_TRUE(m_checker->Copy(TypeIdValue(FlowEcmp::GetTypeId()), to));
    EXPECT_EQ(to.Get(), FlowEcmp::GetTypeId());
    EXPECT_FALSE(m_checker->Copy(UintegerValue(3), to));
    UintegerValue number;
    EXPECT_FALSE(m_checker->Copy(TypeIdValue(FlowEcmp::GetTypeId()), number));
}

TEST_F(TypeIdCheckerTest, DescribesItself)
{
    EXPECT_EQ(m_checker->GetValueTypeName(), "ns3::TypeIdValue");
    EXPECT_TRUE(m_checker->HasUnderlyingTypeInformation());
    EXPECT_EQ(m_checker->GetUnderlyingTypeInformation(), "TypeId of a ns3::mlt::PathChooser");
}

} // namespace
} // namespace ns3::mlt
