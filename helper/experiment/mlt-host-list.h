// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_LIST_H
#define MLT_HOST_LIST_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** Which hosts of a network belong to jobs. */
class HostList
{
  public:
    /** @param hosts how many the network has. */
    explicit HostList(uint32_t hosts);

    /**
     * Reads the hosts of another job.
     * @param text a list of hosts and ranges such as `0-3,8`; or how many, which are the first ones
     * that no job before has; or nothing, which means all hosts. Jobs may share hosts that they
     * name.
     * @return host indices in rising order, at least one.
     * @throw InputError if the text is neither, a host is out of range or named twice, or too few
     * are left.
     */
    std::vector<uint32_t> Take(const std::string& text);

    /** Hosts in rising order as a list of ranges, such as 0-3,8-8. */
    static std::string Format(const std::vector<uint32_t>& hosts);

  private:
    std::vector<uint32_t> TakeFree(uint32_t count);
    std::vector<uint32_t> ReadRanges(const std::string& text) const;

    std::vector<bool> m_taken; //!< by host
};

} // namespace ns3::mlt

#endif // MLT_HOST_LIST_H
