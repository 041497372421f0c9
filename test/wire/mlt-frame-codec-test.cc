// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-header.h"
#include "ns3/mlt-data-header.h"
#include "ns3/mlt-frame-codec.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Bytes = std::vector<uint8_t>;

constexpr FrameKind CONTROL_KINDS[] = {FrameKind::Begin,
                                       FrameKind::Probe,
                                       FrameKind::Bitmap,
                                       FrameKind::Stop,
                                       FrameKind::Feedback,
                                       FrameKind::ChannelAck};
constexpr uint32_t INPUTS = 100000; //!< random ones a header

Bytes
BytesOf(const Packet& packet)
{
    Bytes bytes(packet.GetSize());
    packet.CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    return bytes;
}

Ptr<Packet>
PacketOf(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

/** Compares all fields that DATA bears. */
void
ExpectSameData(const MltHeader& a, const MltHeader& b)
{
    EXPECT_EQ(a.messageId, b.messageId);
    EXPECT_EQ(a.length, b.length);
    EXPECT_EQ(a.packetCount, b.packetCount);
    EXPECT_EQ(a.index, b.index);
    EXPECT_EQ(a.iteration, b.iteration);
    EXPECT_EQ(a.boundBillionths, b.boundBillionths);
    EXPECT_EQ(a.pairSequence, b.pairSequence);
    EXPECT_EQ(a.sendTimePs, b.sendTimePs);
    EXPECT_EQ(a.layer, b.layer);
    EXPECT_EQ(a.attempt, b.attempt);
}

class MltFrameCodecTest : public ::testing::Test
{
  protected:
    /** Fields that could be true, each over its whole range. */
    MltHeader RandomFields()
    {
        MltHeader header{};
        header.messageId = m_random.Next();
        header.length = 1 + m_random.Next() % (m_random.Below(2) ? 100000 : MOST_MESSAGE_BYTES);
        header.packetCount = static_cast<uint32_t>((header.length - 1) / m_format.MltPayload() + 1);
        header.index = m_random.Below(header.packetCount);
        header.sendTimePs = static_cast<int64_t>(m_random.Next() >> 1);
        header.iteration = static_cast<uint32_t>(m_random.Next());
        header.boundBillionths = m_random.Below(LossBound::UNIT);
        header.pairSequence = static_cast<uint32_t>(m_random.Next());
        header.channelSequence = static_cast<uint32_t>(m_random.Next());
        header.received = static_cast<uint32_t>(m_random.Next());
        header.marked = static_cast<uint32_t>(m_random.Next());
        header.missing = static_cast<uint32_t>(m_random.Next());
        header.round = static_cast<uint16_t>(m_random.Next());
        header.layer = static_cast<uint16_t>(m_random.Next());
        header.attempt = static_cast<uint8_t>(m_random.Next());
        return header;
    }

    Ptr<BitmapSegment> RandomSegment(uint32_t mostPackets)
    {
        auto segment = Create<BitmapSegment>();
        segment->first = m_random.Below(1000000);
        segment->packets = 1 + m_random.Below(mostPackets);
        for (uint32_t word = 0; word < (segment->packets + 63) / 64; ++word)
        {
            segment->bits.push_back(m_random.Next());
        }
        return segment;
    }

    /** DATA is in a short frame, as on the fabric. */
    Frame* RandomFrame(FrameKind kind)
    {
        const MltHeader header = RandomFields();
        if (kind == FrameKind::Data)
        {
            Frame* data = m_pool.AllocateShort();
            SetDataHeader(*data, header);
            const uint64_t offset = uint64_t{header.index} * m_format.MltPayload();
            data->payload = static_cast<uint16_t>(
                std::min<uint64_t>(m_format.MltPayload(), header.length - offset));
            return data;
        }
        Frame* frame = m_pool.Allocate();
        frame->kind = kind;
        frame->Mlt() = header;
        if (kind == FrameKind::Bitmap)
        {
            frame->Mlt().packetCount = 1 + m_random.Below(10000);
            frame->Mlt().index = m_random.Below(frame->Mlt().packetCount);
            frame->attachment = RandomSegment(11456);
        }
        return frame;
    }

    /** Half valid frames that are cut, lengthened or flipped somewhere, half random bytes. */
    Bytes RandomInput(FrameKind kind)
    {
        if (m_random.Below(2) == 0)
        {
            Bytes bytes(m_random.Below(200));
            std::generate(bytes.begin(), bytes.end(), [this] {
                return static_cast<uint8_t>(m_random.Next());
            });
            if (!bytes.empty() && m_random.Below(4) > 0)
            {
                bytes[0] = static_cast<uint8_t>(kind); // get past the first look
            }
            return bytes;
        }
        Frame* frame = RandomFrame(kind);
        Bytes bytes = BytesOf(*FrameToPacket(*frame));
        m_pool.Free(frame);
        if (m_random.Below(2) == 0)
        {
            bytes.resize(m_random.Below(static_cast<uint32_t>(bytes.size()) + 16));
        }
        for (uint32_t flips = m_random.Below(4); flips > 0 && !bytes.empty(); --flips)
        {
            const auto header = std::min<uint32_t>(static_cast<uint32_t>(bytes.size()), 64);
            bytes[m_random.Below(header)] ^= static_cast<uint8_t>(1u << m_random.Below(8));
        }
        return bytes;
    }

    /** What is accepted must be possible, and as long in bytes as it was. */
    void ExpectSound(const Bytes& bytes)
    {
        Frame* frame = m_pool.Allocate();
        const auto packet = PacketOf(bytes);
        if (PacketToFrame(*packet, m_format, *frame))
        {
            ++m_accepted;
            ASSERT_TRUE(IsMlt(frame->kind));
            ASSERT_EQ(FrameToPacket(*frame)->GetSize(), bytes.size());
            ASSERT_EQ(frame->wireBytes, m_format.WireBytes(28 + packet->GetSize()));
            if (frame->kind == FrameKind::Data)
            {
                ASSERT_LT(frame->Data().index, frame->Message().packetCount);
                ASSERT_LE(frame->payload, m_format.MltPayload());
                ASSERT_GT(frame->payload, 0U);
            }
            if (frame->kind == FrameKind::Bitmap)
            {
                ASSERT_EQ(frame->Bitmap().bits.size(), (frame->Bitmap().packets + 63) / 64);
                ASSERT_LT(frame->Mlt().index, frame->Mlt().packetCount);
            }
        }
        else
        {
            ++m_refused;
        }
        m_pool.Free(frame);
    }

    WireFormat m_format{};
    SmallRandom m_random{2024};
    FramePool m_pool;
    uint64_t m_accepted{0};
    uint64_t m_refused{0};
};

TEST_F(MltFrameCodecTest, AFrameKeepsWhatDataTells)
{
    for (uint32_t i = 0; i < 1000; ++i)
    {
        const MltHeader header = RandomFields();
        for (Frame* frame : {m_pool.AllocateShort(), m_pool.Allocate()})
        {
            SetDataHeader(*frame, header);
            EXPECT_EQ(frame->kind, FrameKind::Data);
            const MltHeader got = DataHeader(*frame);
            ExpectSameData(header, got);
            EXPECT_EQ(got.channelSequence, 0U) << "not of DATA, as all that follow";
            EXPECT_EQ(got.received, 0U);
            EXPECT_EQ(got.marked, 0U);
            EXPECT_EQ(got.missing, 0U);
            EXPECT_EQ(got.round, 0U);
            m_pool.Free(frame);
        }
    }
}

TEST_F(MltFrameCodecTest, DataIsTheSameBytesFromAShortAndALongFrame)
{
    Frame* sent = RandomFrame(FrameKind::Data);
    ASSERT_TRUE(sent->isShort);
    Frame* same = m_pool.Allocate();
    SetDataHeader(*same, DataHeader(*sent));
    same->payload = sent->payload;
    EXPECT_EQ(BytesOf(*FrameToPacket(*same)), BytesOf(*FrameToPacket(*sent)));
    m_pool.Free(sent);
    m_pool.Free(same);
}

/** A frame that is used for one kind after the other, as a reader of packets may do. */
TEST_F(MltFrameCodecTest, DataOfNoMessageHasFieldsOfZero)
{
    Frame* frame = m_pool.AllocateShort(); // as another transport may send it
    frame->kind = FrameKind::Data;
    frame->Data() = {5, 6, 7};
    const MltHeader header = DataHeader(*frame);
    EXPECT_EQ(header.messageId, 0U);
    EXPECT_EQ(header.length, 0U);
    EXPECT_EQ(header.sendTimePs, 5);
    EXPECT_EQ(header.index, 6U);
    EXPECT_EQ(header.pairSequence, 7U);
    m_pool.Free(frame);
}

TEST_F(MltFrameCodecTest, AFrameBearsNothingOfTheKindBefore)
{
    Frame* bitmap = RandomFrame(FrameKind::Bitmap);
    Frame* data = RandomFrame(FrameKind::Data);
    Frame* stop = RandomFrame(FrameKind::Stop);
    Frame* got = m_pool.Allocate();
    ASSERT_TRUE(PacketToFrame(*FrameToPacket(*bitmap), m_format, *got));
    EXPECT_EQ(got->Bitmap().bits, bitmap->Bitmap().bits);
    ASSERT_TRUE(PacketToFrame(*FrameToPacket(*data), m_format, *got));
    ExpectSameData(DataHeader(*data), DataHeader(*got));
    ASSERT_TRUE(PacketToFrame(*FrameToPacket(*stop), m_format, *got));
    EXPECT_EQ(got->kind, FrameKind::Stop);
    EXPECT_FALSE(got->attachment);
    for (Frame* frame : {bitmap, data, stop, got})
    {
        m_pool.Free(frame);
    }
}

TEST_F(MltFrameCodecTest, DataComesBackFieldByField)
{
    for (uint32_t i = 0; i < 2000; ++i)
    {
        Frame* sent = RandomFrame(FrameKind::Data);
        const auto packet = FrameToPacket(*sent);
        ASSERT_EQ(packet->GetSize(), MLT_DATA_HEADER_BYTES + sent->payload);
        Frame* got = m_pool.Allocate();
        ASSERT_TRUE(PacketToFrame(*packet, m_format, *got));
        EXPECT_EQ(got->kind, FrameKind::Data);
        EXPECT_EQ(got->payload, sent->payload);
        EXPECT_EQ(got->wireBytes, m_format.MltDataBytes(sent->payload));
        ExpectSameData(DataHeader(*sent), DataHeader(*got));
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltFrameCodecTest, ControlComesBackFieldByField)
{
    for (uint32_t i = 0; i < 6000; ++i)
    {
        Frame* sent = RandomFrame(CONTROL_KINDS[i % std::size(CONTROL_KINDS)]);
        const auto packet = FrameToPacket(*sent);
        Frame* got = m_pool.Allocate();
        ASSERT_TRUE(PacketToFrame(*packet, m_format, *got)) << ToString(sent->kind);
        const MltHeader& a = sent->Mlt();
        const MltHeader& b = got->Mlt();
        ASSERT_EQ(got->kind, sent->kind);
        EXPECT_EQ(got->payload, 0U);
        EXPECT_EQ(a.attempt, b.attempt);
        EXPECT_EQ(a.channelSequence, b.channelSequence);
        EXPECT_EQ(a.messageId, b.messageId);
        EXPECT_EQ(a.iteration, b.iteration);
        if (sent->kind == FrameKind::Begin || sent->kind == FrameKind::Probe)
        {
            EXPECT_EQ(a.length, b.length);
            EXPECT_EQ(a.packetCount, b.packetCount);
            EXPECT_EQ(a.boundBillionths, b.boundBillionths);
            EXPECT_EQ(a.layer, b.layer);
        }
        if (sent->kind == FrameKind::Probe || sent->kind == FrameKind::Bitmap)
        {
            EXPECT_EQ(a.round, b.round);
        }
        if (sent->kind == FrameKind::Bitmap)
        {
            EXPECT_EQ(a.index, b.index);
            EXPECT_EQ(a.packetCount, b.packetCount);
            EXPECT_EQ(sent->Bitmap().first, got->Bitmap().first);
            EXPECT_EQ(sent->Bitmap().packets, got->Bitmap().packets);
            EXPECT_EQ(sent->Bitmap().bits, got->Bitmap().bits);
        }
        if (sent->kind == FrameKind::Feedback)
        {
            EXPECT_EQ(a.sendTimePs, b.sendTimePs);
            EXPECT_EQ(a.pairSequence, b.pairSequence);
            EXPECT_EQ(a.received, b.received);
            EXPECT_EQ(a.marked, b.marked);
            EXPECT_EQ(a.missing, b.missing);
        }
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltFrameCodecTest, SizesAreThoseThatTransportsCountWith)
{
    const struct
    {
        FrameKind kind;
        uint32_t bytes;
    } cases[] = {{FrameKind::Begin, MLT_BEGIN_BYTES},
                 {FrameKind::Probe, MLT_PROBE_BYTES},
                 {FrameKind::Stop, MLT_STOP_BYTES},
                 {FrameKind::Feedback, MLT_FEEDBACK_BYTES},
                 {FrameKind::ChannelAck, MLT_CHANNEL_ACK_BYTES}};

    for (const auto& c : cases)
    {
        Frame* frame = RandomFrame(c.kind);
        EXPECT_EQ(FrameToPacket(*frame)->GetSize(), MLT_CONTROL_HEADER_BYTES + c.bytes);
        m_pool.Free(frame);
    }
    const MltControlHeader bitmap(FrameKind::Bitmap, {}, RandomSegment(1));
    EXPECT_EQ(bitmap.GetSerializedSize(), MLT_CONTROL_HEADER_BYTES + MLT_BITMAP_BYTES + 8);
}

/** The layout of doc/wire-format.md, byte by byte. */
TEST_F(MltFrameCodecTest, DataIsLaidOutAsDocumented)
{
    Frame* frame = m_pool.AllocateShort();
    frame->payload = 2;
    MltHeader header{};
    header.attempt = 0x11;
    header.layer = 0x2233;
    header.iteration = 0x44556677;
    header.messageId = 0x8899aabbccddeeff;
    header.length = 2;
    header.packetCount = 1;
    header.index = 0;
    header.boundBillionths = 0x05f5e100;
    header.pairSequence = 0x01020304;
    header.sendTimePs = 0x0102030405060708;
    SetDataHeader(*frame, header);
    const Bytes expected{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
                         0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0,    0,    0,    0,
                         0,    0,    0,    2,    0,    0,    0,    1,    0,    0,
                         0,    0,    0x05, 0xf5, 0xe1, 0x00, 0x01, 0x02, 0x03, 0x04,
                         0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0,    0};
    EXPECT_EQ(BytesOf(*FrameToPacket(*frame)), expected);
    m_pool.Free(frame);
}

TEST_F(MltFrameCodecTest, BitmapIsLaidOutAsDocumented)
{
    MltHeader header{};
    header.iteration = 0x01020304;
    header.messageId = 0x1122334455667788;
    header.channelSequence = 0x0a0b0c0d;
    header.attempt = 0x0e;
    header.round = 0x0506;
    header.index = 2;
    header.packetCount = 3;
    auto segment = Create<BitmapSegment>();
    segment->first = 0x40;
    segment->packets = 65;
    segment->bits = {0x8000000000000001, 1};
    Packet packet;
    packet.AddHeader(MltControlHeader(FrameKind::Bitmap, header, segment));
    const Bytes expected{3,    0x0e, 0,    0,    1,    2,    3,    4,    0x11, 0x22, 0x33, 0x44,
                         0x55, 0x66, 0x77, 0x88, 0x0a, 0x0b, 0x0c, 0x0d, 5,    6,    0,    0,
                         0,    0,    0,    2,    0,    0,    0,    3,    0,    0,    0,    0x40,
                         0,    0,    0,    65,   0x80, 0,    0,    0,    0,    0,    0,    1,
                         0,    0,    0,    0,    0,    0,    0,    1};
    EXPECT_EQ(BytesOf(packet), expected);
}

TEST_F(MltFrameCodecTest, RefusesWhatCannotBeTrue)
{
    const auto accepts = [this](auto change) {
        Frame* frame = m_pool.Allocate();
        frame->kind = FrameKind::Data;
        MltHeader header{};
        header.length = 10 * m_format.MltPayload();
        header.packetCount = 10;
        frame->payload = static_cast<uint16_t>(m_format.MltPayload());
        change(*frame, header);
        if (frame->kind == FrameKind::Data)
        {
            SetDataHeader(*frame, header);
        }
        else
        {
            frame->Mlt() = header;
        }
        Frame* got = m_pool.Allocate();
        const bool accepted = PacketToFrame(*FrameToPacket(*frame), m_format, *got);
        m_pool.Free(frame);
        m_pool.Free(got);
        return accepted;
    };
    EXPECT_TRUE(accepts([](Frame&, MltHeader&) {}));
    EXPECT_TRUE(accepts([](Frame&, MltHeader& h) { h.index = 9; }));
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.index = 10; })) << "no such packet";
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.packetCount = 11; }));
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.packetCount = 9; }));
    EXPECT_FALSE(accepts([](Frame& f, MltHeader&) { f.payload -= 4; }))
        << "only the last may be shorter";
    EXPECT_FALSE(accepts([](Frame& f, MltHeader&) { f.payload += 4; })) << "over the MTU";
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.boundBillionths = LossBound::UNIT; }));
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.sendTimePs = -1; }));
    EXPECT_FALSE(accepts([](Frame& f, MltHeader& h) { h.length = h.packetCount = f.payload = 0; }));
    EXPECT_FALSE(accepts([](Frame&, MltHeader& h) { h.length = ~uint64_t{0}; }));
    const auto begin = [](Frame& f, MltHeader&) { f.kind = FrameKind::Begin, f.payload = 0; };
    EXPECT_TRUE(accepts(begin));
    EXPECT_FALSE(accepts([begin](Frame& f, MltHeader& h) { begin(f, h), h.packetCount = 11; }));
    EXPECT_FALSE(accepts([begin](Frame& f, MltHeader& h) { begin(f, h), f.payload = 1; }))
        << "a byte too many";
    const auto bitmap = [this](Frame& f, MltHeader&) {
        f.kind = FrameKind::Bitmap, f.payload = 0, f.attachment = RandomSegment(100);
    };
    EXPECT_TRUE(accepts(bitmap));
    EXPECT_FALSE(accepts([bitmap](Frame& f, MltHeader& h) { bitmap(f, h), h.index = 10; }))
        << "of 10";
    EXPECT_FALSE(accepts([bitmap](Frame& f, MltHeader& h) { bitmap(f, h), h.packetCount = ~0u; }));
}

