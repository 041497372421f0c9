// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPRESS_CASE_H
#define MLT_EXPRESS_CASE_H

#include "mlt-benchmark-options.h"
#include "mlt-benchmark-result.h"

#include <string>

namespace ns3::mlt
{

/**
 * Runs a case on the express plane: one message a flow, all handed over at time 0, flow i of layer
 * i modulo 7, so that all data queues are in use.
 * @param transport the TypeId of a MessageTransport; its own path chooser is used.
 * @throw std::runtime_error if a message does not come through or frames are not conserved.
 */
BenchmarkResult RunExpressCase(const BenchmarkOptions& options, const std::string& transport);

} // namespace ns3::mlt

#endif // MLT_EXPRESS_CASE_H
