// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-datacenter-tcp.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3::mlt
{

namespace
{

/** Sends of a segment before TCP gives the connection up; simulated transfers must end. */
constexpr uint32_t RETRIES = 1000;
/** Of the clock in RTO <- SRTT + max(G, 4 RTTVAR) (RFC 6298). */
constexpr int64_t CLOCK_GRANULARITY_US = 1;

void
Set(const std::string& name, const AttributeValue& value)
{
    Config::SetDefault("ns3::" + name, value);
}

} // namespace

void
DatacenterTcp::Apply() const
{
    WireFormat format;
    format.mtu = mtu;
    Set("TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName(congestionControl)));
    Set("TcpL4Protocol::RecoveryType", TypeIdValue(TypeId::LookupByName(recovery)));
    Set("TcpSocket::SegmentSize", UintegerValue(format.TcpPayload()));
    Set("TcpSocket::InitialCwnd", UintegerValue(initialWindow));
    Set("TcpSocket::SndBufSize", UintegerValue(bufferBytes));
    Set("TcpSocket::RcvBufSize", UintegerValue(bufferBytes));
    Set("TcpSocket::DelAckCount", UintegerValue(1));
    Set("TcpSocket::TcpNoDelay", BooleanValue(true));
    Set("TcpSocket::ConnTimeout", TimeValue(minRto));
    Set("TcpSocket::ConnCount", UintegerValue(RETRIES));
    Set("TcpSocket::DataRetries", UintegerValue(RETRIES));
    Set("TcpSocketBase::MinRto", TimeValue(minRto));
    Set("TcpSocketBase::ClockGranularity", TimeValue(MicroSeconds(CLOCK_GRANULARITY_US)));
    Set("TcpSocketBase::Timestamp", BooleanValue(true));
    Set("TcpSocketBase::Sack", BooleanValue(true));
    Set("TcpSocketBase::WindowScaling", BooleanValue(true));
    Set("TcpSocketBase::UseEcn", StringValue(ecn ? "On" : "Off"));
    Set("RttEstimator::InitialEstimation", TimeValue(baseRtt));
}

} // namespace ns3::mlt
