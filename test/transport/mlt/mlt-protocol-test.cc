// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-ip-packet-bench.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-control-header.h"
#include "ns3/mlt-data-header.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-random.h"
#include "ns3/udp-header.h"

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

constexpr MltType CONTROL_TYPES[] = {MltType::Begin,
                                     MltType::Probe,
                                     MltType::Bitmap,
                                     MltType::Stop,
                                     MltType::Feedback,
                                     MltType::ChannelAck};
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

const char*
NameOf(MltType type)
{
    return MltProtocol::Get().NameOfType(static_cast<uint8_t>(type));
}

const char*
NameOf(const Frame& frame)
{
    return MltProtocol::Get().NameOfType(frame.type);
}

/** The end that a type of frame is for; CHANNEL ACK is for both. */
MltEnd
EndOf(MltType type)
{
    return type == MltType::Data || type == MltType::Begin || type == MltType::Probe
               ? MltEnd::Receiver
               : MltEnd::Sender;
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
    EXPECT_EQ(a.endsPass, b.endsPass);
    EXPECT_EQ(a.asksFeedback, b.asksFeedback);
}

class MltProtocolTest : public ::testing::Test
{
  protected:
    /** Fields that could be true, each over its whole range. */
    MltHeader RandomFields()
    {
        MltHeader header{};
        header.messageId = m_random.Next();
        header.length = 1 + m_random.Next() % (m_random.Below(2) ? 100000 : MOST_MESSAGE_BYTES);
        header.packetCount = static_cast<uint32_t>((header.length - 1) / MltPayload(m_format) + 1);
        header.index = m_random.Below(header.packetCount);
        header.sendTimePs = static_cast<int64_t>(m_random.Next() >> 1);
        header.iteration = static_cast<uint32_t>(m_random.Next());
        header.boundBillionths = m_random.Below(LossBound::UNIT);
        header.pairSequence = static_cast<uint32_t>(m_random.Next());
        header.channelSequence = static_cast<uint32_t>(m_random.Next());
        header.received = static_cast<uint32_t>(m_random.Next());
        header.marked = static_cast<uint32_t>(m_random.Next());
        header.missing = static_cast<uint32_t>(m_random.Next());
        header.shareKbps = 1 + m_random.Below(UINT32_MAX);
        header.endsPass = m_random.Below(2);
        header.asksFeedback = m_random.Below(2);
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
    Frame* RandomFrame(MltType type)
    {
        const MltHeader header = RandomFields();
        if (type == MltType::Data)
        {
            Frame* data = m_pool.AllocateShort();
            SetDataHeader(*data, header);
            const uint64_t offset = uint64_t{header.index} * MltPayload(m_format);
            data->payload = static_cast<uint16_t>(
                std::min<uint64_t>(MltPayload(m_format), header.length - offset));
            return data;
        }
        Frame* frame = m_pool.Allocate();
        MltProtocol::Get().Label(*frame, type, EndOf(type));
        frame->Header<MltHeader>() = header;
        if (type == MltType::Bitmap)
        {
            frame->Header<MltHeader>().packetCount = 1 + m_random.Below(10000);
            frame->Header<MltHeader>().index =
                m_random.Below(frame->Header<MltHeader>().packetCount);
            frame->attachment = RandomSegment(11456);
        }
        return frame;
    }

    /** Half valid frames that are cut, lengthened or flipped somewhere, half random bytes. */
    Bytes RandomInput(MltType type)
    {
        if (m_random.Below(2) == 0)
        {
            Bytes bytes(m_random.Below(200));
            std::generate(bytes.begin(), bytes.end(), [this] {
                return static_cast<uint8_t>(m_random.Next());
            });
            if (!bytes.empty() && m_random.Below(4) > 0)
            {
                bytes[0] = static_cast<uint8_t>(type); // get past the first look
            }
            return bytes;
        }
        Frame* frame = RandomFrame(type);
        Bytes bytes = BytesOf(*MltProtocol::Get().ToDatagram(*frame));
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
        if (Read(*packet, *frame))
        {
            ++m_accepted;
            ASSERT_EQ(MltProtocol::Get().ToDatagram(*frame)->GetSize(), bytes.size());
            ASSERT_EQ(frame->wireBytes, m_format.WireBytes(28 + packet->GetSize()));
            if (frame->Is(MltType::Data))
            {
                ASSERT_LT(frame->Header<PacketFields>().index, MessageOf(*frame).packetCount);
                ASSERT_LE(frame->payload, MltPayload(m_format));
                ASSERT_GT(frame->payload, 0U);
            }
            if (frame->Is(MltType::Bitmap))
            {
                ASSERT_EQ(BitmapOf(*frame).bits.size(), (BitmapOf(*frame).packets + 63) / 64);
                ASSERT_LT(frame->Header<MltHeader>().index, frame->Header<MltHeader>().packetCount);
            }
        }
        else
        {
            ++m_refused;
        }
        m_pool.Free(frame);
    }

    /** Reads a datagram for the end that its type is for. */
    bool Read(const Packet& packet, Frame& frame) const
    {
        uint8_t type = 0;
        packet.CopyData(&type, 1);
        const auto end = static_cast<uint8_t>(EndOf(static_cast<MltType>(type)));
        return MltProtocol::Get().FromDatagram(packet, {m_format, end, NEVER_PS}, frame);
    }

    WireFormat m_format{};
    SmallRandom m_random{2024};
    FramePool m_pool;
    uint64_t m_accepted{0};
    uint64_t m_refused{0};
};

TEST_F(MltProtocolTest, AFrameKeepsWhatDataTells)
{
    for (uint32_t i = 0; i < 1000; ++i)
    {
        const MltHeader header = RandomFields();
        for (Frame* frame : {m_pool.AllocateShort(), m_pool.Allocate()})
        {
            SetDataHeader(*frame, header);
            EXPECT_TRUE(frame->Is(MltType::Data));
            const MltHeader got = DataHeader(*frame);
            ExpectSameData(header, got);
            EXPECT_EQ(got.channelSequence, 0U) << "not of DATA, as all that follow";
            EXPECT_EQ(got.received, 0U);
            EXPECT_EQ(got.marked, 0U);
            EXPECT_EQ(got.missing, 0U);
            EXPECT_EQ(got.shareKbps, 0U);
            EXPECT_EQ(got.round, 0U);
            m_pool.Free(frame);
        }
    }
}

TEST_F(MltProtocolTest, DataIsTheSameBytesFromAShortAndALongFrame)
{
    Frame* sent = RandomFrame(MltType::Data);
    ASSERT_TRUE(sent->isShort);
    Frame* same = m_pool.Allocate();
    SetDataHeader(*same, DataHeader(*sent));
    same->payload = sent->payload;
    EXPECT_EQ(BytesOf(*MltProtocol::Get().ToDatagram(*same)),
              BytesOf(*MltProtocol::Get().ToDatagram(*sent)));
    m_pool.Free(sent);
    m_pool.Free(same);
}

/** A frame that is used for one type after the other, as a reader of packets may do. */
TEST_F(MltProtocolTest, AFrameBearsNothingOfTheTypeBefore)
{
    Frame* bitmap = RandomFrame(MltType::Bitmap);
    Frame* data = RandomFrame(MltType::Data);
    Frame* stop = RandomFrame(MltType::Stop);
    Frame* got = m_pool.Allocate();
    ASSERT_TRUE(Read(*MltProtocol::Get().ToDatagram(*bitmap), *got));
    EXPECT_EQ(BitmapOf(*got).bits, BitmapOf(*bitmap).bits);
    ASSERT_TRUE(Read(*MltProtocol::Get().ToDatagram(*data), *got));
    ExpectSameData(DataHeader(*data), DataHeader(*got));
    ASSERT_TRUE(Read(*MltProtocol::Get().ToDatagram(*stop), *got));
    EXPECT_TRUE(got->Is(MltType::Stop));
    EXPECT_FALSE(got->attachment);
    for (Frame* frame : {bitmap, data, stop, got})
    {
        m_pool.Free(frame);
    }
}

TEST_F(MltProtocolTest, DataComesBackFieldByField)
{
    for (uint32_t i = 0; i < 2000; ++i)
    {
        Frame* sent = RandomFrame(MltType::Data);
        const auto packet = MltProtocol::Get().ToDatagram(*sent);
        ASSERT_EQ(packet->GetSize(), MLT_DATA_HEADER_BYTES + sent->payload);
        Frame* got = m_pool.Allocate();
        ASSERT_TRUE(Read(*packet, *got));
        EXPECT_TRUE(got->Is(MltType::Data));
        EXPECT_EQ(got->payload, sent->payload);
        EXPECT_EQ(got->wireBytes, MltDataBytes(m_format, sent->payload));
        ExpectSameData(DataHeader(*sent), DataHeader(*got));
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltProtocolTest, ControlComesBackFieldByField)
{
    for (uint32_t i = 0; i < 6000; ++i)
    {
        Frame* sent = RandomFrame(CONTROL_TYPES[i % std::size(CONTROL_TYPES)]);
        const auto packet = MltProtocol::Get().ToDatagram(*sent);
        Frame* got = m_pool.Allocate();
        ASSERT_TRUE(Read(*packet, *got)) << NameOf(*sent);
        const MltHeader& a = sent->Header<MltHeader>();
        const MltHeader& b = got->Header<MltHeader>();
        ASSERT_EQ(got->type, sent->type);
        EXPECT_EQ(got->payload, 0U);
        EXPECT_EQ(a.attempt, b.attempt);
        EXPECT_EQ(a.channelSequence, b.channelSequence);
        EXPECT_EQ(a.messageId, b.messageId);
        EXPECT_EQ(a.iteration, b.iteration);
        if (sent->Is(MltType::Begin) || sent->Is(MltType::Probe))
        {
            EXPECT_EQ(a.length, b.length);
            EXPECT_EQ(a.packetCount, b.packetCount);
            EXPECT_EQ(a.boundBillionths, b.boundBillionths);
            EXPECT_EQ(a.layer, b.layer);
        }
        if (sent->Is(MltType::Probe) || sent->Is(MltType::Bitmap))
        {
            EXPECT_EQ(a.round, b.round);
        }
        if (sent->Is(MltType::Bitmap))
        {
            EXPECT_EQ(a.index, b.index);
            EXPECT_EQ(a.packetCount, b.packetCount);
            EXPECT_EQ(BitmapOf(*sent).first, BitmapOf(*got).first);
            EXPECT_EQ(BitmapOf(*sent).packets, BitmapOf(*got).packets);
            EXPECT_EQ(BitmapOf(*sent).bits, BitmapOf(*got).bits);
        }
        if (sent->Is(MltType::Feedback))
        {
            EXPECT_EQ(a.sendTimePs, b.sendTimePs);
            EXPECT_EQ(a.pairSequence, b.pairSequence);
            EXPECT_EQ(a.received, b.received);
            EXPECT_EQ(a.marked, b.marked);
            EXPECT_EQ(a.missing, b.missing);
            EXPECT_EQ(a.shareKbps, b.shareKbps);
        }
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltProtocolTest, SizesAreThoseThatTransportsCountWith)
{
    const struct
    {
        MltType type;
        uint32_t bytes;
    } cases[] = {{MltType::Begin, MLT_BEGIN_BYTES},
                 {MltType::Probe, MLT_PROBE_BYTES},
                 {MltType::Stop, MLT_STOP_BYTES},
                 {MltType::Feedback, MLT_FEEDBACK_BYTES},
                 {MltType::ChannelAck, MLT_CHANNEL_ACK_BYTES}};

    for (const auto& c : cases)
    {
        Frame* frame = RandomFrame(c.type);
        EXPECT_EQ(MltProtocol::Get().ToDatagram(*frame)->GetSize(),
                  MLT_CONTROL_HEADER_BYTES + c.bytes);
        m_pool.Free(frame);
    }
    const MltControlHeader bitmap(MltType::Bitmap, {}, RandomSegment(1));
    EXPECT_EQ(bitmap.GetSerializedSize(), MLT_CONTROL_HEADER_BYTES + MLT_BITMAP_BYTES + 8);
}

/** The layout of doc/wire-format.md, byte by byte. */
TEST_F(MltProtocolTest, DataIsLaidOutAsDocumented)
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
    EXPECT_EQ(BytesOf(*MltProtocol::Get().ToDatagram(*frame)), expected);
    m_pool.Free(frame);
}

TEST_F(MltProtocolTest, BitmapIsLaidOutAsDocumented)
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
    packet.AddHeader(MltControlHeader(MltType::Bitmap, header, segment));
    const Bytes expected{3,    0x0e, 0,    0,    1,    2,    3,    4,    0x11, 0x22, 0x33, 0x44,
                         0x55, 0x66, 0x77, 0x88, 0x0a, 0x0b, 0x0c, 0x0d, 5,    6,    0,    0,
                         0,    0,    0,    2,    0,    0,    0,    3,    0,    0,    0,    0x40,
                         0,    0,    0,    65,   0x80, 0,    0,    0,    0,    0,    0,    1,
                         0,    0,    0,    0,    0,    0,    0,    1};
    EXPECT_EQ(BytesOf(packet), expected);
}

TEST_F(MltProtocolTest, RefusesWhatCannotBeTrue)
{
    const auto accepts = [this](auto change) {
        Frame* frame = m_pool.Allocate();
        MltProtocol::Get().Label(*frame, MltType::Data, MltEnd::Receiver);
        MltHeader header{};
        header.length = 10 * MltPayload(m_format);
        header.packetCount = 10;
        frame->payload = static_cast<uint16_t>(MltPayload(m_format));
        change(*frame, header);
        if (frame->Is(MltType::Data))
        {
            SetDataHeader(*frame, header);
        }
        else
        {
            frame->Header<MltHeader>() = header;
        }
        Frame* got = m_pool.Allocate();
        const bool accepted = Read(*MltProtocol::Get().ToDatagram(*frame), *got);
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
    const auto begin = [](Frame& f, MltHeader&) {
        MltProtocol::Get().Label(f, MltType::Begin, MltEnd::Receiver), f.payload = 0;
    };
    EXPECT_TRUE(accepts(begin));
    EXPECT_FALSE(accepts([begin](Frame& f, MltHeader& h) { begin(f, h), h.packetCount = 11; }));
    EXPECT_FALSE(accepts([begin](Frame& f, MltHeader& h) { begin(f, h), f.payload = 1; }))
        << "a byte too many";
    const auto bitmap = [this](Frame& f, MltHeader&) {
        MltProtocol::Get().Label(f, MltType::Bitmap, MltEnd::Sender),
            f.payload = 0, f.attachment = RandomSegment(100);
    };
    EXPECT_TRUE(accepts(bitmap));
    EXPECT_FALSE(accepts([bitmap](Frame& f, MltHeader& h) { bitmap(f, h), h.index = 10; }))
        << "of 10";
    EXPECT_FALSE(accepts([bitmap](Frame& f, MltHeader& h) { bitmap(f, h), h.packetCount = ~0u; }));
}

TEST_F(MltProtocolTest, EveryCutOfEveryTypeIsRefused)
{
    for (uint32_t type = 0; type <= static_cast<uint32_t>(MltType::ChannelAck); ++type)
    {
        Frame* frame = RandomFrame(static_cast<MltType>(type));
        const Bytes whole = BytesOf(*MltProtocol::Get().ToDatagram(*frame));
        Frame* got = m_pool.Allocate();
        for (size_t bytes = 0; bytes < whole.size(); ++bytes)
        {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
            ASSERT_FALSE(Read(*PacketOf(cut), *got))
                << NameOf(*frame) << " cut to " << bytes << " of " << whole.size();
        }
        EXPECT_TRUE(Read(*PacketOf(whole), *got));
        m_pool.Free(frame);
        m_pool.Free(got);
    }
}

TEST_F(MltProtocolTest, RandomDataHeadersNeverHarm)
{
    for (uint32_t i = 0; i < INPUTS; ++i)
    {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(RandomInput(MltType::Data)));
    }
    EXPECT_GT(m_accepted, INPUTS / 100) << "or the inputs do not get past the first look";
    EXPECT_GT(m_refused, INPUTS / 2);
}

TEST_F(MltProtocolTest, RandomControlHeadersNeverHarm)
{
    for (const MltType type : CONTROL_TYPES)
    {
        m_accepted = 0;
        m_refused = 0;
        for (uint32_t i = 0; i < INPUTS; ++i)
        {
            ASSERT_NO_FATAL_FAILURE(ExpectSound(RandomInput(type))) << NameOf(type);
        }
        EXPECT_GT(m_accepted, INPUTS / 100) << NameOf(type);
        EXPECT_GT(m_refused, INPUTS / 4) << NameOf(type);
    }
}

/** The headers alone, as a user of ns3::Packet meets them: they read only what is there. */
TEST_F(MltProtocolTest, HeadersReadOnlyWhatIsThere)
{
    for (uint32_t i = 0; i < INPUTS; ++i)
    {
        const Bytes bytes = RandomInput(static_cast<MltType>(m_random.Below(7)));
        const auto packet = PacketOf(bytes);
        MltDataHeader data;
        const uint32_t read = packet->PeekHeader(data);
        ASSERT_TRUE(read == 0 || read == data.GetSerializedSize());
        ASSERT_LE(read, bytes.size());
        MltControlHeader control;
        ASSERT_LE(packet->PeekHeader(control), bytes.size());
    }
}

TEST_F(MltProtocolTest, PrintNamesTypeAndFields)
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
    EXPECT_EQ(text(MltControlHeader(MltType::Stop, fields, nullptr)),
              "STOP channelSequence=5 attempt=2 message=42 iteration=7");
    EXPECT_EQ(text(MltControlHeader(MltType::ChannelAck, fields, nullptr)),
              "CHANNEL_ACK channelSequence=5 attempt=2");
    std::set<std::string> all;
    for (const MltType type : CONTROL_TYPES)
    {
        const auto segment = type == MltType::Bitmap ? RandomSegment(9) : nullptr;
        const std::string line = text(MltControlHeader(type, fields, segment));
        EXPECT_EQ(line.rfind(NameOf(type), 0), 0U) << line;
        all.insert(line);
    }
    EXPECT_EQ(all.size(), std::size(CONTROL_TYPES));
}

