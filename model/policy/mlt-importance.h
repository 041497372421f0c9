// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_IMPORTANCE_H
#define MLT_IMPORTANCE_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** Names a packet of a gradient. */
struct PacketName
{
    uint64_t message;   //!< the message: a tensor (or piece) of one sender and iteration
    uint32_t iteration; //!< from 0
    uint32_t layer;     //!< from 0, the front
    uint32_t layers;    //!< of the model
    uint32_t index;     //!< packet of the message
};

/**
 * What decides which packets of a message may be dropped (MLT, NSDI'24): the layer says how many,
 * the magnitude of the gradients in them says which. Derive from this to supply real magnitudes.
 */
class ImportanceModel : public Object
{
  public:
    static TypeId GetTypeId();

    /** Of the packets that the loss bound spares, the part that may be dropped, in [0, 1]. */
    virtual double DroppableShare(uint32_t layer, uint32_t layers) const = 0;

    /** The packets of least rank are droppable; those of equal rank by index. */
    virtual double Rank(const PacketName& packet) const = 0;

    /** Gives fixed random streams. @return how many were used. */
    virtual int64_t AssignStreams(int64_t stream) = 0;
};

/**
 * Without real gradients: each packet has a rank in [0, 1) by a hash of (seed, message, iteration,
 * index), small gradients first; the droppable share falls linearly from the front layer to the
 * back layer. A rule of ours; the paper's statistic is not known.
 */
class HashedImportance : public ImportanceModel
{
  public:
    static TypeId GetTypeId();

    double DroppableShare(uint32_t layer, uint32_t layers) const override;
    double Rank(const PacketName& packet) const override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    double m_front;
    double m_back;
    uint64_t m_seed{0};
};

} // namespace ns3::mlt

#endif // MLT_IMPORTANCE_H
