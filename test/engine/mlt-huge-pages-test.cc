// SPDX-License-Identifier: GPL-2.0-only
// Whether the heap is marked for huge pages; whether the system gives them is its own affair.
#include "ns3/mlt-huge-pages.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3::mlt
{
namespace
{

/** What the system says of the mapping that an address lies in: its line of flags, or nothing. */
std::string
FlagsOfMapping(const void* address)
{
    const auto wanted = reinterpret_cast<uintptr_t>(address);
    std::ifstream maps("/proc/self/smaps");
    bool isHere = false;
    for (std::string line; std::getline(maps, line);)
    {
        uintptr_t first = 0;
        uintptr_t last = 0;
        char dash = 0;
        std::istringstream words(line);
        if (words >> std::hex >> first >> dash >> last && dash == '-')
        {
            isHere = first <= wanted && wanted < last;
        }
        else if (isHere && line.rfind("VmFlags:", 0) == 0)
        {
            return line + " ";
        }
    }
    return "";
}

TEST(HugePagesTest, TheHeapIsMarkedForThem)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer has a heap of its own";
#endif
    if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    {
        GTEST_SKIP() << "this system has no transparent huge pages";
    }
    UseHugePages();
    constexpr size_t BYTES = 8 << 20; // surely whole pages of 2 MiB lie in it
    void* block = std::malloc(BYTES);
    const std::string flags = FlagsOfMapping(static_cast<char*>(block) + BYTES / 2);
    std::free(block);
    EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}

} // namespace
} // namespace ns3::mlt
