// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINK_CROSSING_H
#define MLT_LINK_CROSSING_H

#include <cstdint>

namespace ns3::mlt
{

/** What a loss model may know of a frame: what kind it is, and a name that no other frame has. */
struct LinkCrossing
{
    uint32_t source{0};      //!< host index
    uint32_t destination{0}; //!< host index
    uint64_t message{0};     //!< message or connection; 0 where a frame belongs to none
    uint64_t index{0};       //!< packet of the message, or sequence number
    uint64_t attempt{0};     //!< tells repetitions of the same apart
    uint32_t kind{0};        //!< kind of frame and the end that it is for
    bool isData{false};      //!< bears an application's bytes
    bool isNamed{false};     //!< the fields above are a name; else they mean nothing
};

} // namespace ns3::mlt

#endif // MLT_LINK_CROSSING_H
