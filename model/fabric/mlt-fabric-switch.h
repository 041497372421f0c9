// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_SWITCH_H
#define MLT_FABRIC_SWITCH_H

#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-switch-port.h"

#include <vector>

namespace ns3::mlt
{

/** A switch: one look-up for the set of equal-cost ports, and a path chooser among them. */
class FabricSwitch : public FabricNode
{
  public:
    /** @param chooser decides among equal-cost ports, for this switch alone. */
    explicit FabricSwitch(Ptr<PathChooser> chooser);

    /** Adds a set of equal-cost ports. @return its number. */
    uint32_t AddGroup(std::vector<SwitchPort*> ports);

    /** Sends what is for host i to the set groupOfHost[i]; after the sets were added. */
    void SetRoutes(std::vector<uint32_t> groupOfHost);

    void ReceiveFrame(Frame* frame, int64_t nowTick) override;
    void Prefetch(const Frame& frame) const override;

  private:
    Ptr<PathChooser> m_chooser;
    std::vector<SwitchPort*> m_onlyPort; //!< by host; nullptr where there are several
    std::vector<std::vector<SwitchPort*>> m_groups;
    std::vector<uint32_t> m_groupOfHost;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_SWITCH_H
