// SPDX-License-Identifier: GPL-2.0-only
// Captures of the hosts' links: what stands in the files, and what tshark makes of it.
#include "mlt-fabric-bench.h"
#include "support/mlt-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-data-header.h"
#include "ns3/mlt-dctcp-header.h"
#include "ns3/mlt-fabric-capture.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-ip-wrapping.h"
#include "ns3/packet.h"
#include "ns3/pcap-file.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

namespace ns3::mlt
{
namespace
{

/** A fresh folder, removed at the end. */
class TemporaryFolder
{
  public:
    TemporaryFolder()
    {
        std::string pattern = std::filesystem::temp_directory_path() / "mlt-test-XXXXXX";
        EXPECT_NE(mkdtemp(pattern.data()), nullptr);
        m_path = pattern;
    }

    ~TemporaryFolder()
    {
        std::filesystem::remove_all(m_path);
    }

    std::string Path(const std::string& name) const
    {
        return m_path / name;
    }

  private:
    std::filesystem::path m_path;
};

/** A packet of a capture file. */
struct Captured
{
    int64_t atNs;
    uint32_t bytes; //!< of the packet, not of what was kept
    std::vector<uint8_t> kept;
};

std::vector<Captured>
ReadCapture(const std::string& path)
{
    PcapFile file;
    file.Open(path, std::ios::in | std::ios::binary);
    EXPECT_FALSE(file.Fail()) << path;
    EXPECT_EQ(file.GetDataLinkType(), FabricCapture::RAW_IP);
    EXPECT_TRUE(file.IsNanoSecMode());
    std::vector<Captured> packets;
    std::array<uint8_t, 10000> buffer{};
    uint32_t seconds = 0;
    uint32_t nanoseconds = 0;
    uint32_t kept = 0;
    uint32_t bytes = 0;
    uint32_t read = 0;
    for (;;)
    {
        file.Read(buffer.data(), buffer.size(), seconds, nanoseconds, kept, bytes, read);
        if (file.Fail())
        {
            return packets;
        }
        packets.push_back({seconds * int64_t{1000000000} + nanoseconds,
                           bytes,
                           {buffer.begin(), buffer.begin() + read}});
    }
}

/** Runs a command. @return what it printed. */
std::string
OutputOf(const std::string& command)
{
    std::string text;
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe))
    {
        text += buffer.data();
    }
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
}

TEST(FabricCaptureTest, BothEndsOfALinkAreSeenAtTheirInstants)
{
    const TemporaryFolder folder;
    const std::string prefix = folder.Path("run");
    FabricBench bench(FabricBench::Star(3));
    {
        const FabricCapture capture(bench.fabric, prefix);
        bench.SendAt(PS_PER_US, {0, 1, 1});
        bench.RunUntil(PS_PER_SECOND);
    }
    const auto sent = ReadCapture(prefix + "-host0.pcap");
    const auto received = ReadCapture(prefix + "-host1.pcap");
    ASSERT_EQ(sent.size(), 1U);
    ASSERT_EQ(received.size(), 1U);
    EXPECT_EQ(ReadCapture(prefix + "-host2.pcap").size(), 0U);
    EXPECT_EQ(sent[0].atNs, 1000);
    EXPECT_EQ(received[0].atNs, 1000 + (2 * (123040 + PS_PER_US)) / PS_PER_NS);
}

TEST(FabricCaptureTest, InstantsRiseAndWhatIsLostOnTheLinkIsNotReceived)
{
    const TemporaryFolder folder;
    const std::string prefix = folder.Path("run");
    FabricBench bench(FabricBench::Star(5));
    bench.fabric->SetLoss(bench.LinkNamed("leaf0-host0"), {0.3, false});
    const FabricCapture capture(bench.fabric, prefix, {0});
    for (int i = 0; i < 500; ++i)
    {
        const auto other = static_cast<uint32_t>(1 + i % 4);
        bench.SendAt(i * 50 * PS_PER_NS, {other, 0, 1});
        bench.SendAt(i * 70 * PS_PER_NS, {0, other, 1});
    }
    bench.RunUntil(PS_PER_SECOND);
    Simulator::Destroy(); // completes the files
    const auto packets = ReadCapture(prefix + "-host0.pcap");
    uint64_t received = 0;
    for (size_t i = 0; i < packets.size(); ++i)
    {
        EXPECT_TRUE(i == 0 || packets[i - 1].atNs <= packets[i].atNs) << i;
        Packet packet(packets[i].kept.data(), static_cast<uint32_t>(packets[i].kept.size()));
        Ipv4Header ip;
        packet.RemoveHeader(ip);
        received += ip.GetDestination() == AddressOfHost(0);
    }
    EXPECT_EQ(received,
              static_cast<uint64_t>(
                  std::count_if(bench.arrivals.begin(),
                                bench.arrivals.end(),
                                [](const auto& arrival) { return arrival.host == 0; })));
    EXPECT_GT(bench.fabric->Dropped().data.frames, 50U);
    EXPECT_EQ(packets.size(), 500 + received);
}