TEST_F(MltProtocolTest, EachTypeGoesToItsEnd)
{
    for (uint32_t i = 0; i <= static_cast<uint32_t>(MltType::ChannelAck); ++i)
    {
        const auto type = static_cast<MltType>(i);
        Frame* sent = RandomFrame(type);
        const auto packet = MltProtocol::Get().ToDatagram(*sent);
        Frame* got = m_pool.Allocate();
        for (const MltEnd end : {MltEnd::Sender, MltEnd::Receiver})
        {
            const DatagramArrival arrival{m_format, static_cast<uint8_t>(end), NEVER_PS};
            const bool isItsOwn = type == MltType::ChannelAck || end == EndOf(type);
            EXPECT_EQ(MltProtocol::Get().FromDatagram(*packet, arrival, *got), isItsOwn)
                << NameOf(type);
            EXPECT_EQ(got->end, arrival.end);
        }
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltProtocolTest, AShareOfNothingIsRefused)
{
    Frame* sent = RandomFrame(MltType::Feedback);
    Frame* got = m_pool.Allocate();
    EXPECT_TRUE(Read(*MltProtocol::Get().ToDatagram(*sent), *got));
    sent->Header<MltHeader>().shareKbps = 0;
    EXPECT_FALSE(Read(*MltProtocol::Get().ToDatagram(*sent), *got)) << "a rate of 0";
    m_pool.Free(sent);
    m_pool.Free(got);
}

TEST_F(MltProtocolTest, ATimeToComeIsRefused)
{
    for (const MltType type : {MltType::Data, MltType::Feedback})
    {
        Frame* sent = RandomFrame(type);
        const int64_t sentPs = type == MltType::Data ? sent->Header<PacketFields>().sendTimePs
                                                     : sent->Header<MltHeader>().sendTimePs;
        const auto packet = MltProtocol::Get().ToDatagram(*sent);
        Frame* got = m_pool.Allocate();
        const auto accepts = [&](int64_t nowPs) {
            const DatagramArrival arrival{m_format, static_cast<uint8_t>(EndOf(type)), nowPs};
            return MltProtocol::Get().FromDatagram(*packet, arrival, *got);
        };
        EXPECT_TRUE(accepts(sentPs));
        EXPECT_FALSE(accepts(sentPs - 1)) << "its round trip would be negative";
        m_pool.Free(sent);
        m_pool.Free(got);
    }
}

TEST_F(MltProtocolTest, TheControlChannelHasAllControlButFeedback)
{
    for (uint32_t i = 0; i <= static_cast<uint32_t>(MltType::ChannelAck); ++i)
    {
        const auto type = static_cast<MltType>(i);
        Frame* frame = RandomFrame(type);
        const ChannelPlace place = MltProtocol::Get().PlaceOf(*frame);
        EXPECT_EQ(place.isInChannel, type != MltType::Data && type != MltType::Feedback);
        EXPECT_EQ(place.isNumbered, place.isInChannel && type != MltType::ChannelAck);
        if (place.isNumbered)
        {
            EXPECT_EQ(place.sequence, frame->Header<MltHeader>().channelSequence);
        }
        m_pool.Free(frame);
    }
}

/** What a loss model may know of a frame. */
class MltNameTest : public MltProtocolTest
{
  protected:
    LinkCrossing Name(MltType type, MltEnd end)
    {
        return Name(m_pool.Allocate(), type, end);
    }

    /** The same of a frame of the pool, which takes it back. */
    LinkCrossing Name(Frame* frame, MltType type, MltEnd end)
    {
        MltHeader header{};
        header.messageId = 10;
        header.index = 11;
        header.channelSequence = 12;
        header.pairSequence = 13;
        header.attempt = 2;
        frame->source = 3;
        frame->destination = 4;
        if (type == MltType::Data)
        {
            SetDataHeader(*frame, header);
        }
        else
        {
            MltProtocol::Get().Label(*frame, type, end);
            frame->Header<MltHeader>() = header;
        }
        const LinkCrossing name = FrameProtocol::CrossingOf(*frame);
        m_pool.Free(frame);
        return name;
    }

    static void ExpectName(const LinkCrossing& name, uint64_t index)
    {
        EXPECT_TRUE(name.isNamed);
        EXPECT_EQ(name.source, 3U);
        EXPECT_EQ(name.destination, 4U);
        EXPECT_EQ(name.message, 10U);
        EXPECT_EQ(name.index, index);
        EXPECT_EQ(name.attempt, 2U);
    }
};

TEST_F(MltNameTest, DataIsAPacketOfAMessageInAShortFrameAsInALongOne)
{
    const LinkCrossing inLong = Name(MltType::Data, MltEnd::Receiver);
    const LinkCrossing inShort = Name(m_pool.AllocateShort(), MltType::Data, MltEnd::Receiver);
    ExpectName(inLong, 11);
    ExpectName(inShort, 11);
    EXPECT_TRUE(inLong.isData);
    EXPECT_TRUE(inShort.isData);
    EXPECT_EQ(inShort.kind, inLong.kind);
}

TEST_F(MltNameTest, ControlIsAPacketOfItsChannel)
{
    for (const MltType type : CONTROL_TYPES)
    {
        const LinkCrossing control = Name(type, EndOf(type));
        ExpectName(control, type == MltType::Feedback ? 13 : 12);
        EXPECT_FALSE(control.isData);
    }
}

TEST_F(MltNameTest, TheEndThatItIsForBelongsToTheKind)
{
    const auto toSender = Name(MltType::ChannelAck, MltEnd::Sender);
    const auto toReceiver = Name(MltType::ChannelAck, MltEnd::Receiver);
    const auto stop = Name(MltType::Stop, MltEnd::Sender);
    EXPECT_NE(toSender.kind, toReceiver.kind);
    EXPECT_NE(toSender.kind, stop.kind);
}

/** HashedLoss's choices stay the same as long as these numbers do. */
TEST_F(MltNameTest, KindsAreTypeAndEnd)
{
    EXPECT_EQ(Name(MltType::Data, MltEnd::Receiver).kind, 0x100U);
    EXPECT_EQ(Name(MltType::Feedback, MltEnd::Sender).kind, 0x005U);
    EXPECT_EQ(Name(MltType::ChannelAck, MltEnd::Receiver).kind, 0x106U);
}

TEST(MltIpPacketTest, DataIsADatagramForTheReceiver)
{
    IpPacketBench bench;
    bench.frame->source = 3;
    bench.frame->destination = 7;
    bench.frame->queue = 2;
    bench.frame->ect = true;
    bench.frame->payload = 1424;
    bench.frame->wireBytes = MltDataBytes(bench.format, 1424);
    SetDataHeader(*bench.frame, {});
    const auto packet = bench.Unwrap(IP_PROTOCOL_UDP);
    UdpHeader udp;
    packet->RemoveHeader(udp);
    EXPECT_EQ(udp.GetDestinationPort(), MLT_RECEIVER_UDP_PORT);
    EXPECT_EQ(udp.GetSourcePort(), MLT_SENDER_UDP_PORT);
    EXPECT_EQ(packet->GetSize(), MLT_DATA_HEADER_BYTES + 1424);
}

TEST(MltIpPacketTest, FeedbackIsADatagramForTheSender)
{
    IpPacketBench bench;
    bench.frame->destination = 1;
    MltProtocol::Get().Label(*bench.frame, MltType::Feedback, MltEnd::Sender);
    bench.frame->wireBytes = MltControlBytes(bench.format, MLT_FEEDBACK_BYTES);
    bench.frame->Header<MltHeader>() = {};
    const auto packet = bench.Unwrap(IP_PROTOCOL_UDP);
    UdpHeader udp;
    packet->RemoveHeader(udp);
    EXPECT_EQ(udp.GetDestinationPort(), MLT_SENDER_UDP_PORT);
}

TEST(MltSizesTest, AtMtu1500And9000)
{
    constexpr WireFormat FORMAT;
    EXPECT_EQ(MltPayload(FORMAT), 1424U);
    EXPECT_EQ(MltDataBytes(FORMAT, 1424), 1538);
    EXPECT_EQ(MltDataBytes(FORMAT, 4), 118);
    EXPECT_EQ(MltControlBytes(FORMAT, 0), 86);
    EXPECT_EQ(MltControlBytes(FORMAT, 12), 98);
    EXPECT_EQ(MltPayload(WireFormat{9000, 38, 84}), 8924U);
}

TEST(MltSizesTest, PacketsFillAnyMtuWithWholeGradients)
{
    for (uint32_t mtu = 576; mtu <= 9216; ++mtu)
    {
        const WireFormat format{mtu, 38, 84};
        const uint32_t payload = MltPayload(format);
        ASSERT_EQ(payload % GRADIENT_BYTES, 0U);
        ASSERT_LE(MltDataBytes(format, payload), format.FullFrame());
        ASSERT_GT(MltDataBytes(format, payload + GRADIENT_BYTES), format.FullFrame());
    }
}

} // namespace
} // namespace ns3::mlt
