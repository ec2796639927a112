"""What things cost on this machine: measured and printed, never asserted, so no run fails because of it.

`python -m tests.perf [NAME…]` runs `measure()` of every module here. A measure is small, and where a machine's
mood matters it is a ratio of two things measured in the same run.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    what: str
    value: str
    note: str = ""


def rate(count: float, seconds: float, unit: str) -> str:
    return f"{count / seconds:,.0f} {unit}/s"


def percentile(values: Iterable[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def spread(values: Iterable[float], unit: str, high: int = 99) -> str:
    kept = list(values)
    return f"p50 {percentile(kept, 50):.3g}  p{high} {percentile(kept, high):.3g} {unit}"
