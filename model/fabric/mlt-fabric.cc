// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/mlt-row.h"
#include "ns3/mlt-seed.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-strict-priority.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(Fabric);

TypeId
Fabric::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::Fabric")
            .SetParent<Object>()
            .SetGroupName("Mlt")
            .AddConstructor<Fabric>()
            .AddAttribute("Mtu",
                          "Largest IP packet, bytes.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Fabric::m_mtu),
                          MakeUintegerChecker<uint32_t>(576, 9216))
            .AddAttribute("LinkOverhead",
                          "Bytes a link is busy with beside the IP packet: Ethernet's header, FCS, "
                          "preamble and gap.",
                          UintegerValue(38),
                          MakeUintegerAccessor(&Fabric::m_linkOverhead),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("MinimumFrame",
                          "Least bytes a link is busy with for a frame (Ethernet: 84).",
                          UintegerValue(84),
                          MakeUintegerAccessor(&Fabric::m_minimumFrame),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("QueueDiscipline",
                          "TypeId of the switch ports' queue discipline (a QueueDiscipline): which "
                          "frames wait, and which one is sent next. Strict priority is what a "
                          "commodity switch offers and MLT asks for.",
                          TypeIdValue(StrictPriority::GetTypeId()),
                          MakeTypeIdAccessor(&Fabric::m_disciplineType),
                          MakeTypeIdCheckerFor(QueueDiscipline::GetTypeId()))
            .AddAttribute("DropPolicy",
                          "TypeId of the switch ports' admission policy (a DropPolicy), which the "
                          "queue discipline asks, if it is one that does.",
                          TypeIdValue(SelectiveDropPolicy::GetTypeId()),
                          MakeTypeIdAccessor(&Fabric::m_policyType),
                          MakeTypeIdCheckerFor(DropPolicy::GetTypeId()))
            .AddAttribute("LossModel",
                          "TypeId of the choice of frames that injected loss takes (a LossModel).",
                          TypeIdValue(RandomLoss::GetTypeId()),
                          MakeTypeIdAccessor(&Fabric::m_lossType),
                          MakeTypeIdCheckerFor(LossModel::GetTypeId()))
            .AddAttribute("LookAhead",
                          "Whether switches and NICs use their links' delay as look-ahead: the "
                          "same results with fewer events. Off: an event for each arrival at a "
                          "switch, each pull, and each end of a service that frames wait for.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Fabric::m_lookAhead),
                          MakeBooleanChecker())
            .AddAttribute("DetectionDelay",
                          "How long after a cable has gone down or up all switches change their "
                          "routes, at least 0. 1 ms (ours) is of the order of what a switch needs "
                          "to notice a loss of signal and to rewrite its tables; detection by "
                          "hello packets takes tens of milliseconds.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&Fabric::m_detectionDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LoseInFlight",
                          "Whether the frames on a cable are lost when it goes down. On, as if "
                          "both ends stopped to receive at that instant; off, they arrive.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Fabric::m_loseInFlight),
                          MakeBooleanChecker())
            .AddTraceSource("Send",
                            "Service of a frame starts at a port or NIC.",
                            MakeTraceSourceAccessor(&Fabric::send),
                            "ns3::mlt::PortEventCallback")
            .AddTraceSource("Mark",
                            "A port marks a frame with CE.",
                            MakeTraceSourceAccessor(&Fabric::mark),
                            "ns3::mlt::PortEventCallback")
            .AddTraceSource("Trim",
                            "A port is about to cut off a frame's payload.",
                            MakeTraceSourceAccessor(&Fabric::trim),
                            "ns3::mlt::PortEventCallback")
            .AddTraceSource("Drop",
                            "A port drops a frame, a link loses it, or a switch has no route.",
                            MakeTraceSourceAccessor(&Fabric::drop),
                            "ns3::mlt::DropCallback");
    return tid;
}

/** Those of one switch stand side by side. */
struct Fabric::Rows
{
    Row<FabricLink> links;
    Row<SwitchPort> ports;
};

Fabric::Fabric() = default;
Fabric::~Fabric() = default;

int64_t
Fabric::Build(NetworkPlan plan, TypeId chooser, int64_t stream)
{
    RequireFabricResolution();
    m_plan = std::move(plan);
    if (m_plan.routes.empty())
    {
        m_plan.routes = ComputeRoutes(m_plan);
    }
    m_network.format = {m_mtu, m_linkOverhead, m_minimumFrame};
    m_network.hosts = m_plan.hosts;
    m_network.baseRttPs =
        m_plan.BaseRttPs(m_network.format.FullFrame(), m_network.format.minimumFrame);
    BuildNodes(chooser);
    BuildLinks();
    m_knownUp.assign(m_plan.links.size(), true);
    SetRoutes(m_plan.routes);
    return AssignStreams(stream);
}

void
Fabric::BuildNodes(TypeId chooser)
{
    ObjectFactory factory;
    factory.SetTypeId(chooser);
    for (uint32_t host = 0; host < m_plan.hosts; ++host)
    {
        m_nics.push_back(std::make_unique<HostNic>(host, m_network, m_pool));
    }
    const std::vector<int64_t> lookAheads = LookAheads();
    for (uint32_t i = m_plan.hosts; i < m_plan.Nodes(); ++i)
    {
        m_choosers.push_back(factory.Create<PathChooser>());
        m_switches.push_back(
            std::make_unique<FabricSwitch>(m_choosers.back(),
                                           lookAheads[i],
                                           FabricSwitch::Shared{m_pool, *this, m_sorter}));
    }
}

std::vector<int64_t>
Fabric::LookAheads() const
{
    if (!m_lookAhead)
    {
        return std::vector<int64_t>(m_plan.Nodes(), 0);
    }
    constexpr int64_t MOST_PS = PS_PER_SECOND; // of what may be late; enough for any batch
    std::vector<int64_t> lookAheads(m_plan.Nodes(), MOST_PS);
    for (const auto& link : m_plan.links)
    {
        lookAheads[link.from] = std::min(lookAheads[link.from], link.delayPs);
    }
    return lookAheads;
}

FabricNode&
Fabric::Node(uint32_t node)
{
    if (m_plan.IsHost(node))
    {
        return *m_nics[node];
    }
    return Switch(node);
}

FabricSwitch&
Fabric::Switch(uint32_t node)
{
    return *m_switches[node - m_plan.hosts];
}

Ptr<DropPolicy>
Fabric::PolicyFor(const PortParameters& port)
{
    Ptr<DropPolicy>& shared = m_policyOfRate[port.bitRate];
    if (shared)
    {
        return shared;
    }
    ObjectFactory factory;
    factory.SetTypeId(m_policyType);
    auto policy = factory.Create<DropPolicy>();
    policy->Configure(port);
    if (policy->IsPure())
    {
        shared = policy;
    }
    return policy;
}

Ptr<QueueDiscipline>
Fabric::MakeDiscipline(uint64_t bitRate)
{
    const PortParameters port{bitRate, m_network.baseRttPs};
    ObjectFactory factory;
    factory.SetTypeId(m_disciplineType);
    auto discipline = factory.Create<QueueDiscipline>();
    discipline->Configure(port, PolicyFor(port));
    m_disciplines.push_back(discipline);
    return discipline;
}

std::vector<uint32_t>
Fabric::LinksBySource() const
{
    std::vector<uint32_t> ids(m_plan.links.size());
    std::iota(ids.begin(), ids.end(), 0);
    std::stable_sort(ids.begin(), ids.end(), [this](uint32_t a, uint32_t b) {
        return m_plan.links[a].from < m_plan.links[b].from;
    });
    return ids;
}

void
Fabric::BuildLinks()
{
    m_rows = std::make_unique<Rows>();
    m_links.resize(m_plan.links.size());
    m_portOfLink.resize(m_plan.links.size());
    const auto uplinks = m_plan.HostUplinks();
    for (const uint32_t id : LinksBySource())
    {
        const auto& plan = m_plan.links[id];
        FabricLink& link = m_rows->links.Emplace(id, plan, Node(plan.to), m_pool, *this);
        m_links[id] = &link;
        if (!m_plan.IsHost(plan.to) && Switch(plan.to).Inbox())
        {
            link.SetInbox(*Switch(plan.to).Inbox());
        }
        if (m_plan.IsHost(plan.from))
        {
            if (id == uplinks[plan.from].front()) // the only one that a host sends over
            {
                m_nics[plan.from]->SetUplink(link, m_lookAhead ? plan.delayPs : 0);
            }
            continue;
        }
        m_portOfLink[id] = &m_rows->ports.Emplace(link,
                                                  MakeDiscipline(plan.bitRate),
                                                  m_pool,
                                                  *this,
                                                  m_minimumFrame,
                                                  Switch(plan.from).Backlogged());
    }
}

int64_t
Fabric::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (auto& chooser : m_choosers)
    {
        next += chooser->AssignStreams(next);
    }
    AssignOrders(SeedFromStream(next++));
    m_lossStream = next;
    next += static_cast<int64_t>(m_links.size());
    for (auto& discipline : m_disciplines)
    {
        next += discipline->AssignStreams(next);
    }
    return next - stream;
}

