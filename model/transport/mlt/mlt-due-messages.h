// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DUE_MESSAGES_H
#define MLT_DUE_MESSAGES_H

#include "ns3/mlt-clock.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/** Messages that something is due for, by instant; those of one instant by id. */
class DueMessages
{
  public:
    void Add(int64_t atPs, uint64_t message)
    {
        m_due.emplace(atPs, message);
    }

    /** The earliest instant, or NEVER_PS. */
    int64_t NextPs() const
    {
        return m_due.empty() ? NEVER_PS : m_due.top().first;
    }

    /** Takes the next message. Only if there is one. */
    uint64_t Take()
    {
        const uint64_t message = m_due.top().second;
        m_due.pop();
        return message;
    }

  private:
    using Due = std::pair<int64_t, uint64_t>;
    std::priority_queue<Due, std::vector<Due>, std::greater<Due>> m_due;
};

} // namespace ns3::mlt

#endif // MLT_DUE_MESSAGES_H