TEST_F(MltFrameCodecTest, EveryCutOfEveryKindIsRefused)
{
    for (uint32_t kind = 0; kind <= static_cast<uint32_t>(FrameKind::ChannelAck); ++kind)
    {
        Frame* frame = RandomFrame(static_cast<FrameKind>(kind));
        const Bytes whole = BytesOf(*FrameToPacket(*frame));
        Frame* got = m_pool.Allocate();
        for (size_t bytes = 0; bytes < whole.size(); ++bytes)
        {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
            ASSERT_FALSE(PacketToFrame(*PacketOf(cut), m_format, *got))
                << ToString(frame->kind) << " cut to " << bytes << " of " << whole.size();
        }
        EXPECT_TRUE(PacketToFrame(*PacketOf(whole), m_format, *got));
        m_pool.Free(frame);
        m_pool.Free(got);
    }
}

TEST_F(MltFrameCodecTest, RandomDataHeadersNeverHarm)
{
    for (uint32_t i = 0; i < INPUTS; ++i)
    {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(RandomInput(FrameKind::Data)));
    }
    EXPECT_GT(m_accepted, INPUTS / 100) << "or the inputs do not get past the first look";
    EXPECT_GT(m_refused, INPUTS / 2);
}

TEST_F(MltFrameCodecTest, RandomControlHeadersNeverHarm)
{
    for (const FrameKind kind : CONTROL_KINDS)
    {
        m_accepted = 0;
        m_refused = 0;
        for (uint32_t i = 0; i < INPUTS; ++i)
        {
            ASSERT_NO_FATAL_FAILURE(ExpectSound(RandomInput(kind))) << ToString(kind);
        }
        EXPECT_GT(m_accepted, INPUTS / 100) << ToString(kind);
        EXPECT_GT(m_refused, INPUTS / 4) << ToString(kind);
    }
}

