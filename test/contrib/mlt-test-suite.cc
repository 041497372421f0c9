// SPDX-License-Identifier: GPL-2.0-only
/**
 * The ns-3 test suite "mlt": runs the GoogleTests, which are a program of their own, from ns-3's
 * test.py and test-runner. Built in an ns-3 tree only.
 *
 * Each test has a process of its own, as under CTest. One process for all would not do: a time
 * resolution, default values and the simulator's type are set once in a process, the tests of
 * fatal errors fork, and one test counts allocations by replacing operator new.
 */
#include "ns3/test.h"

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <type_traits>
#include <vector>

namespace
{

/** How a command ended and what it said. */
struct Outcome
{
    int status{-1}; //!< exit status, or -1 if it did not exit by itself
    std::string output;
};

/** A word that the shell takes as it is. */
std::string
Quoted(const std::string& word)
{
    std::string quoted = "'";
    for (const char letter : word)
    {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

/** Runs the program of GoogleTests; its standard error goes to its output. */
Outcome
RunProgram(const std::vector<std::string>& arguments)
{
    Outcome outcome;
    std::string command = Quoted(MLT_TESTS_PROGRAM);
    for (const auto& argument : arguments)
    {
        command += " " + Quoted(argument);
    }
    command += " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
    {
        outcome.output = "cannot start a process";
        return outcome;
    }
    std::array<char, 4096> buffer;
    while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
    {
        outcome.output.append(buffer.data(), count);
    }
    const int status = pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

/**
 * Reads what --gtest_list_tests prints: a suite's line ends with a dot, its tests' are indented;
 * after a # stands a comment.
 * @return full names.
 */
std::vector<std::string>
ParseList(const std::string& text)
{
    std::vector<std::string> names;
    std::istringstream lines(text);
    std::string suite;
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (line.compare(0, 2, "  ") == 0)
        {
            names.push_back(suite + word);
        }
        else if (!word.empty() && word.back() == '.')
        {
            suite = word;
        }
    }
    return names;
}

/** Runs those GoogleTests whose names match a filter, and reports each that fails by its name. */
class GoogleTests : public ns3::TestCase
{
  public:
    /** @param filter as --gtest_filter takes it. */
    GoogleTests(const std::string& name, const std::string& filter)
        : TestCase(name),
          m_filter("--gtest_filter=" + filter)
    {
    }

  private:
    void DoRun() override;

    std::string m_filter;
};

void
GoogleTests::DoRun()
{
    const Outcome list = RunProgram({m_filter, "--gtest_list_tests"});
    NS_TEST_ASSERT_MSG_EQ(list.status, 0, "cannot list the tests: " << list.output);
    const auto names = ParseList(list.output);
    NS_TEST_ASSERT_MSG_EQ(names.empty(), false, "no test matches " << m_filter);
    for (const auto& name : names)
    {
        const Outcome outcome = RunProgram({"--gtest_filter=" + name});
        const bool hasRun = outcome.output.find("Running 1 test ") != std::string::npos;
        const bool passed = outcome.status == 0 && hasRun;
        NS_TEST_EXPECT_MSG_EQ(passed, true, name << " failed:\n" << outcome.output);
    }
}

/** The durations of ns-3's test cases: a scoped enumeration since 3.42, constants before. */
template <typename CASE, typename = void>
struct DurationOf
{
    static constexpr auto EXTENSIVE = CASE::EXTENSIVE;
};

template <typename CASE>
struct DurationOf<CASE, std::void_t<typename CASE::Duration>>
{
    static constexpr auto EXTENSIVE = CASE::Duration::EXTENSIVE;
};

/** The suite. The long tests take minutes; test.py runs them with --fullness=EXTENSIVE. */
class MltTestSuite : public ns3::TestSuite
{
  public:
    MltTestSuite()
        : TestSuite("mlt", Type::UNIT)
    {
        AddTestCase(new GoogleTests("all but the long tests", "-Long*"));
        AddTestCase(new GoogleTests("the long tests", "Long*"), DurationOf<TestCase>::EXTENSIVE);
    }
};

const MltTestSuite g_mltTestSuite; //!< registers itself

} // namespace
