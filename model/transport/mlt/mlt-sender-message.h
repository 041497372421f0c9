// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SENDER_MESSAGE_H
#define MLT_SENDER_MESSAGE_H

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-importance.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-pair-scheduler.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-send-order.h"

namespace ns3::mlt
{

/**
 * MLT's sender state machine for one message (knows no network):
 *
 *   SENDING   first pass in the send order, then, after each BITMAP round, the missing packets
 *   WAITING   the pass is over; a PROBE goes out when the caller's timer says so
 *   DONE      STOP has come
 */
class alignas(CACHE_LINE_BYTES) MltSenderMessage final : public MessageDescription,
                                                         private ProtectionView
{
  public:
    /** A packet to send. */
    struct Packet
    {
        uint32_t index;
        uint32_t payload; //!< bytes
        bool isProtected; //!< ECT
        uint8_t attempt;  //!< how often it was sent before
        bool endsPass;
    };

    /**
     * @param message what to send.
     * @param packetBytes payload of every packet but perhaps the last.
     * @param order of the first pass; must outlive this.
     * @param importance which packets are droppable; asked once for each packet.
     * @param orderKey seeds random orders.
     */
    MltSenderMessage(const Message& message,
                     uint32_t packetBytes,
                     const SendOrder& order,
                     const ImportanceModel& importance,
                     uint64_t orderKey);

    /**
     * Takes the next packet of the pass.
     * @param packet is filled.
     * @return false when the pass is over (and WAITING begins) or the message is DONE.
     */
    bool NextPacket(Packet& packet);

    /** Whether NextPacket would give one. */
    bool HasPacket() const
    {
        return m_next != Bitmap::NONE;
    }

    /** The round of the PROBE that is due. */
    uint16_t ProbeRound() const
    {
        return RoundOf(m_attempt, true);
    }

    /** BITMAPs in a row, at present, that told of nothing new. */
    uint8_t FruitlessPasses() const
    {
        return m_fruitlessPasses;
    }

    /** Whether a packet may be dropped in the first pass (Not-ECT), unless it ends that. */
    bool IsDroppable(uint32_t index) const
    {
        return m_droppable.Size() > 0 && m_droppable.Test(index);
    }

    /**
     * One segment of a BITMAP has come.
     * @return whether its round is complete and packets are to be sent again.
     */
    bool OnBitmap(const MltHeader& header, const BitmapSegment& segment);

    /** STOP has come: nothing is sent any more. */
    void OnStop();

    /** Adds what NextPacket will read. */
    void ListAhead(PrefetchList& list) const
    {
        list.Add(this);
        list.Add(&m_packetBytes);
        if (HasPacket() && m_attempt == 0 && m_droppable.Size() > 0)
        {
            list.AddFirst(m_droppable.Begin(), m_droppable.End());
            list.Add(m_droppable.WordOf(m_next));
        }
        list.Add(&m_order);
    }

    uint32_t Packets() const
    {
        return fields.packetCount;
    }

    uint64_t SentBytes() const
    {
        return m_sentBytes;
    }

    uint64_t RepairedBytes() const
    {
        return m_repairedBytes;
    }

    uint32_t Source() const
    {
        return m_source;
    }

    uint32_t Destination() const
    {
        return m_destination;
    }

    /** Where it stands among its host's messages (PairScheduler). */
    uint32_t Rank() const
    {
        return PairScheduler::Rank(m_queue, fields.layer);
    }

    /** The priority of its data. */
    uint8_t Queue() const
    {
        return m_queue;
    }

  private:
    bool IsProtected(uint32_t index) const override
    {
        return !IsDroppable(index);
    }

    uint32_t PayloadOf(uint32_t index) const;
    void FindNext();
    bool IsOfThisPass(const MltHeader& header) const;
    void CollectSegment(const BitmapSegment& segment);
    void StartRepair();

    // what each packet needs: two cache lines, with the description
    uint64_t m_sentBytes{0};
    uint32_t m_packetBytes;
    uint32_t m_next{0}; //!< packet that NextPacket gives, or NONE
    const SendOrder& m_order;
    SendCursor m_cursor;
    uint32_t m_destination;
    uint8_t m_queue;
    /**
     * Repair passes begun. What a pass sends was missing in the pass before too (packets that have
     * come stay), so each of its packets was sent exactly so often before.
     */
    uint8_t m_attempt{0};
    Bitmap m_droppable; //!< in the first pass; empty: none

    uint32_t m_source;
    Bitmap m_missing;                      //!< to be repaired
    Bitmap m_segments;                     //!< of the BITMAP of m_round that have come
    uint16_t m_round{0};                   //!< whose BITMAP is coming in
    uint32_t m_leastMissing{Bitmap::NONE}; //!< in any BITMAP
    uint8_t m_fruitlessPasses{0};
    uint64_t m_repairedBytes{0};

  public:
    MltSenderMessage* nextOfPair{nullptr}; //!< list of a pair's messages with packets to send
};

} // namespace ns3::mlt

#endif // MLT_SENDER_MESSAGE_H
