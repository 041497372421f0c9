// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-loss-model.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(LossModel);
NS_OBJECT_ENSURE_REGISTERED(RandomLoss);
NS_OBJECT_ENSURE_REGISTERED(HashedLoss);

TypeId
LossModel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::LossModel").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

void
LossModel::Start(const LinkLoss& loss, uint32_t link, uint64_t seed)
{
    m_loss = loss;
    Seed(seed, link);
}

TypeId
RandomLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RandomLoss")
                            .SetParent<LossModel>()
                            .SetGroupName("Mlt")
                            .AddConstructor<RandomLoss>();
    return tid;
}

void
RandomLoss::Seed(uint64_t seed, uint32_t)
{
    m_random = SmallRandom(seed);
}

double
RandomLoss::Draw(const LinkCrossing&)
{
    return m_random.Unit();
}

TypeId
HashedLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::HashedLoss")
                            .SetParent<LossModel>()
                            .SetGroupName("Mlt")
                            .AddConstructor<HashedLoss>();
    return tid;
}

void
HashedLoss::Seed(uint64_t seed, uint32_t link)
{
    m_salt = Mix64(seed, link);
}

double
HashedLoss::Draw(const LinkCrossing& frame)
{
    if (!frame.isNamed)
    {
        return 1;
    }
    uint64_t word = Mix64(m_salt, frame.kind);
    word = Mix64(word, (uint64_t{frame.source} << 32) | frame.destination);
    word = Mix64(word, frame.message);
    word = Mix64(word, frame.index);
    return UnitInterval(Mix64(word, frame.attempt));
}

} // namespace ns3::mlt
