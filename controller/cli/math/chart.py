"""Grouped bars as shapes on a page, and the page as SVG; `png` paints the same shapes.

A chart library would be a dependency of every table for the sake of two pictures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor
from pathlib import Path
from typing import Final, Literal, NamedTuple

WIDTH: Final = 960
PANEL: Final = 320
TOP: Final = 56
LEFT: Final = 76
RIGHT: Final = 24
HEAD: Final = 58
FOOT: Final = 62
COLOURS: Final = ("#9ec5e8", "#5b9bd0", "#2b6ca8", "#174a7c", "#0a2a4d")
INK: Final = "#111827"
GREY: Final = "#4b5563"
PALE: Final = "#e5e7eb"
Anchor = Literal["start", "middle", "end"]


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str


class Text(NamedTuple):
    x: float
    y: float
    text: str
    size: int = 13
    anchor: Anchor = "start"
    fill: str = INK


Shape = Rect | Text


class Bars(NamedTuple):
    """A panel: a group of bars for each name, a bar for each series; values are shares of 1."""

    title: str
    across: str
    up: str
    groups: Sequence[str]
    series: Mapping[str, Sequence[float]]


class Page(NamedTuple):
    width: int
    height: int
    title: str
    shapes: list[Shape]


def page(title: str, panels: Sequence[Bars]) -> Page:
    shapes: list[Shape] = [Text(LEFT, 34, title, 18)]
    for number, bars in enumerate(panels):
        shapes += _panel(bars, TOP + number * PANEL)
    return Page(WIDTH, TOP + PANEL * len(panels), title, shapes)


def _panel(bars: Bars, top: int) -> Iterator[Shape]:
    values = [value for series in bars.series.values() for value in series]
    marks = _marks(min(0.0, *values), max(values))
    low, high = marks[0], marks[-1]
    foot, height = top + PANEL - FOOT, PANEL - FOOT - HEAD

    def at(value: float) -> float:
        return foot - (value - low) / (high - low) * height

    yield Text(LEFT, top + 18, bars.title, 15)
    yield Text(LEFT, top + HEAD - 12, bars.up, 12, fill=GREY)
    if len(bars.series) > 1:
        yield from _legend(bars, top + 18)
    for mark in marks:
        yield Rect(LEFT, at(mark), WIDTH - LEFT - RIGHT, 1, PALE)
        yield Text(LEFT - 8, at(mark) + 4, f"{mark:.0%}", 12, "end", GREY)
    yield from _groups(bars, at, foot)
    yield Rect(LEFT, at(0), WIDTH - LEFT - RIGHT, 1, INK)
    yield Text((LEFT + WIDTH - RIGHT) / 2, foot + 44, bars.across, 12, "middle", GREY)


def _groups(bars: Bars, at: Callable[[float], float], below: float) -> Iterator[Shape]:
    step = (WIDTH - LEFT - RIGHT) / len(bars.groups)
    wide = min(step * 0.8 / len(bars.series), 34)
    for number, group in enumerate(bars.groups):
        middle = LEFT + step * (number + 0.5)
        yield Text(middle, below + 22, group, 13, "middle")
        for place, (series, colour) in enumerate(zip(bars.series.values(), _colours(bars), strict=True)):
            x = middle + (place - len(bars.series) / 2) * wide
            top, foot = at(max(series[number], 0)), at(min(series[number], 0))
            yield Rect(x + 0.5, top, wide - 1, foot - top, colour)
            if wide >= 22:
                yield Text(x + wide / 2, top - 4, f"{series[number] * 100:.1f}", 10, "middle", GREY)


def _legend(bars: Bars, y: int) -> Iterator[Shape]:
    x = float(WIDTH - RIGHT)
    for name, colour in reversed(list(zip(bars.series, _colours(bars), strict=True))):
        x -= 22 + 7.2 * len(name)
        yield Rect(x, y - 10, 12, 12, colour)
        yield Text(x + 16, y, name, 12)
        x -= 10


def _colours(bars: Bars) -> Sequence[str]:
    """From light to dark, as far apart as the number of series allows."""
    if len(bars.series) == 1:
        return [COLOURS[2]]
    apart = (len(COLOURS) - 1) / (len(bars.series) - 1)
    return [COLOURS[round(apart * number)] for number in range(len(bars.series))]


def _marks(low: float, high: float) -> list[float]:
    """Round percentages that hold all values between the first and the last of them."""
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1e9) if (high - low) / step <= 7)
    first, last = floor(low / step), max(ceil(high / step), 1)
    return [step * number for number in range(first, last + 1)]


def svg(drawn: Page) -> str:
    size = f'viewBox="0 0 {drawn.width} {drawn.height}" width="{drawn.width}" height="{drawn.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="\'DejaVu Sans\', sans-serif">'
    back = '<rect width="100%" height="100%" fill="#ffffff"/>'
    body = [_svg(shape) for shape in drawn.shapes]
    return "\n".join([head, f"<title>{escape(drawn.title)}</title>", back, *body, "</svg>"]) + "\n"


def write_svg(drawn: Page, file: Path) -> None:
    file.write_text(svg(drawn), encoding="utf-8")


def _svg(shape: Shape) -> str:
    if isinstance(shape, Rect):
        place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
        return f'<rect {place} fill="{shape.fill}"/>'
    look = f'font-size="{shape.size}" fill="{shape.fill}" text-anchor="{shape.anchor}"'
    return f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" {look}>{escape(shape.text)}</text>'
