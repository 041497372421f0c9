// SPDX-License-Identifier: GPL-2.0-only
// Help texts of attributes and trace sources are read one by one (--PrintAttributes): each is a
// sentence of its own.
#include "ns3/type-id.h"

#include <cctype>
#include <gtest/gtest.h>
#include <string>

namespace ns3::mlt
{
namespace
{

bool
IsOurs(const TypeId& type)
{
    return type.GetName().rfind("ns3::mlt::", 0) == 0;
}

void
ExpectSentence(const std::string& text, const std::string& name)
{
    ASSERT_FALSE(text.empty()) << name;
    const auto first = static_cast<unsigned char>(text.front());
    EXPECT_TRUE(std::isupper(first) || std::isdigit(first)) << name << ": " << text;
    EXPECT_EQ(text.back(), '.') << name << ": " << text;
    EXPECT_NE(text.rfind("The same", 0), 0U) << name << " leans on its neighbour: " << text;
}

TEST(AttributeTextTest, EachReadsAlone)
{
    uint32_t texts = 0;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (!IsOurs(type))
        {
            continue;
        }
        for (size_t a = 0; a < type.GetAttributeN(); ++a, ++texts)
        {
            ExpectSentence(type.GetAttribute(a).help, type.GetAttributeFullName(a));
        }
        for (size_t t = 0; t < type.GetTraceSourceN(); ++t, ++texts)
        {
            const auto source = type.GetTraceSource(t);
            ExpectSentence(source.help, type.GetName() + "::" + source.name);
        }
    }
    EXPECT_GT(texts, 50U) << "the module's types are registered";
}

} // namespace
} // namespace ns3::mlt
