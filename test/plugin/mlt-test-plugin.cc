// SPDX-License-Identifier: GPL-2.0-only
// A user's own balancer in a shared library: always the first path.
#include "ns3/mlt-path-chooser.h"

namespace
{

class FirstPath : public ns3::mlt::PathChooser
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid = ns3::TypeId("user::FirstPath")
                                     .SetParent<ns3::mlt::PathChooser>()
                                     .AddConstructor<FirstPath>();
        return tid;
    }

    uint32_t Choose(const ns3::mlt::PathRequest&) override
    {
        return 0;
    }
};

NS_OBJECT_ENSURE_REGISTERED(FirstPath);

} // namespace
