// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_LEDGER_H
#define MLT_DCTCP_LEDGER_H

#include "ns3/mlt-message-transport.h"

#include <cstdint>
#include <deque>

namespace ns3::mlt
{

/**
 * Which bytes of a stream belong to which message, and how often each message's bytes were sent.
 * A segment may span several messages; each is charged its own bytes.
 */
class DctcpLedger
{
  public:
    /** A message that is not acknowledged whole. */
    struct Entry
    {
        uint64_t id;
        uint64_t begin; //!< first byte in the stream
        uint64_t end;   //!< one past the last
        uint64_t sentBytes;
        uint64_t repairedBytes;
    };

    /** The next @p bytes (at least 1) of the stream are message @p id. */
    void Append(uint64_t id, uint64_t bytes);

    /** The bytes [begin, end) were sent, for the first time or (@p repair) again. */
    void Charge(uint64_t begin, uint64_t end, bool repair);

    /**
     * Takes out the first message if all below @p acknowledged includes it.
     * @return whether @p report was filled.
     */
    bool Pop(uint64_t acknowledged, SenderReport& report);

    /** The length of the stream so far. */
    uint64_t End() const
    {
        return m_end;
    }

    const std::deque<Entry>& Open() const
    {
        return m_open;
    }

  private:
    std::deque<Entry> m_open;
    uint64_t m_end{0};
    uint64_t m_popped{0};  //!< messages taken out so far
    uint64_t m_sending{0}; //!< number of the message that new data is taken from
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_LEDGER_H
