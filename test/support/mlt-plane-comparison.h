// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PLANE_COMPARISON_H
#define MLT_PLANE_COMPARISON_H

#include "support/mlt-two-planes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace ns3::mlt
{

/** What one experiment told on either plane. */
struct Both
{
    PlaneOutcome express;
    PlaneOutcome stack;
};

/** Runs it; every message must be through. */
Both RunBoth(const PlaneCase& experiment);

/** The first step at which the planes differ, from 0: how many are the same before. */
size_t FirstDifference(const Both& both);

/** Whether the planes never differ, frame by frame. */
bool NeverPart(const Both& both);

/** Whether the first difference is one of order at one instant. */
bool PartAtATie(const PlaneCase& experiment, const Both& both);

/** Frames of all classes, or of those to which @p what happens. */
uint64_t Sum(const std::map<PlaneClass, uint64_t>& counts, const std::string& what = "");

/** The largest difference of a completion's instant, ps. */
int64_t WorstInstant(const Both& both);

/** The largest difference of a completion time, as a share of it. */
double WorstShare(const PlaneCase& experiment, const Both& both);

/** How much longer the stack plane takes in the mean, as a share. */
double MeanShare(const PlaneCase& experiment, const Both& both);

/** Within 2 % in every completion time, and within 2 % or 2 frames in drops by port and class. */
void ExpectAlike(const PlaneCase& experiment, const Both& both);

/** Equal in everything that is decided, and within a packet time in when. */
void ExpectTheSame(const PlaneCase& experiment, const Both& both);

/** If there is a difference at all, frame by frame, the first is one of order at one instant. */
void ExpectNoDifferenceBeforeATie(const PlaneCase& experiment, const Both& both);

} // namespace ns3::mlt

#endif // MLT_PLANE_COMPARISON_H
