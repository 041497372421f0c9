// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-device.h"

#include "ns3/mlt-input-error.h"

namespace ns3::mlt
{

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

const Device&
FindDevice(const std::string& name)
{
    std::string names;
    for (const Device& device : Devices())
    {
        if (device.name == name)
        {
            return device;
        }
        names += (names.empty() ? "" : ", ") + device.name;
    }
    throw InputError("device: expected one of " + names + ", got " + QuoteInput(name));
}

} // namespace ns3::mlt
