"""95% intervals for what a sample of deals says about all deals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Final

Z: Final = NormalDist().inv_cdf(0.975)
"""How many standard errors a two-sided 95% interval reaches to each side: 1.96."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval of a rate, both ends in 0..1; (0, 1) without trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22 (1927).

    Raises:
        ValueError: unless 0 <= successes <= trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no rate")
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    scale = 1 + Z * Z / trials
    centre = (rate + Z * Z / (2 * trials)) / scale
    half = Z / scale * math.sqrt(rate * (1 - rate) / trials + Z * Z / (4 * trials * trials))
    # At no and at all successes the end is 0 or 1 exactly; rounding would miss it.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def mean_interval(counts: Mapping[int, int], most: int) -> tuple[float, float]:
    """The normal interval of a mean score, cut to 0..most; all of that with fewer than two scores.

    Args:
        counts: how often each score was seen.
        most: the highest score there is.
    """
    number = sum(counts.values())
    if number < 2:
        return 0.0, float(most)
    mean = sum(score * count for score, count in counts.items()) / number
    squares = sum((score - mean) ** 2 * count for score, count in counts.items())
    half = Z * math.sqrt(squares / (number - 1) / number)
    return max(0.0, mean - half), min(float(most), mean + half)
