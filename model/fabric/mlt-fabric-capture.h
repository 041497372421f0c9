// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_CAPTURE_H
#define MLT_FABRIC_CAPTURE_H

#include "ns3/event-id.h"
#include "ns3/mlt-fabric.h"
#include "ns3/packet.h"
#include "ns3/pcap-file.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace ns3::mlt
{

/**
 * Writes what the hosts' links carry as pcap files, one a host, both directions: what the host's
 * NIC sends at the instant it begins, and what arrives at it at the instant it is whole. Packets
 * begin with their IP header (DLT_RAW), instants are in nanoseconds. Packets are made for this
 * alone: without a capture nothing is.
 */
class FabricCapture
{
  public:
    /** Link type of raw IP in pcap files (LINKTYPE_RAW). */
    static constexpr uint32_t RAW_IP = 101;
    /** Bytes kept of each packet by default: all headers; the payload is zeros. */
    static constexpr uint32_t SNAP_BYTES = 256;
    /** What the names of files end with that are not complete. */
    static constexpr const char* PARTIAL = ".partial";

    /**
     * Captures from now on, until it is destroyed or the simulation is (Simulator::Destroy). The
     * files are complete then, and get their names; until then their names end with PARTIAL.
     * Transports on the fabric are to be disposed of after that.
     * @param fabric built already.
     * @param prefix host i's file is <prefix>-host<i>.pcap.
     * @param hosts which; empty: all.
     * @param snapBytes of each packet are kept, at least 1.
     * @throw InputError if a file cannot be written.
     */
    FabricCapture(Ptr<Fabric> fabric,
                  const std::string& prefix,
                  std::vector<uint32_t> hosts = {},
                  uint32_t snapBytes = SNAP_BYTES);
    ~FabricCapture();
    /** From now on the files get their names by Keep alone; without it they are removed. */
    void Hold();

    /**
     * Ends the capture: nothing is written any more.
     * @throw InputError if a file could not be written.
     */
    void Close();

    /** After Hold and Close: gives the files their names. @throw InputError if that fails. */
    void Keep();

    FabricCapture(const FabricCapture&) = delete;
    FabricCapture& operator=(const FabricCapture&) = delete;

  private:
    /** A packet on its way to a captured host. */
    struct Arrival
    {
        int64_t atPs;
        const Frame* frame; //!< while it is on its way
        Ptr<Packet> packet;
    };

    /** One host's file. */
    struct Host
    {
        std::string name; //!< of the complete file
        PcapFile file;
        std::deque<Arrival> coming; //!< in order
    };

    void Open(uint32_t host, const std::string& prefix, uint32_t snapBytes);
    void OpenAll(const std::vector<uint32_t>& hosts, const std::string& prefix, uint32_t snapBytes);
    void Finish();
    std::error_code NameFiles();
    void RemoveFiles();
    void OnSend(const PortEvent& event);
    void OnDrop(const PortEvent& event, DropReason reason);
    static void WriteArrivals(Host& host, int64_t untilPs);
    static void Write(Host& host, int64_t atPs, const Ptr<Packet>& packet);

    Ptr<Fabric> m_fabric;
    std::vector<std::unique_ptr<Host>> m_hosts; //!< by host; null where none is captured
    EventId m_atDestroy;
    bool m_finished{false};
    bool m_isHeld{false};  //!< the files await Keep
    std::string m_failure; //!< the file that could not be written
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_CAPTURE_H
