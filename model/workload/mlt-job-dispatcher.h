// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_JOB_DISPATCHER_H
#define MLT_JOB_DISPATCHER_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * What the jobs of a run share: it numbers them, from 0, so that the ids of their messages differ;
 * hands what transports report to the job that a message belongs to; and wakes jobs that have
 * something to do at one instant in the order of their numbers. Reports of messages that belong to
 * no job of its own are passed over.
 */
class JobDispatcher
{
  public:
    /** A job. */
    class Job
    {
      public:
        virtual ~Job() = default;

        /** A message of the job is complete at its receiver. */
        virtual void OnDelivery(const Delivery& delivery) = 0;
        /** The sender of a message of the job is through with it. */
        virtual void OnSenderReport(const SenderReport& report) = 0;
        /** The instant's last phase, after WakeLater: arrivals and timers of the instant are past.
         */
        virtual void OnWake() = 0;
    };

    JobDispatcher();
    /** All jobs must be gone. */
    ~JobDispatcher();
    JobDispatcher(const JobDispatcher&) = delete;
    JobDispatcher& operator=(const JobDispatcher&) = delete;

    /**
     * Takes a job in.
     * @param job until Remove().
     * @param transport that carries its messages; jobs may share one.
     * @return its number, for MakeMessageId.
     * @throw InputError if there are MOST_JOBS already.
     */
    uint32_t Add(Job& job, Ptr<MessageTransport> transport);

    /** Lets go of a job; what is reported of its messages from now on is passed over. */
    void Remove(uint32_t job);

    /** Has OnWake() of a job called in this picosecond's last phase. */
    void WakeLater(uint32_t job);

  private:
    void OnDelivery(const Delivery& delivery);
    void OnSenderReport(const SenderReport& report);
    void Listen(Ptr<MessageTransport> transport);
    Job* JobOf(uint64_t message) const;
    void Wake();

    std::vector<Job*> m_jobs; //!< by number; nullptr: removed
    std::vector<Ptr<MessageTransport>> m_transports;
    std::vector<uint32_t> m_waking; //!< numbers, in any order
    std::vector<uint32_t> m_wave;   //!< those being woken
    Ptr<MemberEvent<JobDispatcher, &JobDispatcher::Wake>> m_wake;
};

} // namespace ns3::mlt

#endif // MLT_JOB_DISPATCHER_H
