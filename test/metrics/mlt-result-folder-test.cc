// SPDX-License-Identifier: GPL-2.0-only
#include "program/mlt-temporary-folder.h"

#include "ns3/mlt-result-folder.h"

#include <csignal>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::mlt
{
namespace
{

using Names = std::set<std::string>;

class ResultFolderTest : public TemporaryFolderTest
{
  protected:
    static Json Configuration(const std::string& topology = "9x4x16", int seed = 1)
    {
        Json json;
        json["topology"] = topology;
        json["seed"] = seed;
        json["attributes"] = {{"a", 1}, {"b", 2}};
        return json;
    }

    /** A whole run: two files, one of them the summary. */
    static void Run(const std::string& path, const Json& configuration, const std::string& data)
    {
        ResultFolder folder(path, configuration);
        std::ofstream(folder.PathOf("data.csv")) << data;
        folder.WriteJson("summary.json", {{"configuration", configuration}});
        folder.Commit();
    }

    std::string ErrorOf(const std::string& path, const Json& configuration) const
    {
        return InputErrorOf([&] { ResultFolder(path, configuration); });
    }

    /** How a folder is refused. */
    static std::string Refusal(const std::string& path, const std::string& why)
    {
        return "--out: " + path + ": " + why +
               "; name another folder with --out=<folder>, or remove this one";
    }
};

TEST_F(ResultFolderTest, AppearsWholeAndOnlyAtCommit)
{
    ResultFolder folder(PathOf("a/b/out"), Configuration());
    std::ofstream(folder.PathOf("data.csv")) << "x\n";
    folder.WriteJson("summary.json", {{"configuration", Configuration()}});
    EXPECT_EQ(Listing().count("a/b/out"), 0U);
    folder.Commit();
    EXPECT_EQ(Listing(),
              (Names{"a", "a/b", "a/b/out", "a/b/out/data.csv", "a/b/out/summary.json"}));
    EXPECT_EQ(Read("a/b/out/data.csv"), "x\n");
}

TEST_F(ResultFolderTest, LeavesNothingWithoutCommit)
{
    {
        ResultFolder folder(PathOf("out"), Configuration());
        std::ofstream(folder.PathOf("data.csv")) << "x\n";
        EXPECT_EQ(Listing().size(), 2U); // the folder that is written into, and the file
    }
    EXPECT_EQ(Listing(), Names{});
}

TEST_F(ResultFolderTest, LeavesNothingWhenARunThrows)
{
    const auto run = [&] {
        ResultFolder folder(PathOf("out"), Configuration());
        std::ofstream(folder.PathOf("data.csv")) << "x\n";
        throw std::runtime_error("a run failed");
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(Listing(), Names{});
}

TEST_F(ResultFolderTest, KeepsTheFormerRunWhenANewOneFails)
{
    Run(PathOf("out"), Configuration(), "old\n");
    const Names before = Listing();
    {
        ResultFolder folder(PathOf("out"), Configuration());
        std::ofstream(folder.PathOf("data.csv")) << "new\n";
    }
    EXPECT_EQ(Listing(), before);
    EXPECT_EQ(Read("out/data.csv"), "old\n");
}

TEST_F(ResultFolderTest, ReplacesAFormerRunOfTheSameConfigurationWithAllItsFiles)
{
    Run(PathOf("out"), Configuration(), "old\n");
    Write("out/left-over.csv", "old\n");
    Run(PathOf("out"), Configuration(), "new\n");
    EXPECT_EQ(Listing(), (Names{"out", "out/data.csv", "out/summary.json"}));
    EXPECT_EQ(Read("out/data.csv"), "new\n");
}

TEST_F(ResultFolderTest, TakesAnEmptyFolderAndOneWithASlashAtTheEnd)
{
    std::filesystem::create_directory(m_folder / "out");
    Run(PathOf("out"), Configuration(), "first\n");
    EXPECT_EQ(Read("out/data.csv"), "first\n");
    Run(PathOf("out/"), Configuration(), "second\n");
    EXPECT_EQ(Read("out/data.csv"), "second\n");
    EXPECT_EQ(Listing().size(), 3U);
}

TEST_F(ResultFolderTest, KeepsTheNameThatTheUserGave)
{
    EXPECT_EQ(ResultFolder(PathOf("./x/../out/"), Configuration()).Name(), PathOf("./x/../out/"));
}

TEST_F(ResultFolderTest, RefusesAnotherConfigurationAndNamesTheDifference)
{
    const std::string out = PathOf("out");
    Run(out, Configuration(), "old\n");
    const auto refusal = [&](const std::string& difference) {
        return Refusal(out, "holds results of another configuration (" + difference + ")");
    };
    EXPECT_EQ(ErrorOf(out, Configuration("9x4x4")),
              refusal(R"(topology: "9x4x16" there, "9x4x4" now)"));
    EXPECT_EQ(ErrorOf(out, Configuration("9x4x16", 2)), refusal("seed: 1 there, 2 now"));
    Json inner = Configuration();
    inner["attributes"]["b"] = 3;
    EXPECT_EQ(ErrorOf(out, inner), refusal("attributes: b: 2 there, 3 now"));
    Json more = Configuration();
    more["plugin"] = "x.so";
    EXPECT_EQ(ErrorOf(out, more), refusal("plugin: absent there"));
    Json less = Configuration();
    less.erase("seed");
    EXPECT_EQ(ErrorOf(out, less), refusal("seed: only there"));
    EXPECT_EQ(Read("out/data.csv"), "old\n");
    EXPECT_EQ(Listing().size(), 3U);
}

TEST_F(ResultFolderTest, TheDifferenceOfTheTopLevelHidesNoneFurtherDown)
{
    const std::string out = PathOf("out");
    Run(out, Configuration(), "old\n");
    Json other = Configuration();
    other["attributes"].erase("b");
    EXPECT_EQ(ErrorOf(out, other),
              Refusal(out, "holds results of another configuration (attributes: b: only there)"));
}

TEST_F(ResultFolderTest, RefusesAFolderThatIsNotItsOwn)
{
    const std::string out = PathOf("out");
    Write("out/thesis.tex", "ten years of work\n");
    const std::string refusal = Refusal(out, "is not empty and holds no results of this program");
    EXPECT_EQ(ErrorOf(out, Configuration()), refusal);
    for (const char* summary : {"", "{", "[]", "{}", "\"configuration\"", "\x01\xff"})
    {
        Write("out/summary.json", summary);
        EXPECT_EQ(ErrorOf(out, Configuration()), refusal) << summary;
    }
    EXPECT_EQ(Read("out/thesis.tex"), "ten years of work\n");
    EXPECT_EQ(Listing(), (Names{"out", "out/summary.json", "out/thesis.tex"}));
}

TEST_F(ResultFolderTest, RefusesASummaryWhoseConfigurationIsNoObject)
{
    const std::string out = PathOf("out");
    for (const char* summary : {R"({"configuration": null})",
                                R"({"configuration": 1})",
                                R"({"configuration": [1]})",
                                R"({"configuration": "x"})"})
    {
        Write("out/summary.json", summary);
        EXPECT_EQ(ErrorOf(out, Configuration()).substr(0, 8 + out.size()), "--out: " + out + ":")
            << summary;
    }
}

TEST_F(ResultFolderTest, RefusesAFile)
{
    const std::string file = Write("file", "x");
    EXPECT_EQ(ErrorOf(file, Configuration()), Refusal(file, "exists and is not a folder"));
    EXPECT_EQ(Read("file"), "x");
}

TEST_F(ResultFolderTest, RefusesAPlaceThatCannotBeWritten)
{
    const std::string below = Write("file", "x") + "/a/out";
    EXPECT_EQ(ErrorOf(below, Configuration()),
              "--out: " + below +
                  ": cannot be written (Not a directory); name another folder with "
                  "--out=<folder>");
    const std::string system = "/proc/mlt-test/out";
    EXPECT_EQ(ErrorOf(system, Configuration()),
              "--out: " + system +
                  ": cannot be written (No such file or directory); name another folder with "
                  "--out=<folder>");
    EXPECT_EQ(Listing(), Names{"file"});
}

TEST_F(ResultFolderTest, TheNextRunRemovesWhatAKilledRunLeft)
{
    const pid_t killed = fork();
    if (killed == 0)
    {
        const ResultFolder folder(PathOf("out"), Configuration());
        std::ofstream(folder.PathOf("data.csv")) << "half\n";
        kill(getpid(), SIGKILL);
    }
    ASSERT_EQ(waitpid(killed, nullptr, 0), killed);
    const std::string staging = ".out.partial-" + std::to_string(killed);
    EXPECT_EQ(Listing(), (Names{staging, staging + "/data.csv"}));
    Write(".out.partial-12345-1/data.csv", "half\n");
    Run(PathOf("out"), Configuration(), "new\n");
    EXPECT_EQ(Listing(), (Names{"out", "out/data.csv", "out/summary.json"}));
    EXPECT_EQ(Read("out/data.csv"), "new\n");
}

TEST_F(ResultFolderTest, LeavesTheFolderOfALivingRunAlone)
{
    ResultFolder living(PathOf("out"), Configuration());
    std::ofstream(living.PathOf("data.csv")) << "first\n";
    Run(PathOf("out"), Configuration(), "second\n");
    EXPECT_EQ(Read("out/data.csv"), "second\n");
    living.WriteJson("summary.json", {{"configuration", Configuration()}});
    living.Commit();
    EXPECT_EQ(Read("out/data.csv"), "first\n");
    EXPECT_EQ(Listing(), (Names{"out", "out/data.csv", "out/summary.json"}));
}

TEST_F(ResultFolderTest, PutsBackTheFormerResultOfARunKilledInCommit)
{
    Run(PathOf("out"), Configuration(), "old\n");
    std::filesystem::rename(PathOf("out"), PathOf(".out.partial-12345.former"));
    {
        const ResultFolder fails(PathOf("out"), Configuration());
        EXPECT_EQ(Read("out/data.csv"), "old\n");
    }
    EXPECT_EQ(Listing(), (Names{"out", "out/data.csv", "out/summary.json"}));
    Write(".out.partial-12345.former/data.csv", "older\n");
    Run(PathOf("out"), Configuration(), "new\n");
    EXPECT_EQ(Read("out/data.csv"), "new\n");
    EXPECT_EQ(Listing().size(), 3U);
}

TEST_F(ResultFolderTest, RemovesNothingWhoseNameIsNotItsOwn)
{
    for (const char* name : {".out.partial-",
                             ".out.partial-12345.old",
                             ".out.partial-notes",
                             ".out2.partial-12345",
                             ".out.partial-12345.former.former",
                             "out.partial-12345"})
    {
        Write(std::string(name) + "/data.csv", "kept\n");
    }
    Write(".out.partial-54321", "a file\n");
    const Names before = Listing();
    {
        const ResultFolder folder(PathOf("out"), Configuration());
    }
    EXPECT_EQ(Listing(), before);
}

TEST_F(ResultFolderTest, WritesJsonIndentedWithAFinalNewline)
{
    ResultFolder folder(PathOf("out"), Configuration());
    Json json;
    json["z"] = 1;
    json["a"] = {1.5, "x"};
    folder.WriteJson("summary.json", json);
    folder.Commit();
    EXPECT_EQ(Read("out/summary.json"),
              "{\n  \"z\": 1,\n  \"a\": [\n    1.5,\n    \"x\"\n  ]\n}\n");
}

TEST_F(ResultFolderTest, TellsOfAJsonThatCannotBeWritten)
{
    const ResultFolder folder(PathOf("out"), Configuration());
    EXPECT_EQ(InputErrorOf([&] { folder.WriteJson("absent/summary.json", {}); }),
              "--out: " + PathOf("out") +
                  ": absent/summary.json cannot be written (is the disk full?)");
}

} // namespace
} // namespace ns3::mlt