/** The headers alone, as a user of ns3::Packet meets them: they read only what is there. */
TEST_F(MltFrameCodecTest, HeadersReadOnlyWhatIsThere)
{
    for (uint32_t i = 0; i < INPUTS; ++i)
    {
        const auto kind = static_cast<FrameKind>(m_random.Below(9));
        const Bytes bytes = RandomInput(IsMlt(kind) ? kind : FrameKind::Data);
        const auto packet = PacketOf(bytes);
        MltDataHeader data;
        const uint32_t read = packet->PeekHeader(data);
        ASSERT_TRUE(read == 0 || read == data.GetSerializedSize());
        ASSERT_LE(read, bytes.size());
        MltControlHeader control;
        ASSERT_LE(packet->PeekHeader(control), bytes.size());
    }
}

TEST_F(MltFrameCodecTest, PrintNamesKindAndFields)
{
    const auto text = [](const Header& header) {
        std::ostringstream os;
        header.Print(os);
        return os.str();
    };
    MltHeader fields{};
    fields.messageId = 42;
    fields.iteration = 7;
    fields.index = 3;
    fields.packetCount = 10;
    fields.length = 14240;
    fields.attempt = 2;
    fields.boundBillionths = 100000000;
    EXPECT_EQ(text(MltDataHeader(fields)),
              "DATA message=42 iteration=7 layer=0 length=14240 packet=3/10 attempt=2 "
              "bound=100000000e-9 pairSequence=0 sent=0ps");
    fields.channelSequence = 5;
    EXPECT_EQ(text(MltControlHeader(FrameKind::Stop, fields, nullptr)),
              "STOP channelSequence=5 attempt=2 message=42 iteration=7");
    EXPECT_EQ(text(MltControlHeader(FrameKind::ChannelAck, fields, nullptr)),
              "CHANNEL_ACK channelSequence=5 attempt=2");
    std::set<std::string> all;
    for (const FrameKind kind : CONTROL_KINDS)
    {
        const auto segment = kind == FrameKind::Bitmap ? RandomSegment(9) : nullptr;
        const std::string line = text(MltControlHeader(kind, fields, segment));
        EXPECT_EQ(line.rfind(ToString(kind), 0), 0U) << line;
        all.insert(line);
    }
    EXPECT_EQ(all.size(), std::size(CONTROL_KINDS));
}

TEST_F(MltFrameCodecTest, EachKindGoesToItsEnd)
{
    EXPECT_TRUE(MayArriveAt(FrameKind::Data, Port::MltReceiver));
    EXPECT_FALSE(MayArriveAt(FrameKind::Data, Port::MltSender));
    EXPECT_TRUE(MayArriveAt(FrameKind::Probe, Port::MltReceiver));
    EXPECT_FALSE(MayArriveAt(FrameKind::Stop, Port::MltReceiver));
    EXPECT_TRUE(MayArriveAt(FrameKind::Stop, Port::MltSender));
    EXPECT_TRUE(MayArriveAt(FrameKind::ChannelAck, Port::MltSender));
    EXPECT_TRUE(MayArriveAt(FrameKind::ChannelAck, Port::MltReceiver));
    EXPECT_FALSE(MayArriveAt(FrameKind::ChannelAck, Port::Stream));
    EXPECT_FALSE(MayArriveAt(FrameKind::StreamData, Port::MltReceiver));
}

} // namespace
} // namespace ns3::mlt
