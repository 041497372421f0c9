// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TABLE_READER_H
#define MLT_TABLE_READER_H

#include "ns3/mlt-model-trace.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::mlt
{

/// What a table holds.
struct Table
{
    std::vector<TensorTrace> tensors;              ///< the rows
    std::map<std::string, std::string> provenance; ///< the comment lines `# key: value`
};

/**
 * Reads a table in the format of doc/traces.md, to the end or to the first thing that is wrong.
 *
 * @param path of the file
 * @return its content, which keeps the invariants of ModelTrace
 * @throws InputError as ModelTrace::Load()
 */
Table ReadTable(const std::string& path);

} // namespace ns3::mlt

#endif // MLT_TABLE_READER_H
