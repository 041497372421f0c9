// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STOCK_CASE_H
#define MLT_STOCK_CASE_H

#include "mlt-benchmark-options.h"
#include "mlt-benchmark-result.h"

namespace ns3::mlt
{

/**
 * ns-3 as its users run it: TcpDctcp with BulkSend and PacketSink, point-to-point, RED queue discs
 * with ECN, global routing with equal-cost paths (per packet: ns-3 3.37 knows no other). TCP is set
 * for a datacenter: SetTcpDefaults in the source lists how.
 */
BenchmarkResult RunStockTcpCase(const BenchmarkOptions& options);

/**
 * ns-3 UDP: OnOff and PacketSink, point-to-point, FIFO queue discs, SprayRouter. Senders pace at
 * the host's rate, divided by the most flows that one receiver has, so that little is lost.
 */
BenchmarkResult RunStockUdpCase(const BenchmarkOptions& options);

} // namespace ns3::mlt

#endif // MLT_STOCK_CASE_H
