// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ADDRESS_TABLE_H
#define MLT_ADDRESS_TABLE_H

#include "ns3/ipv4-address.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace ns3::mlt
{

/**
 * IPv4 addresses numbered from 0, in the order in which they were added: which host has which
 * address, or which destinations a router knows. Shared by all who speak of one network; both
 * directions are looked up in constant time.
 */
class AddressTable : public SimpleRefCount<AddressTable>
{
  public:
    /** Index of an address that is not in the table. */
    static constexpr uint32_t UNKNOWN = std::numeric_limits<uint32_t>::max();

    /**
     * Adds an address.
     * @return its index.
     * @throw InputError if it is there already.
     */
    uint32_t Add(Ipv4Address address);

    /** The index of an address, or UNKNOWN. */
    uint32_t IndexOf(Ipv4Address address) const
    {
        const auto found = m_indices.find(address.Get());
        return found == m_indices.end() ? UNKNOWN : found->second;
    }

    /** The address with this index, which is less than Size(). */
    Ipv4Address At(uint32_t index) const
    {
        return m_addresses[index];
    }

    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_addresses.size());
    }

  private:
    std::vector<Ipv4Address> m_addresses;
    std::unordered_map<uint32_t, uint32_t> m_indices;
};

} // namespace ns3::mlt

#endif // MLT_ADDRESS_TABLE_H
