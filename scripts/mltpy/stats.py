# SPDX-License-Identifier: GPL-2.0-only
"""The few statistics that tables and figures need, without third-party packages."""

import math
from dataclasses import dataclass

# Two-sided 95 % quantiles of Student's t distribution, by degrees of freedom from 1.
# Source: any printed table; these to three decimals.
T_95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


@dataclass(frozen=True)
class Estimate:
    """A mean over runs and the half width of its 95 % t-interval (None with a single run)."""

    runs: int
    mean: float
    half_width: "float | None"


def mean(values):
    """The arithmetic mean of a non-empty sequence."""
    if not values:
        raise ValueError("the mean of nothing")
    return math.fsum(values) / len(values)


def nearest_rank(ordered, share):
    """The nearest-rank quantile of an ascending sequence: its ceil(share x n)-th value."""
    if not ordered:
        raise ValueError("a quantile of nothing")
    if not 0 < share <= 1:
        raise ValueError(f"a quantile's share is in (0, 1], not {share}")
    # Rounded first, so that 0.07 x 100 = 7.000000000000001 is rank 7 and not 8.
    rank = math.ceil(round(share * len(ordered), 9))
    return ordered[max(rank, 1) - 1]


def t_quantile(degrees):
    """The 95 % quantile for these degrees of freedom; beyond the table, its last (larger) value."""
    if degrees < 1:
        raise ValueError("an interval needs at least two values")
    return T_95[min(degrees, len(T_95)) - 1]


def estimate(values):
    """The mean of values with the half width of its 95 % t-interval."""
    centre = mean(values)
    count = len(values)
    if count == 1:
        return Estimate(1, centre, None)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    return Estimate(count, centre, t_quantile(count - 1) * math.sqrt(variance / count))
