"""A running table as diagnostics meet it: a real socket with pictures and devices made by hand."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from drivers.display.web import WebDisplay
from drivers.health import Badge, Box, Devices, Display, Journal, Key, Lamp, Shoe, Spot
from tests.console.felt_pictures import BETTING, TABLE

PLACES = [(seat, spot) for seat in range(1, 8) for spot in ("main", "db21")]
BOX = Box(covered=False, edges=31, bounces=1, state="ok")
SOUND = Devices(
    shoe=Shoe(
        port="/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A10K0001-if00-port0", protocol="angel-eye", open=True,
        cards=104, frames=416, bad=1, bytes=2915, last_card="9h", last_frame="02300003", idle_ms=1200,
    ),
    spots=tuple(Spot(seat, spot, seat == 2, edges=40, bounces=12, state="ok") for seat, spot in PLACES),
    box=BOX,
    keys=tuple(Key(key=key, seat=0, pressed=False, edges=4) for key in ("stand", "double", "split")),
    lamps=tuple(Lamp(seat=seat, spot=spot, lamp="open", pin=f"2:{at}") for at, (seat, spot) in enumerate(PLACES)),
    displays=(Display("display", "ok", 0), Display("web", "ok", 0), Display("lamps", "ok", 0)),
    badge=Badge(reader="ACS ACR122U", state="ok", role="technician"),
    journal=Journal(seq=1204, durable=1204, writing=True),
)  # fmt: skip
CLOSED = replace(BETTING, phase="closed", prompt=("TABLE CLOSED", "Dealer's badge opens it"), badge="technician")
SERVICE = replace(CLOSED, phase="service", prompt=("SERVICE", "Technician's tests; leave closes the table"))


class Running:
    """Obeys what a technician says, unless `refuses` says why not; `said` is all that it was told to do."""

    def __init__(self, socket: Path) -> None:
        self.devices = SOUND
        self.said: list[list[str]] = []
        self.refuses = ""
        self.web = WebDisplay(socket, TABLE, self._asked)
        self.web.show(CLOSED)

    def close(self) -> None:
        self.web.close()

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        if request.get("ask") == "devices":
            return {"devices": msgspec.to_builtins(self.devices)}
        self.said.append(request["do"])
        return {"error": self.refuses} if self.refuses else {"ok": True}
