// SPDX-License-Identifier: GPL-2.0-only
/**
 * One run of one or several jobs: a DNN's gradients pushed to parameter servers and pulled back, or
 * another pattern, over MLT or a transport that it is compared with, on a leaf-spine network of
 * express switches.
 *
 *         spine0 ... spineS              every leaf joined to every spine
 *        /  |  \    /  |  \
 *     leaf0  ...        leafL
 *     / | \             / | \
 *   host0 ...             ... hostN      each a worker or a server
 *
 * Options: --help. Results: doc/results.md.
 */
#include "ns3/mlt-clock.h"
#include "ns3/mlt-experiment.h"
#include "ns3/mlt-express-simulator.h"
#include "ns3/mlt-huge-pages.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-interrupt.h"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace
{

constexpr int EXIT_INTERRUPTED = 130;

/** The folder of the model tables: that beside an installed program, else that of the sources. */
std::string
TracesFolder()
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path() / MLT_TRACES_FROM_BIN;
    const bool isInstalled = !error && fs::is_directory(installed, error);
    return isInstalled ? installed.lexically_normal().string() : MLT_SOURCE_DIR "/traces";
}

void
RunOnce(int argc, char* argv[])
{
    using namespace ns3::mlt;
    UseFabricResolution();
    const auto options = ParseCommandLine(argc, argv, TracesFolder());
    if (!options.NamesEngine())
    {
        UseExpressSimulator();
    }
    UseHugePages();
    const InterruptGuard interrupt; // from here on there is something to clean up
    ResultFolder folder(options.out, options.Configuration());
    Experiment experiment(options, folder);
    experiment.Run();
    folder.Commit();
    experiment.KeepCaptures();
    fmt::print("{}  results                 {}\n", experiment.Report(), folder.Name());
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        RunOnce(argc, argv);
        return EXIT_SUCCESS;
    }
    catch (const ns3::mlt::Interrupted& error)
    {
        fmt::print(stderr, "mlt-sim: {}\n", error.what());
        return EXIT_INTERRUPTED;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "mlt-sim: error: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
