// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPRESS_CHANNEL_H
#define MLT_EXPRESS_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/ipv4-address.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3::mlt
{

class ExpressNetDevice;

/**
 * A whole express fabric as the ns-3 IP stack sees it: one network that joins all its devices.
 * It knows which host has which IPv4 address, so that nobody needs ARP; addresses that were given
 * to the devices' interfaces in the usual ways are found by themselves.
 */
class ExpressChannel : public Channel
{
  public:
    static TypeId GetTypeId();

    /** Adds the device of a host. @param host its index; one device a host. */
    void Add(uint32_t host, Ptr<ExpressNetDevice> device);

    /**
     * Sends what is for @p address to @p host too: for addresses beyond the device's own, such as
     * those of a network behind the host.
     */
    void AddAddress(Ipv4Address address, uint32_t host);

    /**
     * The host with an address.
     * @param host filled on success.
     * @return whether there is one.
     */
    bool FindHost(uint32_t address, uint32_t& host);

    /** The device of a host, or nullptr. */
    Ptr<ExpressNetDevice> DeviceOf(uint32_t host) const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    void LearnAddresses();

    std::vector<Ptr<ExpressNetDevice>> m_devices;    //!< in the order of Add
    std::unordered_map<uint32_t, size_t> m_ofHost;   //!< place in m_devices
    std::unordered_map<uint32_t, uint32_t> m_hostOf; //!< by IPv4 address
};

} // namespace ns3::mlt

#endif // MLT_EXPRESS_CHANNEL_H
