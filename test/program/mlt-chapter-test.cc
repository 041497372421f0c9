// SPDX-License-Identifier: GPL-2.0-only
// doc/mlt.rst says what the code says: its lists of attributes and trace sources are those of the
// TypeIds, its snippets those of the examples, and the tests that it points to are there.
#include "support/mlt-reference-text.h"

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

std::string
Chapter()
{
    return ReadFile(ROOT / "doc" / "mlt.rst");
}

/** What stands between the comment lines ".. <name> begin" and ".. <name> end". */
std::string
Between(const std::string& text, const std::string& name)
{
    const std::string begin = "\n.. " + name + " begin\n";
    const size_t first = text.find(begin);
    const size_t last = text.find("\n.. " + name + " end\n");
    EXPECT_NE(first, std::string::npos) << begin;
    EXPECT_NE(last, std::string::npos) << name;
    const size_t start = first + begin.size();
    return last == std::string::npos ? "" : text.substr(start, last - start);
}

TEST(ChapterTest, ListsEveryAttribute)
{
    EXPECT_EQ(Between(Chapter(), "attributes"), AttributeReference())
        << "put this between the lines '.. attributes begin' and '.. attributes end' of "
           "doc/mlt.rst:\n"
        << AttributeReference();
}

TEST(ChapterTest, ListsEveryTraceSourceWithItsSignature)
{
    const std::string chapter = Chapter();
    EXPECT_EQ(Between(chapter, "trace sources"), TraceSourceReference())
        << "put this between the lines '.. trace sources begin' and '.. trace sources end' of "
           "doc/mlt.rst:\n"
        << TraceSourceReference();
    const std::string signatures = Between(chapter, "signatures");
    for (const auto& callback : TraceCallbacks())
    {
        EXPECT_NE(signatures.find("``" + callback + "``"), std::string::npos) << callback;
    }
}

TEST(ChapterTest, SnippetsAreLinesOfTheirExamples)
{
    // ".. literalinclude"s would not show in a plain reading, so the lines are in the chapter
    const std::string chapter = Chapter();
    const std::regex head(
        "\\.\\. snippet of (\\S+)\n\n\\.\\. code-block:: c\\+\\+\n\n((    .*\n|\n)+)");
    int snippets = 0;
    for (auto i = std::sregex_iterator(chapter.begin(), chapter.end(), head);
         i != std::sregex_iterator();
         ++i, ++snippets)
    {
        const std::string example = ReadFile(ROOT / (*i)[1].str());
        std::istringstream lines((*i)[2].str());
        for (std::string line; std::getline(lines, line);)
        {
            const size_t text = line.find_first_not_of(' ');
            if (text != std::string::npos && line.find("...") == std::string::npos)
            {
                EXPECT_NE(example.find(line.substr(text)), std::string::npos)
                    << (*i)[1] << ": " << line;
            }
        }
    }
    EXPECT_GE(snippets, 3);
}

TEST(ChapterTest, PointsToFilesThatAreThere)
{
    const std::string chapter = Chapter();
    const std::regex path("``((doc|examples|helper|model|scripts|test)/[^`*<]*)``");
    int paths = 0;
    for (auto i = std::sregex_iterator(chapter.begin(), chapter.end(), path);
         i != std::sregex_iterator();
         ++i, ++paths)
    {
        EXPECT_TRUE(std::filesystem::exists(ROOT / (*i)[1].str())) << (*i)[1];
    }
    EXPECT_GT(paths, 20);
}

TEST(ChapterTest, NamesEveryExample)
{
    const std::string chapter = Chapter();
    for (const auto& entry : std::filesystem::directory_iterator(ROOT / "examples"))
    {
        if (entry.path().extension() == ".cc")
        {
            const std::string name = "``examples/" + entry.path().filename().string() + "``";
            EXPECT_NE(chapter.find(name), std::string::npos) << name;
        }
    }
}

} // namespace
} // namespace ns3::mlt
