// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-importance.h"

#include "ns3/double.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-seed.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(ImportanceModel);
NS_OBJECT_ENSURE_REGISTERED(HashedImportance);

TypeId
ImportanceModel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::ImportanceModel").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

TypeId
HashedImportance::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::HashedImportance")
            .SetParent<ImportanceModel>()
            .SetGroupName("Mlt")
            .AddConstructor<HashedImportance>()
            .AddAttribute("FrontShare",
                          "Of the packets that the loss bound spares in the front layer, the part "
                          "that is droppable, in [0, 1]. All: what may be lost may be dropped.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&HashedImportance::m_front),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("BackShare",
                          "Share of the spared packets that is droppable in the back layer, in "
                          "[0, 1]; layers between are on a line with FrontShare. Back layers "
                          "tolerate less loss: 0.4 % where front layers tolerate 1.1 % (MLT's "
                          "slides), hence 0.36.",
                          DoubleValue(0.36),
                          MakeDoubleAccessor(&HashedImportance::m_back),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

double
HashedImportance::DroppableShare(uint32_t layer, uint32_t layers) const
{
    const double depth = layers > 1 ? static_cast<double>(layer) / (layers - 1) : 0.0;
    return m_front + (m_back - m_front) * depth;
}

double
HashedImportance::Rank(const PacketName& packet) const
{
    const uint64_t name = (uint64_t{packet.iteration} << 32) | packet.index;
    return UnitInterval(Mix64(Mix64(m_seed ^ packet.message), name));
}

int64_t
HashedImportance::AssignStreams(int64_t stream)
{
    m_seed = SeedFromStream(stream);
    return 1;
}

} // namespace ns3::mlt
