// SPDX-License-Identifier: GPL-2.0-only
// The message application: what it tells of its messages, and how its helper hands it over.
#include "support/mlt-fake-transport.h"
#include "support/mlt-socket-bench.h"

#include "ns3/application-container.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-message-source.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t PS_PER_BYTE = 8 * PS_PER_NS; // at 1 Gbit/s
constexpr int64_t DELAY_PS = 10 * PS_PER_US;
constexpr uint32_t PAYLOAD = 1424;   // at MTU 1500
constexpr int64_t DATA_BYTES = 1502; // on a point-to-point link
constexpr double ROUNDING_PS = 2;

/** What Complete told. */
struct Completion
{
    uint64_t id;
    Time time;
    uint64_t bytes;
};

/** Keeps what applications tell. */
class Listener
{
  public:
    explicit Listener(const ApplicationContainer& applications)
    {
        for (uint32_t i = 0; i < applications.GetN(); ++i)
        {
            const auto application = applications.Get(i);
            EXPECT_TRUE(
                application->TraceConnectWithoutContext("Tx", MakeCallback(&Listener::OnTx, this)));
            EXPECT_TRUE(
                application->TraceConnectWithoutContext("Complete",
                                                        MakeCallback(&Listener::OnComplete, this)));
        }
    }

    Listener(const Listener&) = delete; // the applications know where it is
    Listener& operator=(const Listener&) = delete;

    std::vector<uint64_t> sent; //!< ids
    std::vector<Completion> completions;

  private:
    void OnTx(const Message& message)
    {
        sent.push_back(message.id);
    }

    void OnComplete(uint64_t id, Time time, uint64_t bytes)
    {
        completions.push_back({id, time, bytes});
    }
};

/** A source over a link of 1 Gbit/s and 10 us to another host. */
class MessageSourceTest : public testing::Test
{
  protected:
    MessageSourceTest()
        : m_bench({})
    {
        m_bench.BuildChain();
        m_bench.Install();
    }

    /** From this host to the other one. */
    ApplicationContainer InstallSource(uint32_t host)
    {
        return m_bench.helper.InstallSource(host, m_bench.interfaces.GetAddress(1 - host));
    }

    SocketBench m_bench;
};

TEST_F(MessageSourceTest, TheHelperReturnsTheApplicationItInstalled)
{
    const ApplicationContainer sources = InstallSource(0);
    ASSERT_EQ(sources.GetN(), 1U);
    const auto node = m_bench.nodes.Get(0); // on which the transport has applications, too
    EXPECT_EQ(sources.Get(0), node->GetApplication(node->GetNApplications() - 1));
    EXPECT_TRUE(DynamicCast<MltMessageSource>(sources.Get(0)));
}

TEST_F(MessageSourceTest, CompleteTellsIdTimeAndBytesOfEachMessage)
{
    ApplicationContainer sources = InstallSource(0);
    sources.Get(0)->SetAttribute("MessageSize", UintegerValue(PAYLOAD));
    sources.Get(0)->SetAttribute("MaxMessages", UintegerValue(3));
    sources.Start(MilliSeconds(2)); // which is no part of the completion time
    Listener listener(sources);
    m_bench.RunFor(MilliSeconds(100));
    ASSERT_EQ(listener.completions.size(), 3U);
    for (size_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(listener.completions[i].id, listener.sent[i]);
        EXPECT_EQ(listener.completions[i].bytes, PAYLOAD);
        EXPECT_NEAR(listener.completions[i].time.ToDouble(Time::PS),
                    DATA_BYTES * PS_PER_BYTE + DELAY_PS,
                    ROUNDING_PS);
    }
}

TEST_F(MessageSourceTest, EachApplicationTellsOfItsOwnMessagesAlone)
{
    const ApplicationContainer there = InstallSource(0);
    const ApplicationContainer back = InstallSource(1);
    const ApplicationContainer thereToo = InstallSource(0);
    there.Get(0)->SetAttribute("MaxMessages", UintegerValue(2));
    Listener listeners[] = {Listener(there), Listener(back), Listener(thereToo)};
    Message message; // of the program
    message.destination = 1;
    message.bytes = PAYLOAD;
    m_bench.transport->Send(message);
    m_bench.RunFor(MilliSeconds(100));
    EXPECT_EQ(listeners[0].completions.size(), 2U);
    for (const Listener& listener : listeners)
    {
        ASSERT_EQ(listener.completions.size(), listener.sent.size());
        for (size_t i = 0; i < listener.sent.size(); ++i)
        {
            EXPECT_EQ(listener.completions[i].id, listener.sent[i]);
        }
    }
}

TEST_F(MessageSourceTest, CompleteIsToldOfWhatEndsAfterTheApplicationStopped)
{
    ApplicationContainer sources = InstallSource(0); // 1 MB takes more than 8 ms
    sources.Stop(MilliSeconds(1));
    Listener listener(sources);
    m_bench.RunFor(MilliSeconds(100));
    ASSERT_EQ(listener.completions.size(), 1U);
    EXPECT_GT(listener.completions[0].time, MilliSeconds(8));
}

TEST_F(MessageSourceTest, CompleteIsFoundByItsConfigPath)
{
    InstallSource(0);
    const uint32_t number = m_bench.nodes.Get(0)->GetNApplications() - 1;
    std::vector<std::string> paths;
    const std::function<void(std::string, uint64_t, Time, uint64_t)> note =
        [&paths](const std::string& path, uint64_t, Time, uint64_t) { paths.push_back(path); };
    Config::Connect("/NodeList/*/ApplicationList/*/$ns3::mlt::MltMessageSource/Complete",
                    Callback<void, std::string, uint64_t, Time, uint64_t>(note));
    m_bench.RunFor(MilliSeconds(100));
    ASSERT_EQ(paths.size(), 1U);
    EXPECT_EQ(paths[0],
              "/NodeList/0/ApplicationList/" + std::to_string(number) +
                  "/$ns3::mlt::MltMessageSource/Complete");
}

TEST_F(MessageSourceTest, CompleteTellsOfBytesThatAreMissing)
{
    const auto transport = CreateObject<FakeTransport>();
    transport->m_fate = [](const Message& message) {
        FakeTransport::Fate fate;
        fate.delayPs = 5 * PS_PER_US;
        fate.lost = message.bytes / 10;
        return fate;
    };
    const auto source = CreateObject<MltMessageSource>();
    source->SetAttribute("Remote", AddressValue(m_bench.interfaces.GetAddress(1)));
    source->SetAttribute("MessageSize", UintegerValue(1000));
    source->SetAttribute("LossBound", DoubleValue(0.1));
    source->Setup(transport, m_bench.helper.Hosts(), 0);
    m_bench.nodes.Get(0)->AddApplication(source);
    Listener listener{ApplicationContainer(source)};
    m_bench.RunFor(MilliSeconds(1));
    ASSERT_EQ(listener.completions.size(), 1U);
    EXPECT_EQ(listener.completions[0].bytes, 900U);
    EXPECT_EQ(listener.completions[0].time, MicroSeconds(5));
}

TEST_F(MessageSourceTest, ADisposedApplicationHearsOfNothing)
{
    const auto source = InstallSource(0).Get(0);
    Listener listener{ApplicationContainer(source)};
    Simulator::Schedule(MilliSeconds(1), [&source] { source->Dispose(); });
    m_bench.RunFor(MilliSeconds(100));
    EXPECT_EQ(listener.sent.size(), 1U);
    EXPECT_TRUE(listener.completions.empty());
}

} // namespace
} // namespace ns3::mlt
