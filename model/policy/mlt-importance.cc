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
                          "Share of the front layer's packets that is droppable: front layers "
                          "tolerate more loss (MLT slides: 1.1 % against 0.4 %).",
                          DoubleValue(0.75),
                          MakeDoubleAccessor(&HashedImportance::m_front),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("BackShare",
                          "Share of the back layer's packets that is droppable.",
                          DoubleValue(0.25),
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

bool
HashedImportance::IsDroppable(const PacketName& packet) const
{
    const uint64_t name = (uint64_t{packet.iteration} << 32) | packet.index;
    const uint64_t hash = Mix64(Mix64(m_seed ^ packet.message), name);
    return UnitInterval(hash) < DroppableShare(packet.layer, packet.layers);
}

int64_t
HashedImportance::AssignStreams(int64_t stream)
{
    m_seed = SeedFromStream(stream);
    return 1;
}

} // namespace ns3::mlt
