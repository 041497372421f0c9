// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PORT_REPORT_H
#define MLT_PORT_REPORT_H

#include "ns3/mlt-conservation.h"
#include "ns3/mlt-fabric.h"
#include "ns3/mlt-result-folder.h"

#include <string>

namespace ns3::mlt
{

/**
 * Writes ports.csv: for each port and class of frames (queue, protected or not) that it saw, frames
 * and bytes sent, drops by reason, and marks. Columns: doc/results.md.
 */
void WritePorts(const Fabric& fabric, const std::string& path);

/**
 * For each class: frames that hosts sent, frames dropped anywhere by reason, and their share. Front
 * layers stand in low queues, small gradients are not protected.
 */
Json ClassDrops(const Fabric& fabric);

/** Frames and bytes by what became of them, data and control apart, and whether they add up. */
Json ToJson(const Conservation& conservation);

} // namespace ns3::mlt

#endif // MLT_PORT_REPORT_H
