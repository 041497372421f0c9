// SPDX-License-Identifier: GPL-2.0-only
// A queue discipline of its own: NDP's (Handley et al., SIGCOMM'17, section 3.1). Data for which
// there is no room loses its payload; headers and control have a queue of their own, which is
// served ten times for each frame of data.
#include "ns3/mlt-frame-queue.h"
#include "ns3/mlt-queue-discipline.h"
#include "ns3/uinteger.h"

namespace user
{

class Trimming : public ns3::mlt::QueueDiscipline
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid =
            ns3::TypeId("user::Trimming")
                .SetParent<ns3::mlt::QueueDiscipline>()
                .AddConstructor<Trimming>()
                .AddAttribute("Data",
                              "Bytes of whole data frames that may wait; eight of 1538 bytes.",
                              ns3::UintegerValue(12304),
                              ns3::MakeUintegerAccessor(&Trimming::m_dataBytes),
                              ns3::MakeUintegerChecker<uint64_t>())
                .AddAttribute("Headers",
                              "Bytes of headers and control that may wait.",
                              ns3::UintegerValue(64000),
                              ns3::MakeUintegerAccessor(&Trimming::m_headerBytes),
                              ns3::MakeUintegerChecker<uint64_t>());
        return tid;
    }

    void Configure(const ns3::mlt::PortParameters&, const ns3::Ptr<ns3::mlt::DropPolicy>&) override
    {
    }

    ns3::mlt::Verdict Judge(const ns3::mlt::QueuedFrame& frame,
                            const ns3::mlt::PortOccupancy&,
                            int64_t) override
    {
        using ns3::mlt::Verdict;
        const bool isWhole = frame.payload > 0;
        if (isWhole && m_data.Bytes() + frame.wireBytes <= m_dataBytes)
        {
            return Verdict::Enqueue;
        }
        if (m_headers.Bytes() + frame.wireBytes - frame.payload > m_headerBytes)
        {
            return Verdict::DropFull;
        }
        return isWhole ? Verdict::Trim : Verdict::Enqueue;
    }

    void Enqueue(ns3::mlt::QueuedFrame& frame) override
    {
        (frame.payload > 0 ? m_data : m_headers).Push(frame);
    }

    ns3::mlt::QueuedFrame* Dequeue(ns3::mlt::ClassSet paused, int64_t) override
    {
        const bool isTurnOfData = m_headersInARow == HEADERS_FOR_DATA;
        auto* frame = (isTurnOfData ? m_data : m_headers).Pop(paused);
        if (!frame)
        {
            frame = (isTurnOfData ? m_headers : m_data).Pop(paused);
        }
        const bool isHeader = frame && frame->payload == 0;
        m_headersInARow = isHeader && !isTurnOfData ? m_headersInARow + 1 : 0;
        return frame;
    }

    void ForEach(const std::function<void(const ns3::mlt::QueuedFrame&)>& visit) const override
    {
        m_headers.ForEach(visit);
        m_data.ForEach(visit);
    }

  private:
    static constexpr int HEADERS_FOR_DATA = 10;

    uint64_t m_dataBytes;
    uint64_t m_headerBytes;
    ns3::mlt::FrameQueue m_headers;
    ns3::mlt::FrameQueue m_data;
    int m_headersInARow{0};
};

NS_OBJECT_ENSURE_REGISTERED(Trimming);

} // namespace user
