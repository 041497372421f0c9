// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LOSS_MODEL_H
#define MLT_LOSS_MODEL_H

#include "ns3/mlt-link-crossing.h"
#include "ns3/mlt-random.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** Silent random loss on one direction of a link (a gray failure). */
struct LinkLoss
{
    double rate{0};      //!< probability that a frame is lost, in [0, 1)
    bool dataOnly{true}; //!< control passes
};

/**
 * Which frames an injected loss takes. One object for a direction of a link. Derive from this and
 * register a TypeId to add your own.
 */
class LossModel : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Told once, before the first Loses.
     * @param loss how much, and of what.
     * @param link of the network plan.
     * @param seed of this link.
     */
    void Start(const LinkLoss& loss, uint32_t link, uint64_t seed);

    /** Whether a frame is lost; asked once for each frame that crosses the link. */
    bool Loses(const LinkCrossing& frame)
    {
        return (frame.isData || !m_loss.dataOnly) && Draw(frame) < m_loss.rate;
    }

  protected:
    /** The model's randomness begins. */
    virtual void Seed(uint64_t seed, uint32_t link) = 0;

    /** @return uniform in [0, 1): the frame is lost if that is under the rate; 1: never. */
    virtual double Draw(const LinkCrossing& frame) = 0;

  private:
    LinkLoss m_loss;
};

/** Each frame by itself, by the next number of the link's own generator. The default. */
class RandomLoss : public LossModel
{
  public:
    static TypeId GetTypeId();

  private:
    void Seed(uint64_t seed, uint32_t link) override;
    double Draw(const LinkCrossing& frame) override;

    SmallRandom m_random;
};

/**
 * By a hash of (seed, link, kind, source, destination, message, index, attempt): the same frame
 * meets the same fate whatever else is on its way and in whatever order, so that two data planes,
 * or two settings of a transport, lose the same packets. At a higher rate the same frames are lost
 * and more. Frames without a name (of an ns-3 IP stack) pass.
 *
 * MLT counts attempts up to 255 only: a packet that was lost as often is lost for ever. At a rate
 * of 0.9 that is one packet in 10^11; near 1 use RandomLoss.
 */
class HashedLoss : public LossModel
{
  public:
    static TypeId GetTypeId();

  private:
    void Seed(uint64_t seed, uint32_t link) override;
    double Draw(const LinkCrossing& frame) override;

    uint64_t m_salt{0};
};

} // namespace ns3::mlt

#endif // MLT_LOSS_MODEL_H