void
Fabric::AssignOrders(uint64_t seed)
{
    std::vector<std::vector<uint32_t>> linksInto(m_plan.Nodes());
    for (uint32_t id = 0; id < m_links.size(); ++id)
    {
        linksInto[m_plan.links[id].to].push_back(id);
    }
    for (uint32_t node = 0; node < m_plan.Nodes(); ++node)
    {
        auto& links = linksInto[node];
        ArrivalOrder order;
        order.Configure(static_cast<uint32_t>(links.size()), Mix64(seed, node));
        for (uint32_t ingress = 0; ingress < links.size(); ++ingress)
        {
            m_links[links[ingress]]->SetOrder(order, ingress);
        }
        if (!m_plan.IsHost(node))
        {
            Switch(node).SetIngresses(std::move(links));
        }
    }
}

void
Fabric::SetLoss(uint32_t link, const LinkLoss& loss)
{
    ObjectFactory factory;
    factory.SetTypeId(m_lossType);
    auto model = factory.Create<LossModel>();
    CatchUp();
    model->Start(loss, link, SeedFromStream(m_lossStream + link));
    m_links[link]->SetLoss(loss.rate, model);
}

void
Fabric::CatchUp()
{
    const int64_t now = NowTick();
    for (const auto& nic : m_nics)
    {
        nic->CatchUp();
    }
    for (const auto& node : m_switches)
    {
        node->CatchUp(now);
    }
}

void
Fabric::SetBitRate(uint32_t link, uint64_t bitRate)
{
    CatchUp();
    m_links[link]->SetBitRate(bitRate);
}

void
Fabric::SetPaused(uint32_t link, ClassSet classes)
{
    const uint32_t from = m_plan.links[link].from;
    if (m_portOfLink[link])
    {
        Switch(from).SetPaused(*m_portOfLink[link], classes);
    }
    else
    {
        m_nics[from]->SetPaused(classes);
    }
}

void
Fabric::DoDispose()
{
    m_portOfLink.clear();
    m_links.clear();
    m_rows.reset();
    m_switches.clear();
    m_nics.clear();
    m_choosers.clear();
    m_disciplines.clear();
    m_policyOfRate.clear();
    Object::DoDispose();
}

} // namespace ns3::mlt