/** The captures of a run with traffic in both directions, from an instant on. */
std::vector<std::vector<Captured>>
CaptureRun(const std::string& transport, bool lookAhead, int64_t fromPs)
{
    const TemporaryFolder folder;
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
    TestBench::Options options;
    options.topology = "2x2x2";
    options.transport = transport;
    TestBench bench(options);
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(true));
    {
        std::unique_ptr<FabricCapture> capture;
        Simulator::Schedule(FromPs(fromPs), [&] {
            capture = std::make_unique<FabricCapture>(&bench.Net(), folder.Path("run"));
        });
        bench.Net().SetLoss(LinkNamed(bench, "leaf0-spine0"), {0.05, true});
        for (uint32_t host = 0; host < 4; ++host)
        {
            bench.Send(host, (host + 1) % 4, 400000, 0.1);
            bench.Send(host, (host + 2) % 4, 400000);
        }
        EXPECT_TRUE(bench.Run());
    }
    std::vector<std::vector<Captured>> captures;
    for (uint32_t host = 0; host < 4; ++host)
    {
        captures.push_back(ReadCapture(folder.Path("run-host" + std::to_string(host) + ".pcap")));
    }
    return captures;
}

TEST(FabricCaptureTest, LookAheadChangesNothing)
{
    constexpr int64_t MID_RUN_PS = 20 * PS_PER_US + 777777;
    for (const auto& [transport, fromPs] :
         std::vector<std::pair<const char*, int64_t>>{{"ns3::mlt::MltTransport", 0},
                                                      {"ns3::mlt::MltTransport", MID_RUN_PS},
                                                      {"ns3::mlt::DctcpTransport", 0},
                                                      {"ns3::mlt::DctcpTransport", MID_RUN_PS}})
    {
        const auto late = CaptureRun(transport, true, fromPs);
        const auto punctual = CaptureRun(transport, false, fromPs);
        for (size_t host = 0; host < late.size(); ++host)
        {
            SCOPED_TRACE(std::string(transport) + " from " + std::to_string(fromPs) + ", host " +
                         std::to_string(host));
            EXPECT_GT(late[host].size(), 500U);
            ASSERT_EQ(late[host].size(), punctual[host].size());
            for (size_t i = 0; i < late[host].size(); ++i)
            {
                ASSERT_EQ(late[host][i].atNs, punctual[host][i].atNs) << i;
                ASSERT_EQ(late[host][i].kept, punctual[host][i].kept) << i;
                ASSERT_TRUE(i == 0 || late[host][i - 1].atNs <= late[host][i].atNs) << i;
            }
        }
    }
}

