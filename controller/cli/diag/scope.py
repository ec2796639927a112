"""The screen of `upcard diag watch`: shoe, sensors by seat, panel, and the last things that happened."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.cli.diag.lines import STYLE, Line, box_line, panel_line, reader_line, record_line, shoe_line
from controller.outputs import Outputs
from drivers.health import Devices, Spot

LAMP: Final = {"open": "·", "locked": "■", "no_bet": "▒", "removed": "▲"}
"""What a lamp says, beside its spot."""
LEGEND: Final = "● covered  ○ clear  then the lamp: · open  ■ locked  ▒ no bet  ▲ removed  then raw edges"


def draw(picture: Outputs | None, devices: Devices | None, happened: Sequence[str]) -> RenderableType:
    lines = Text("\n".join(happened) or "nothing yet", no_wrap=True, overflow="ellipsis")
    told = Panel(lines, title="what happened", title_align="left")
    if devices is None:
        return Group(_head(picture), told)
    felt = Table.grid(padding=(0, 1), expand=True)
    felt.add_column()
    felt.add_column(ratio=1)
    felt.add_row(_sensors(devices), told)
    return Group(_head(picture), felt, Text(LEGEND, "dim"), _rest(devices))


def _head(picture: Outputs | None) -> Text:
    if picture is None:
        return Text("waiting for the table", "yellow")
    prompt = " / ".join(part for part in picture.prompt if part)
    return Text(f"{picture.phase} · round {picture.round} · {prompt}   (Ctrl-C ends it)", "bold")


def _sensors(devices: Devices) -> Table:
    lamps = {(one.seat, one.spot): one.lamp for one in devices.lamps}
    table = Table()
    table.add_column("seat")
    for spot in dict.fromkeys(one.spot for one in devices.spots):
        table.add_column(spot)
    for seat, spots in groupby(devices.spots, key=lambda spot: spot.seat):
        table.add_row(str(seat), *(_spot(spot, lamps.get((seat, spot.spot), "open")) for spot in spots))
    return table


def _spot(spot: Spot, lamp: str) -> Text:
    style = "red" if spot.state in ("lost", "flapping") else "yellow" if spot.state == "stuck" else ""
    word = "" if spot.state == "ok" else f" {spot.state.upper()}"
    return Text(f"{'●' if spot.covered else '○'} {LAMP[lamp]} {spot.edges}{word}", style)


def _rest(devices: Devices) -> Table:
    table = Table.grid(padding=(0, 1))
    for line in _lines(devices):
        table.add_row(Text(line.line, "bold"), Text(line.seen, "" if line.state == "ok" else STYLE[line.state]))
    if devices.shoe.last_frame:
        table.add_row(Text("frame", "bold"), Text(devices.shoe.last_frame))
    return table


def _lines(devices: Devices) -> Iterable[Line]:
    yield shoe_line(devices.shoe)
    yield box_line(devices.box)
    yield panel_line(devices.keys)
    yield reader_line(devices.badge)
    yield record_line(devices.journal)
