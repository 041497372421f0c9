// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-port-report.h"

#include "ns3/mlt-csv-file.h"

#include <array>

namespace ns3::mlt
{

namespace
{

constexpr size_t REASONS = static_cast<size_t>(DropReason::COUNT);

/** What happened at one port to one class of frames. */
struct ClassRow
{
    FrameCount sent;
    std::array<FrameCount, REASONS> dropped;
    FrameCount marked;
    FrameCount trimmed;

    ClassRow& operator+=(const ClassRow& other)
    {
        sent += other.sent;
        marked += other.marked;
        trimmed += other.trimmed;
        for (size_t i = 0; i < REASONS; ++i)
        {
            dropped[i] += other.dropped[i];
        }
        return *this;
    }

    uint64_t DroppedFrames() const
    {
        uint64_t frames = 0;
        for (const auto& count : dropped)
        {
            frames += count.frames;
        }
        return frames;
    }
};

ClassRow
RowOf(const Fabric& fabric, uint32_t link, uint32_t queue, uint32_t isProtected)
{
    ClassRow row;
    row.sent = fabric.Link(link).SentByClass()[queue][isProtected];
    if (const SwitchPort* port = fabric.PortOf(link))
    {
        const PortCounts& counts = port->Counts();
        row.marked = counts.marked[queue][isProtected];
        row.trimmed = counts.trimmedByClass[queue][isProtected];
        for (size_t i = 0; i < REASONS; ++i)
        {
            row.dropped[i] = counts.dropped[i][queue][isProtected];
        }
    }
    row.dropped[static_cast<size_t>(DropReason::LinkLoss)] +=
        fabric.Link(link).LostByClass()[queue][isProtected];
    row.dropped[static_cast<size_t>(DropReason::LinkDown)] +=
        fabric.Link(link).LostDownByClass()[queue][isProtected];
    return row;
}

Json
ToJson(const FrameCounts& counts)
{
    Json json;
    json["data_frames"] = counts.data.frames;
    json["data_bytes"] = counts.data.bytes;
    json["control_frames"] = counts.control.frames;
    json["control_bytes"] = counts.control.bytes;
    json["trimmed_frames"] = counts.trimmed.frames;
    json["trimmed_bytes"] = counts.trimmed.bytes;
    return json;
}

} // namespace

void
WritePorts(const Fabric& fabric, const std::string& path)
{
    CsvFile file(path,
                 "port,rate_bps,queue,protected,sent_frames,sent_bytes,dropped_selective,"
                 "dropped_full,dropped_pushed_out,lost_on_link,marked,trimmed");
    const auto& plan = fabric.Plan();
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        for (uint32_t queue = 0; queue < QUEUES; ++queue)
        {
            for (uint32_t isProtected = 0; isProtected < 2; ++isProtected)
            {
                const ClassRow row = RowOf(fabric, link, queue, isProtected);
                if (row.sent.frames + row.DroppedFrames() == 0)
                {
                    continue;
                }
                file.Add(plan.LinkName(link),
                         plan.links[link].bitRate,
                         queue,
                         isProtected,
                         row.sent.frames,
                         row.sent.bytes,
                         row.dropped[static_cast<size_t>(DropReason::Selective)].frames,
                         row.dropped[static_cast<size_t>(DropReason::Full)].frames,
                         row.dropped[static_cast<size_t>(DropReason::PushedOut)].frames,
                         row.dropped[static_cast<size_t>(DropReason::LinkLoss)].frames +
                             row.dropped[static_cast<size_t>(DropReason::LinkDown)].frames,
                         row.marked.frames,
                         row.trimmed.frames);
            }
        }
    }
    file.Close();
}

Json
ClassDrops(const Fabric& fabric)
{
    Json rows = Json::array();
    const ClassCounts noRoute = fabric.NoRouteByClass();
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        for (uint32_t isProtected = 0; isProtected < 2; ++isProtected)
        {
            ClassRow all;
            FrameCount sent;
            all.dropped[static_cast<size_t>(DropReason::NoRoute)] = noRoute[queue][isProtected];
            for (uint32_t link = 0; link < fabric.Plan().links.size(); ++link)
            {
                all += RowOf(fabric, link, queue, isProtected);
                if (!fabric.PortOf(link))
                {
                    sent += fabric.Link(link).SentByClass()[queue][isProtected];
                }
            }
            if (sent.frames == 0)
            {
                continue;
            }
            Json row;
            row["queue"] = queue;
            row["protected"] = isProtected == 1;
            row["sent_frames"] = sent.frames;
            for (size_t i = 0; i < REASONS; ++i)
            {
                row[std::string("dropped_") + ToString(static_cast<DropReason>(i))] =
                    all.dropped[i].frames;
            }
            row["marked_frames"] = all.marked.frames;
            row["trimmed_frames"] = all.trimmed.frames;
            row["drop_share"] = static_cast<double>(all.DroppedFrames()) / sent.frames;
            rows.push_back(row);
        }
    }
    return rows;
}

Json
ToJson(const Conservation& conservation)
{
    Json json;
    json["sent"] = ToJson(conservation.sent);
    json["useful"] = ToJson(conservation.received.useful);
    json["duplicate"] = ToJson(conservation.received.duplicate);
    json["late"] = ToJson(conservation.received.late);
    json["stale"] = ToJson(conservation.received.stale);
    json["dropped"] = ToJson(conservation.dropped);
    json["in_flight"] = ToJson(conservation.inFlight);
    json["trimmed"]["frames"] = conservation.trimmed.whole.frames;
    json["trimmed"]["bytes"] = conservation.trimmed.whole.bytes;
    json["trimmed"]["header_bytes"] = conservation.trimmed.headers.bytes;
    json["holds"] = conservation.Violation().empty();
    return json;
}

} // namespace ns3::mlt
