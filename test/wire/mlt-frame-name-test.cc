// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-codec.h"
#include "ns3/mlt-frame-name.h"
#include "ns3/mlt-frame-pool.h"

#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

class FrameNameTest : public ::testing::Test
{
  protected:
    using Fill = std::function<void(Frame&)>;

    /** A name of a frame made in this way. */
    LinkCrossing Name(FrameKind kind, Port port, const Fill& fill)
    {
        return Name(m_pool.Allocate(), kind, port, fill);
    }

    /** The same of a frame of the pool, which takes it back. */
    LinkCrossing Name(Frame* frame, FrameKind kind, Port port, const Fill& fill)
    {
        frame->kind = kind;
        frame->port = port;
        frame->source = 3;
        frame->destination = 4;
        if (kind == FrameKind::StreamData || kind == FrameKind::StreamAck)
        {
            frame->Stream() = {};
        }
        else if (kind != FrameKind::Data)
        {
            frame->Mlt() = {};
        }
        fill(*frame);
        const LinkCrossing name = CrossingOf(*frame);
        m_pool.Free(frame);
        return name;
    }

    FramePool m_pool;
};

void
ExpectName(const LinkCrossing& name, uint64_t message, uint64_t index, uint64_t attempt)
{
    EXPECT_TRUE(name.isNamed);
    EXPECT_EQ(name.source, 3U);
    EXPECT_EQ(name.destination, 4U);
    EXPECT_EQ(name.message, message);
    EXPECT_EQ(name.index, index);
    EXPECT_EQ(name.attempt, attempt);
}

void
FillMlt(Frame& frame)
{
    MltHeader header{};
    header.messageId = 10;
    header.index = 11;
    header.channelSequence = 12;
    header.pairSequence = 13;
    header.attempt = 2;
    if (frame.kind == FrameKind::Data)
    {
        SetDataHeader(frame, header);
    }
    else
    {
        frame.Mlt() = header;
    }
}

TEST_F(FrameNameTest, DataIsAPacketOfAMessage)
{
    const LinkCrossing data = Name(FrameKind::Data, Port::MltReceiver, FillMlt);
    ExpectName(data, 10, 11, 2);
    EXPECT_TRUE(data.isData);
}

TEST_F(FrameNameTest, OfDataIsTheSameInAShortFrame)
{
    const LinkCrossing inLong = Name(FrameKind::Data, Port::MltReceiver, FillMlt);
    Frame* frame = m_pool.AllocateShort();
    const LinkCrossing inShort = Name(frame, FrameKind::Data, Port::MltReceiver, FillMlt);
    ExpectName(inShort, 10, 11, 2);
    EXPECT_TRUE(inShort.isData);
    EXPECT_EQ(inShort.kind, inLong.kind);
}

TEST_F(FrameNameTest, ControlIsAPacketOfItsChannel)
{
    for (const FrameKind kind :
         {FrameKind::Begin, FrameKind::Probe, FrameKind::Bitmap, FrameKind::Stop})
    {
        const LinkCrossing control = Name(kind, Port::MltReceiver, FillMlt);
        ExpectName(control, 10, 12, 2);
        EXPECT_FALSE(control.isData);
    }
    ExpectName(Name(FrameKind::ChannelAck, Port::MltSender, FillMlt), 10, 12, 2);
    ExpectName(Name(FrameKind::Feedback, Port::MltSender, FillMlt), 10, 13, 2);
}

TEST_F(FrameNameTest, TheEndThatItIsForBelongsToTheKind)
{
    const auto toSender = Name(FrameKind::ChannelAck, Port::MltSender, FillMlt);
    const auto toReceiver = Name(FrameKind::ChannelAck, Port::MltReceiver, FillMlt);
    const auto stop = Name(FrameKind::Stop, Port::MltSender, FillMlt);
    EXPECT_NE(toSender.kind, toReceiver.kind);
    EXPECT_NE(toSender.kind, stop.kind);
}

TEST_F(FrameNameTest, SegmentsAreToldApartByTheirTime)
{
    const LinkCrossing segment = Name(FrameKind::StreamData, Port::Stream, [](Frame& frame) {
        frame.flowHash = 20;
        frame.Stream().sequence = 21;
        frame.Stream().timestampPs = 23;
    });
    ExpectName(segment, 20, 21, 23);
    EXPECT_TRUE(segment.isData);
    const LinkCrossing ack = Name(FrameKind::StreamAck, Port::Stream, [](Frame& frame) {
        frame.flowHash = 20;
        frame.Stream().acknowledgement = 22;
        frame.Stream().timestampPs = 23;
    });
    ExpectName(ack, 20, 22, 23);
    EXPECT_FALSE(ack.isData);
}

TEST_F(FrameNameTest, DataOfATransportOfOnesOwnNeedsNoDescription)
{
    const auto fill = [](Frame& frame) {
        frame.Mlt() = {};
        frame.Mlt().messageId = 10;
        frame.Mlt().index = 11;
        frame.Mlt().attempt = 2;
    };
    ExpectName(Name(FrameKind::Data, Port::Stream, fill), 10, 11, 2);
    const auto nothing = [](Frame& frame) { frame.Data() = {}; };
    Frame* frame = m_pool.AllocateShort();
    EXPECT_FALSE(Name(frame, FrameKind::Data, Port::Stream, nothing).isNamed) << "has no header";
}

TEST_F(FrameNameTest, FramesOfAnIpStackHaveNone)
{
    const auto fill = [](Frame&) {};
    EXPECT_FALSE(Name(FrameKind::Packet, Port::Packet, fill).isNamed);
    EXPECT_TRUE(Name(FrameKind::Packet, Port::Packet, fill).isData);
    EXPECT_FALSE(Name(FrameKind::BarePacket, Port::Packet, fill).isNamed);
}

} // namespace
} // namespace ns3::mlt
