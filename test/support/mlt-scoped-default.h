// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SCOPED_DEFAULT_H
#define MLT_SCOPED_DEFAULT_H

#include "ns3/config.h"
#include "ns3/string.h"

#include <string>

namespace ns3::mlt
{

/** Sets an attribute's default for one test; all defaults are as they were after it. */
class ScopedDefault
{
  public:
    ScopedDefault(const std::string& attribute, const std::string& value)
    {
        Config::SetDefault(attribute, StringValue(value));
    }

    ~ScopedDefault()
    {
        Config::Reset();
    }

    ScopedDefault(const ScopedDefault&) = delete;
    ScopedDefault& operator=(const ScopedDefault&) = delete;
};

} // namespace ns3::mlt

#endif // MLT_SCOPED_DEFAULT_H
