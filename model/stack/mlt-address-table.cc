// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-address-table.h"

#include "ns3/mlt-input-error.h"

#include <sstream>

namespace ns3::mlt
{

uint32_t
AddressTable::Add(Ipv4Address address)
{
    const uint32_t index = Size();
    if (!m_indices.emplace(address.Get(), index).second)
    {
        std::ostringstream text;
        text << "address table: got " << address << " twice, expected every address once";
        throw InputError(text.str());
    }
    m_addresses.push_back(address);
    return index;
}

} // namespace ns3::mlt
