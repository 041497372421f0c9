// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-device.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

std::string
Names()
{
    std::string names;
    for (const Device& device : Devices())
    {
        names += (names.empty() ? "" : ", ") + device.name;
    }
    return names;
}

/** The device of this name, or null. */
const Device*
Find(const std::string& name)
{
    const auto& devices = Devices();
    const auto found = std::find_if(devices.begin(), devices.end(), [&name](const Device& device) {
        return device.name == name;
    });
    return found == devices.end() ? nullptr : &*found;
}

} // namespace

const std::vector<Device>&
Devices()
{
    // The same numbers as in scripts/tracegen/device.py; a test compares the first with the tables.
    static const std::vector<Device> devices{
        // NVIDIA: 10496 FP32 units x 2 FLOP x 1.695 GHz; utilization as the APNet'24 study takes
        // it.
        {"rtx3090", 35.58e12, 0.3},
        // NVIDIA: data sheet of the V100 SXM2, FP32; utilization as the APNet'24 study takes it.
        {"v100", 15.7e12, 0.4},
        // NVIDIA: data sheet of the A100, FP32 without TF32; the utilization is an assumption.
        {"a100", 19.5e12, 0.4},
    };
    return devices;
}

void
RequireDeviceChoice(const std::string& name)
{
    if (name != TABLE_DEVICE && !Find(name))
    {
        throw InputError(std::string("device: expected ") + TABLE_DEVICE + ", or one of " +
                         Names() + ", got " + QuoteInput(name));
    }
}

const Device&
FindDevice(const std::string& name)
{
    const Device* device = Find(name);
    if (!device)
    {
        throw InputError("device: expected one of " + Names() + ", got " + QuoteInput(name));
    }
    return *device;
}

} // namespace ns3::mlt