TEST(FabricCaptureTest, SaysWhatItCannotWrite)
{
    FabricBench bench(FabricBench::Star(2));
    try
    {
        const FabricCapture capture(bench.fabric, "no-such-folder/run");
        FAIL() << "no folder, no error";
    }
    catch (const InputError& error)
    {
        EXPECT_NE(std::string(error.what()).find("cannot write no-such-folder/run-host0.pcap"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_THROW(FabricCapture(bench.fabric, "x", {2}), InputError);
}

TEST(FabricCaptureTest, FilesGetTheirNamesWhenTheyAreComplete)
{
    const TemporaryFolder folder;
    const std::string name = folder.Path("run-host0.pcap");
    FabricBench bench(FabricBench::Star(2));
    {
        const FabricCapture capture(bench.fabric, folder.Path("run"));
        EXPECT_FALSE(std::filesystem::exists(name));
        EXPECT_TRUE(std::filesystem::exists(name + FabricCapture::PARTIAL));
    }
    EXPECT_TRUE(std::filesystem::exists(name));
    EXPECT_FALSE(std::filesystem::exists(name + FabricCapture::PARTIAL));
}

TEST(FabricCaptureTest, FilesThatAreHeldAreRemovedUnlessKept)
{
    const TemporaryFolder folder;
    const std::string name = folder.Path("run-host0.pcap");
    FabricBench bench(FabricBench::Star(2));
    for (const bool isKept : {false, true})
    {
        {
            FabricCapture capture(bench.fabric, folder.Path("run"));
            capture.Hold();
            capture.Close();
            EXPECT_FALSE(std::filesystem::exists(name));
            if (isKept)
            {
                capture.Keep();
            }
        }
        EXPECT_EQ(std::filesystem::exists(name), isKept);
        EXPECT_FALSE(std::filesystem::exists(name + FabricCapture::PARTIAL));
    }
}

TEST(FabricCaptureTest, TheFilesThatWereOpenedGoIfOneCannotBeOpened)
{
    const TemporaryFolder folder;
    FabricBench bench(FabricBench::Star(2));
    EXPECT_THROW(FabricCapture(bench.fabric, folder.Path("run"), {0, 7}), InputError);
    EXPECT_TRUE(std::filesystem::is_empty(folder.Path("")));
}

/** A run of a transport under loss, captured, and what the fabric says that it carried. */
class CapturedRun
{
  public:
    explicit CapturedRun(const std::string& transport)
        : m_prefix(m_folder.Path("run"))
    {
        TestBench::Options options;
        options.topology = "2x2x2";
        options.transport = transport;
        TestBench bench(options);
        const FabricCapture capture(&bench.Net(), m_prefix);
        bench.Net().SetLoss(LinkNamed(bench, "leaf0-spine0"), {0.05, true});
        bench.Net().TraceConnectWithoutContext(
            "Send",
            Callback<void, const PortEvent&>([&](const PortEvent& event) {
                if (bench.Net().Plan().links[event.link].from == 0)
                {
                    ++sentByType[event.frame->type];
                }
            }));
        bench.Send(0, 2, 1000000);
        bench.Send(3, 0, 300000, 0.1);
        bench.Send(1, 2, 1000000);
        EXPECT_TRUE(bench.Run());
    }

    /** What tshark prints of host 0's packets that pass @p filter. */
    std::string Tshark(const std::string& arguments) const
    {
        return OutputOf("tshark -X lua_script:" MLT_SOURCE_DIR "/scripts/mlt.lua -r " + m_prefix +
                        "-host0.pcap -o ip.check_checksum:TRUE -o udp.check_checksum:TRUE "
                        "-o tcp.check_checksum:TRUE " +
                        arguments + " 2>/dev/null");
    }

    uint64_t CountLines(const std::string& filter) const
    {
        const std::string text = Tshark("-Y '" + filter + "'");
        return static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
    }

    std::map<uint8_t, uint64_t> sentByType; //!< by host 0

  private:
    TemporaryFolder m_folder;
    std::string m_prefix;
};

bool
HasTshark()
{
    return std::system("tshark --version >/dev/null 2>&1") == 0;
}

constexpr const char* BAD_CHECKSUM =
    "ip.checksum.status == 0 || udp.checksum.status == 0 || tcp.checksum.status == 0";
constexpr const char* INSTALL = "tshark is not here: apt-get install tshark";

TEST(TsharkTest, ShowsMltsFields)
{
    if (!HasTshark())
    {
        GTEST_SKIP() << INSTALL;
    }
    const CapturedRun run("ns3::mlt::MltTransport");
    const std::string fromHost0 = "ip.src == 10.0.0.1 && mlt.kind == ";
    for (const auto& [type, frames] : run.sentByType)
    {
        EXPECT_EQ(run.CountLines(fromHost0 + std::to_string(type)), frames) << "type " << type;
    }
    EXPECT_EQ(run.sentByType.size(), 6U) << "but for PROBE's BITMAP, all types or nearly";
    EXPECT_EQ(run.CountLines("_ws.malformed || mlt.malformed"), 0U);
    EXPECT_EQ(run.CountLines(BAD_CHECKSUM), 0U);
    EXPECT_GT(run.CountLines(fromHost0 + "0 && mlt.attempt > 0"), 0U) << "repairs";
    const std::string first = run.Tshark("-Y '" + fromHost0 +
                                         "0' -c 50 -T fields -e mlt.message -e mlt.length "
                                         "-e mlt.packets -e mlt.bound -e mlt.payload_bytes "
                                         "-e ip.dsfield.ecn");
    std::istringstream line(first);
    std::string message;
    uint64_t length = 0;
    uint64_t packets = 0;
    double bound = 1;
    uint64_t payload = 0;
    line >> message >> length >> packets >> bound >> payload;
    EXPECT_EQ(message, "0x0000000000000000");
    EXPECT_EQ(length, 1000000U);
    EXPECT_EQ(packets, 703U);
    EXPECT_EQ(bound, 0);
    EXPECT_TRUE(payload == 1424 || payload == 1000000 - 702 * 1424) << payload;
}

TEST(TsharkTest, ReadsDctcpsSegments)
{
    if (!HasTshark())
    {
        GTEST_SKIP() << INSTALL;
    }
    const CapturedRun run("ns3::mlt::DctcpTransport");
    const auto sent = [&run](DctcpType t) { return run.sentByType.at(static_cast<uint8_t>(t)); };
    EXPECT_EQ(run.CountLines("ip.src == 10.0.0.1 && tcp.len > 0"), sent(DctcpType::Segment));
    EXPECT_EQ(run.CountLines("ip.src == 10.0.0.1 && tcp.len == 0"),
              sent(DctcpType::Acknowledgement));
    EXPECT_GT(run.CountLines("ip.dst == 10.0.0.1 && tcp.options.sack.count > 0"), 0U);
    EXPECT_EQ(run.CountLines("_ws.malformed"), 0U);
    EXPECT_EQ(run.CountLines(BAD_CHECKSUM), 0U);
}

} // namespace
} // namespace ns3::mlt
