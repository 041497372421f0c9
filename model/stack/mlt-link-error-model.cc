// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-link-error-model.h"

#include "ns3/mlt-seed.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(LinkErrorModel);

namespace
{

constexpr int64_t AUTOMATIC_STREAM = -1;

} // namespace

TypeId
LinkErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::LinkErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Mlt")
            .AddConstructor<LinkErrorModel>()
            .AddAttribute("LossModel",
                          "TypeId of the choice of frames that are lost (a LossModel), the same "
                          "classes as on the express plane.",
                          TypeIdValue(RandomLoss::GetTypeId()),
                          MakeTypeIdAccessor(&LinkErrorModel::m_modelType),
                          MakeTypeIdCheckerFor(LossModel::GetTypeId()))
            .AddAttribute("Port",
                          "Lowest UDP port of the protocol's ends, as ns3::mlt::UdpHostPort has "
                          "it. 0: the protocol's own.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinkErrorModel::m_port),
                          MakeUintegerChecker<uint16_t>(0, 65534))
            .AddTraceSource("Lose",
                            "A frame is lost.",
                            MakeTraceSourceAccessor(&LinkErrorModel::m_lose),
                            "ns3::mlt::LinkErrorModel::LoseCallback");
    return tid;
}

void
LinkErrorModel::Configure(Ptr<const HostTable> hosts,
                          const UdpProtocol& protocol,
                          uint32_t mtu,
                          uint32_t link,
                          const LinkLoss& loss)
{
    m_reader = LinkFrameReader(std::move(hosts), protocol, mtu, m_port);
    m_link = link;
    m_loss = loss;
}

int64_t
LinkErrorModel::AssignStreams(int64_t stream)
{
    ObjectFactory factory;
    factory.SetTypeId(m_modelType);
    m_model = factory.Create<LossModel>();
    m_model->Start(m_loss, m_link, SeedFromStream(stream));
    return 1;
}

bool
LinkErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    if (!m_model)
    {
        AssignStreams(AUTOMATIC_STREAM);
    }
    const LinkCrossing crossing = m_reader.Read(*packet);
    const bool lost = crossing.isNamed && m_model->Loses(crossing);
    if (lost)
    {
        m_lose(m_link, crossing);
    }
    return lost;
}

void
LinkErrorModel::DoReset()
{
}

} // namespace ns3::mlt
