// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TWO_PLANES_H
#define MLT_TWO_PLANES_H

#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-network-plan.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/** One small experiment, for either data plane. */
struct PlaneCase
{
    struct Start
    {
        Message message;
        int64_t atPs;
    };

    struct Loss
    {
        std::string link; //!< such as host0-leaf0
        LinkLoss loss;
    };

    std::string topology{"1x1x2"}; //!< of a leaf-spine
    uint64_t bitRate{10000000000}; //!< of all links
    int64_t delayPs{1000000};      //!< of each link, and
    uint32_t delaySpreadPs{0};     //!< up to so much more, by cable: no two are of one length
    uint32_t seed{1};              //!< RngRun
    std::vector<Start> starts;
    std::vector<Loss> losses;
    std::map<std::string, std::string>
        defaults; //!< attributes, such as ns3::mlt::MltSender::SendOrder

    /** Adds a message; its id is its place in the list, from 0. */
    Message& Add(uint32_t source, uint32_t destination, uint64_t bytes, double bound);
};

/** Where and how frames are dropped or marked: link, what happens, queue, protected. */
using PlaneClass = std::tuple<std::string, std::string, uint32_t, bool>;

/** What a run on one plane told. */
struct PlaneOutcome
{
    struct Completion
    {
        int64_t atPs{0};
        uint64_t bytes{0};          //!< distinct bytes when STOP was decided
        std::vector<bool> received; //!< by packet; empty: all
    };

    std::map<uint64_t, Completion> completions; //!< by message
    std::map<uint64_t, uint64_t> sentBytes;     //!< payload, by message
    std::map<PlaneClass, uint64_t> drops;       //!< frames at ports and links, by class
    std::map<PlaneClass, uint64_t> marks;       //!< frames
    /** A frame's name: kind, source, destination, message, index, attempt. */
    using Name = std::array<uint64_t, 6>;

    /** What happens to a frame at the port before a link. */
    struct Step
    {
        int64_t atPs;
        uint32_t link;
        bool isDrop; //!< it is dropped; else its service starts
        Name name;
        uint32_t bytes; //!< on the wire
    };

    std::multiset<std::pair<std::string, Name>> lost; //!< frames that links lost, with the link
    std::vector<Step> steps;                          //!< all, in order of instant, link and kind
};

/**
 * Runs an experiment on the express plane, or with UDP datagrams over ns3's point-to-point devices
 * and queue discs: the same plan, header bytes, buffers, thresholds, path choosers and random
 * streams. Ends a millisecond after the last sender is through; at most one simulated second.
 */
PlaneOutcome RunOnExpressPlane(const PlaneCase& experiment);
PlaneOutcome RunOnStackPlane(const PlaneCase& experiment);

/** Its network. */
NetworkPlan PlanOf(const PlaneCase& experiment);

} // namespace ns3::mlt

#endif // MLT_TWO_PLANES_H
