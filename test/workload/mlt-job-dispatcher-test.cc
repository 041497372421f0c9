// SPDX-License-Identifier: GPL-2.0-only
#include "workload/mlt-executor-fixture.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** A job that notes what it is told. */
class NotingJob : public JobDispatcher::Job
{
  public:
    explicit NotingJob(std::vector<std::string>& log)
        : m_log(log)
    {
    }

    void OnDelivery(const Delivery& delivery) override
    {
        m_log.push_back(m_name + " delivery " + std::to_string(NumberOfMessage(delivery.id)));
    }

    void OnSenderReport(const SenderReport& report) override
    {
        m_log.push_back(m_name + " report " + std::to_string(NumberOfMessage(report.id)));
    }

    void OnWake() override
    {
        m_log.push_back(m_name + " wake at " + std::to_string(NowPs()));
    }

    std::string m_name;

  private:
    std::vector<std::string>& m_log;
};

class JobDispatcherTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        UseFabricResolution();
        m_transport = CreateObject<FakeTransport>();
    }

    void TearDown() override
    {
        Simulator::Destroy();
    }

    /** Another job, named by its number. */
    NotingJob& AddJob()
    {
        m_notes.push_back(std::make_unique<NotingJob>(m_log));
        m_notes.back()->m_name = std::to_string(m_jobs.Add(*m_notes.back(), m_transport));
        return *m_notes.back();
    }

    Ptr<FakeTransport> m_transport;
    std::vector<std::string> m_log;
    std::vector<std::unique_ptr<NotingJob>> m_notes;
    JobDispatcher m_jobs;
};

TEST_F(JobDispatcherTest, IdsTellJobAndNumber)
{
    const uint64_t id = MakeMessageId(3, MESSAGE_NUMBERS - 1);
    EXPECT_EQ(JobOfMessage(id), 3U);
    EXPECT_EQ(NumberOfMessage(id), MESSAGE_NUMBERS - 1);
    EXPECT_EQ(MakeMessageId(0, 77), 77U);
    Message message;
    message.id = MakeMessageId(MOST_JOBS - 1, 0);
    EXPECT_EQ(message.Job(), MOST_JOBS - 1);
}

TEST_F(JobDispatcherTest, ReportsGoToTheirJobAlone)
{
    AddJob();
    AddJob();
    m_transport->Deliver(MakeMessageId(1, 5), 1);
    m_transport->Report(MakeMessageId(1, 5));
    m_transport->Deliver(MakeMessageId(0, 5), 1);
    EXPECT_EQ(m_log, (std::vector<std::string>{"1 delivery 5", "1 report 5", "0 delivery 5"}));
}

TEST_F(JobDispatcherTest, PassesOverMessagesOfNoJobOfItsOwn)
{
    AddJob();
    AddJob();
    m_jobs.Remove(1);
    m_transport->Deliver(MakeMessageId(1, 0), 1);
    m_transport->Report(MakeMessageId(2, 0));
    m_transport->Deliver(uint64_t{1} << 63, 1); // of a MltMessageSource
    EXPECT_TRUE(m_log.empty());
}

TEST_F(JobDispatcherTest, OthersMayListenToo)
{
    AddJob();
    int heard = 0;
    m_transport->ListenToDeliveries([&heard](const Delivery&) { ++heard; });
    m_transport->ListenToDeliveries([&heard](const Delivery&) { ++heard; });
    m_transport->Deliver(0, 1);
    EXPECT_EQ(heard, 2);
    EXPECT_EQ(m_log.size(), 1U);
}

TEST_F(JobDispatcherTest, WakesJobsInTheOrderOfTheirNumbersAndEachOnce)
{
    AddJob();
    AddJob();
    AddJob();
    Simulator::Schedule(FromPs(40), [this] {
        m_jobs.WakeLater(2);
        m_jobs.WakeLater(0);
        m_jobs.WakeLater(2);
    });
    Simulator::Run();
    EXPECT_EQ(m_log, (std::vector<std::string>{"0 wake at 40", "2 wake at 40"}));
}

TEST_F(JobDispatcherTest, LetsGoOfTheTransportAtItsEnd)
{
    {
        JobDispatcher other;
        other.Add(AddJob(), m_transport);
    }
    m_transport->Deliver(0, 1);
    EXPECT_EQ(m_log, std::vector<std::string>{"0 delivery 0"});
}

} // namespace
} // namespace ns3::mlt
