// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-job-dispatcher.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <string>

namespace ns3::mlt
{

JobDispatcher::JobDispatcher()
    : m_wake(Create<MemberEvent<JobDispatcher, &JobDispatcher::Wake>>(this))
{
}

JobDispatcher::~JobDispatcher()
{
    m_wake->Detach();
    for (const auto& transport : m_transports)
    {
        transport->TraceDisconnectWithoutContext("Delivery",
                                                 MakeCallback(&JobDispatcher::OnDelivery, this));
        transport->TraceDisconnectWithoutContext(
            "SenderReport",
            MakeCallback(&JobDispatcher::OnSenderReport, this));
    }
}

uint32_t
JobDispatcher::Add(Job& job, Ptr<MessageTransport> transport)
{
    if (m_jobs.size() == MOST_JOBS)
    {
        throw InputError("jobs: at most " + std::to_string(MOST_JOBS) + " can run together");
    }
    Listen(transport);
    m_jobs.push_back(&job);
    return static_cast<uint32_t>(m_jobs.size() - 1);
}

void
JobDispatcher::Listen(Ptr<MessageTransport> transport)
{
    if (std::find(m_transports.begin(), m_transports.end(), transport) == m_transports.end())
    {
        m_transports.push_back(transport);
        transport->TraceConnectWithoutContext("Delivery",
                                              MakeCallback(&JobDispatcher::OnDelivery, this));
        transport->TraceConnectWithoutContext("SenderReport",
                                              MakeCallback(&JobDispatcher::OnSenderReport, this));
    }
}

void
JobDispatcher::Remove(uint32_t job)
{
    m_jobs[job] = nullptr;
}

JobDispatcher::Job*
JobDispatcher::JobOf(uint64_t message) const
{
    const uint32_t job = JobOfMessage(message);
    return job < m_jobs.size() ? m_jobs[job] : nullptr;
}

void
JobDispatcher::OnDelivery(const Delivery& delivery)
{
    if (Job* job = JobOf(delivery.id))
    {
        job->OnDelivery(delivery);
    }
}

void
JobDispatcher::OnSenderReport(const SenderReport& report)
{
    if (Job* job = JobOf(report.id))
    {
        job->OnSenderReport(report);
    }
}

void
JobDispatcher::WakeLater(uint32_t job)
{
    if (m_waking.empty())
    {
        m_wake->ScheduleAt(NowPs() * TICKS_PER_PS + TIMER_PHASE);
    }
    m_waking.push_back(job);
}

/** A job that asks again while this runs is woken by another event of the same picosecond. */
void
JobDispatcher::Wake()
{
    m_wave.swap(m_waking);
    std::sort(m_wave.begin(), m_wave.end());
    m_wave.erase(std::unique(m_wave.begin(), m_wave.end()), m_wave.end());
    for (const uint32_t job : m_wave)
    {
        if (m_jobs[job])
        {
            m_jobs[job]->OnWake();
        }
    }
    m_wave.clear();
}

} // namespace ns3::mlt
