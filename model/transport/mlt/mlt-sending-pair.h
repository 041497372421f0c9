// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SENDING_PAIR_H
#define MLT_SENDING_PAIR_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-pacer.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-sender-message.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * What a sender keeps for one destination: its messages with packets to send, front layer first,
 * its pacer, and what the last feedback told. Kept across messages.
 */
class alignas(CACHE_LINE_BYTES) SendingPair
{
  public:
    SendingPair(uint32_t flowHash, const Pacer& pacer);

    /** A message is handed over. */
    void Open(const MltSenderMessage& message, int64_t nowPs);

    /** STOP has come for a message. */
    void Close(MltSenderMessage& message);

    /** The message has packets to send: it takes its place among the others by layer. */
    void Enlist(MltSenderMessage& message);

    /** The message has no packet to send any more. */
    void Unlist(MltSenderMessage& message);

    /** The message of the front-most layer, or null; reads nothing of it. */
    const MltSenderMessage* Front() const
    {
        return m_first;
    }

    /** The message of the front-most layer whose class is not paused, or null. */
    MltSenderMessage* First(ClassSet paused) const
    {
        MltSenderMessage* message = m_first;
        while (message && paused.Has(message->Queue()))
        {
            message = message->nextOfPair;
        }
        return message;
    }

    /** A FEEDBACK has come. @return whether it was news: else a later one came before it. */
    bool OnFeedback(const MltHeader& header, int64_t nowPs);

    uint32_t FlowHash() const
    {
        return m_flowHash;
    }

    Pacer& GetPacer()
    {
        return m_pacer;
    }

    const Pacer& GetPacer() const
    {
        return m_pacer;
    }

  private:
    MltSenderMessage* m_first{nullptr};
    uint32_t m_flowHash;
    Pacer m_pacer;          //!< what each frame needs of it is in one cache line with what is above
    uint32_t m_open{0};     //!< messages without STOP
    double m_bound{0};      //!< loss bound of the latest message
    uint32_t m_received{0}; //!< as the last feedback told, as the next two
    uint32_t m_marked{0};
    uint32_t m_missing{0};
};

} // namespace ns3::mlt

#endif // MLT_SENDING_PAIR_H
