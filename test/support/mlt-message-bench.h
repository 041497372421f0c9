// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MESSAGE_BENCH_H
#define MLT_MESSAGE_BENCH_H

#include "ns3/mlt-message-transport.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>

namespace ns3::mlt
{

/** Sends messages over a transport, and keeps what it reports: what all benches share. */
class MessageBench
{
  public:
    /** Sends a message now (or, before Run, at time 0); ids count from 0. */
    uint64_t Send(uint32_t source, uint32_t destination, uint64_t bytes, double bound = 0);

    /** As above, with everything else as given. */
    uint64_t Send(Message message);

    /** Runs until all messages are through, or until the limit. @return whether all are. */
    bool Run(Time limit = Seconds(5));

    /** Runs for so long, whatever is open. */
    void RunFor(Time duration);

    std::map<uint64_t, Delivery> deliveries;
    std::map<uint64_t, SenderReport> reports;
    std::map<uint64_t, Message> messages;
    Ptr<MessageTransport> transport;

  protected:
    ~MessageBench() = default;

    /** At the end of a run: brings the network up to the present instant. */
    virtual void CatchUp()
    {
    }

    /**
     * Takes the transport, and listens to it.
     * @param lingering how long a run goes on after the last report.
     */
    void Use(Ptr<MessageTransport> installed, Time lingering);
};

} // namespace ns3::mlt

#endif // MLT_MESSAGE_BENCH_H
