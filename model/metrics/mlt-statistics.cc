// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-statistics.h"

#include <algorithm>

namespace ns3::mlt
{

double
Mean(const std::vector<int64_t>& values)
{
    long double sum = 0;
    for (int64_t value : values)
    {
        sum += static_cast<long double>(value);
    }
    return values.empty() ? 0.0 : static_cast<double>(sum / values.size());
}

int64_t
NearestRank(std::vector<int64_t>& values, uint32_t percent)
{
    if (values.empty())
    {
        return 0;
    }
    constexpr size_t HUNDRED = 100;
    const size_t rank = (values.size() * percent + HUNDRED - 1) / HUNDRED;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

} // namespace ns3::mlt
