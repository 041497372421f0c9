// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_TABLE_H
#define MLT_HOST_TABLE_H

#include "ns3/ipv4-address.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3::mlt
{

/** Which host has which address: shared by the ports of all hosts of a run. */
class HostTable : public SimpleRefCount<HostTable>
{
  public:
    /** What Find returns for an address of none of the hosts. */
    static constexpr uint32_t NONE = 0xffffffff;

    /**
     * Adds a host; they are numbered from 0.
     * @param address that others send to; the program ends with an error if it is taken.
     * @return its number.
     */
    uint32_t Add(Ipv4Address address);

    /** Another address that datagrams of a host may come from; an error if it is another's. */
    void AddAlias(uint32_t host, Ipv4Address address);

    /** The host that has this address, or NONE. */
    uint32_t Find(Ipv4Address address) const;

    /** Where to send to. @param host below Count(). */
    Ipv4Address AddressOf(uint32_t host) const
    {
        return m_addresses[host];
    }

    uint32_t Count() const
    {
        return static_cast<uint32_t>(m_addresses.size());
    }

  private:
    std::vector<Ipv4Address> m_addresses;            //!< by host
    std::unordered_map<uint32_t, uint32_t> m_hostOf; //!< by address
};

} // namespace ns3::mlt

#endif // MLT_HOST_TABLE_H
