// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PROGRAM_H
#define MLT_PROGRAM_H

#include "program/mlt-temporary-folder.h"

#include <memory>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ns3::mlt
{

/** How a process ended and what it said. */
struct Outcome
{
    int status{-1}; //!< exit status, or minus the signal that ended it
    std::string out;
    std::string err;
    double seconds{0};
};

/** The experiment program as a process of its own, under way. */
class Program
{
  public:
    /**
     * Starts it; what it says goes to files.
     * @param arguments without the program's name.
     * @param workingFolder in which it runs.
     * @param outFile and @param errFile take its standard output and standard error.
     */
    Program(const std::vector<std::string>& arguments,
            const std::string& workingFolder,
            const std::string& outFile,
            const std::string& errFile);
    /** Kills it if it still runs. */
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /** Sends a signal. */
    void Signal(int signal) const;

    /** Waits until it ends, and kills it (status -9) if it does not in so many seconds. */
    Outcome Wait(double seconds);

  private:
    bool Poll();

    pid_t m_process;
    std::string m_outFile;
    std::string m_errFile;
    bool m_ended{false};
    Outcome m_outcome;
    double m_start;
};

/** A test that runs the program in a fresh working folder, m_folder/work. */
class ProgramTest : public TemporaryFolderTest
{
  protected:
    void SetUp() override;

    /** The working folder. */
    std::string Work() const;

    /** Starts the program; one at a time. @param folder to run in; empty: the working folder. */
    std::unique_ptr<Program> Start(const std::vector<std::string>& arguments,
                                   const std::string& folder = "") const;

    /** Runs the program to its end. */
    Outcome Run(const std::vector<std::string>& arguments, const std::string& folder = "") const;

    /** What lies in the working folder or below. */
    std::set<std::string> WorkListing() const;

    /** A small model: path of a table with two layers, of which one tensor is cut. */
    std::string SmallModel() const;
};

} // namespace ns3::mlt

#endif // MLT_PROGRAM_H
