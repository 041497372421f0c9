// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DEVICE_H
#define MLT_DEVICE_H

#include <string>
#include <vector>

namespace ns3::mlt
{

/// A GPU as far as compute times depend on it.
struct Device
{
    std::string name;   ///< as the user writes it
    double peakFlops;   ///< FP32 operations a second, by the maker
    double utilization; ///< share of the peak that training reaches, (0, 1]
};

/// In place of a device's name: that of a model's table, whose times are taken as they are.
constexpr const char* TABLE_DEVICE = "table";

/**
 * @return all devices we know, in the order messages name them
 */
const std::vector<Device>& Devices();

/**
 * @param name what a user chose
 * @throws InputError unless it is TABLE_DEVICE or one of the names in Devices()
 */
void RequireDeviceChoice(const std::string& name);

/**
 * @param name one of the names in Devices()
 * @return that device; it lives as long as the program
 * @throws InputError that names the allowed ones
 */
const Device& FindDevice(const std::string& name);

} // namespace ns3::mlt

#endif // MLT_DEVICE_H
