// SPDX-License-Identifier: GPL-2.0-only
/** Runs ns-3 test suites, as ns-3's own program of this name does. */
#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
