// SPDX-License-Identifier: GPL-2.0-only
#include "program/mlt-program.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ns3::mlt
{

namespace
{

double
Seconds()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

std::string
ReadAll(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/** In the child: becomes the program. */
[[noreturn]] void
Become(char* const argv[], const char* folder, const char* outFile, const char* errFile)
{
    constexpr int NO_PROGRAM = 127;
    if (chdir(folder) == 0 && std::freopen("/dev/null", "r", stdin) &&
        std::freopen(outFile, "w", stdout) && std::freopen(errFile, "w", stderr))
    {
        execv(MLT_PROGRAM, argv);
    }
    _exit(NO_PROGRAM);
}

} // namespace

Program::Program(const std::vector<std::string>& arguments,
                 const std::string& workingFolder,
                 const std::string& outFile,
                 const std::string& errFile)
    : m_outFile(outFile),
      m_errFile(errFile),
      m_start(Seconds())
{
    std::vector<std::string> texts{MLT_PROGRAM};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& text : texts)
    {
        argv.push_back(text.data());
    }
    argv.push_back(nullptr);
    m_process = fork();
    if (m_process == 0)
    {
        Become(argv.data(), workingFolder.c_str(), outFile.c_str(), errFile.c_str());
    }
}

Program::~Program()
{
    if (!m_ended)
    {
        Signal(SIGKILL);
        Wait(1);
    }
}

void
Program::Signal(int signal) const
{
    kill(m_process, signal);
}

bool
Program::Poll()
{
    int status = 0;
    if (!m_ended && waitpid(m_process, &status, WNOHANG) != 0)
    {
        m_ended = true;
        m_outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        m_outcome.seconds = Seconds() - m_start;
        m_outcome.out = ReadAll(m_outFile);
        m_outcome.err = ReadAll(m_errFile);
    }
    return m_ended;
}

Outcome
Program::Wait(double seconds)
{
    const double until = Seconds() + seconds;
    while (!Poll())
    {
        if (Seconds() > until)
        {
            Signal(SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return m_outcome;
}

void
ProgramTest::SetUp()
{
    TemporaryFolderTest::SetUp();
    std::filesystem::create_directory(Work());
}

std::string
ProgramTest::Work() const
{
    return PathOf("work");
}

std::unique_ptr<Program>
ProgramTest::Start(const std::vector<std::string>& arguments, const std::string& folder) const
{
    return std::make_unique<Program>(arguments,
                                     folder.empty() ? Work() : folder,
                                     PathOf("stdout"),
                                     PathOf("stderr"));
}

Outcome
ProgramTest::Run(const std::vector<std::string>& arguments, const std::string& folder) const
{
    constexpr double PATIENCE_S = 100;
    return Start(arguments, folder)->Wait(PATIENCE_S);
}

std::set<std::string>
ProgramTest::WorkListing() const
{
    std::set<std::string> names;
    for (const auto& name : Listing())
    {
        if (name.compare(0, 5, "work/") == 0)
        {
            names.insert(name.substr(5));
        }
    }
    return names;
}

std::string
ProgramTest::SmallModel() const
{
    return Write("small.csv",
                 "# peak_flops: 35.58e12\n"
                 "# utilization: 0.3\n"
                 "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                 "0,first.weight,100000,400000,6,12\n"
                 "0,first.bias,100,400,0,0\n"
                 "1,second.weight,2000000,8000000,6,12\n"
                 "1,second.bias,10,40,0,0\n");
}

} // namespace ns3::mlt
