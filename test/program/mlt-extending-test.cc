// SPDX-License-Identifier: GPL-2.0-only
// Pages quote files that are compiled and run: what they say of them stands in them.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <string>

namespace ns3::mlt
{
namespace
{

const std::filesystem::path ROOT = MLT_SOURCE_DIR;

std::string
ReadFile(const std::filesystem::path& path)
{
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class QuotingPageTest : public testing::TestWithParam<std::string>
{
};

/**
 * A block after a line that ends with a file's name and a colon is a part of that file, or several
 * with "..." in a line of its own between them.
 */
TEST_P(QuotingPageTest, QuotesFilesToTheLetter)
{
    const std::string text = ReadFile(ROOT / "doc" / GetParam());
    const std::regex head("`([^`\\n]+)`:\\n\\n```cpp\\n");
    int quotations = 0;
    for (auto i = std::sregex_iterator(text.begin(), text.end(), head); i != std::sregex_iterator();
         ++i)
    {
        const std::string name = (*i)[1];
        if (name.find('/') == std::string::npos)
        {
            continue; // a file for the reader to make
        }
        ++quotations;
        const std::string file = ReadFile(ROOT / name);
        const auto begin = static_cast<size_t>(i->position() + i->length());
        std::string rest = text.substr(begin, text.find("```", begin) - begin);
        size_t from = 0;
        while (!rest.empty())
        {
            const std::string GAP = "...\n";
            const size_t end = rest.find(GAP);
            const std::string part = rest.substr(0, end);
            const size_t at = file.find(part, from);
            ASSERT_NE(at, std::string::npos) << name << " has not (here):\n" << part;
            from = at + part.size();
            rest = end == std::string::npos ? "" : rest.substr(end + GAP.size());
        }
    }
    EXPECT_GT(quotations, 0);
}

INSTANTIATE_TEST_SUITE_P(Doc,
                         QuotingPageTest,
                         testing::Values("extending.md", "results-of-your-own.md"));

} // namespace
} // namespace ns3::mlt
