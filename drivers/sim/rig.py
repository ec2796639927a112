"""A whole simulated table around one running controller: pins, shoe, badge and its own clock.

The controller is unchanged and unaware: bytes come through a pseudo-terminal and pyserial, edges through
gpiozero. Who builds the controller is told by `boot`; a power cut throws it away and boots another one on
the same journal, while chips, box, badge and shoe stay as they are.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from controller.events import BadgeIn, BadgeOut, Command, DeviceBack, DeviceLost, Event
from controller.outputs import Outputs, RoundPicture
from controller.ports import Clock, Display, Lamps, Levels, Wiring
from drivers.gpio import Gpio
from drivers.health import Badge, Devices, Shown, devices
from drivers.serial_link import LinkError, SerialLink
from drivers.shoe import find
from drivers.sim.pins import SimPins
from drivers.sim.shoe import SimShoe


class Running(Protocol):
    """What a simulated table asks of the controller."""

    def post(self, event: Event) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...
    def round_now(self) -> RoundPicture: ...


Boot = Callable[[Clock, Lamps, Display, Levels], Running]


class Mirror:
    """A display that remembers what it was shown."""

    picture: Outputs

    def show(self, picture: Outputs) -> None:
        self.picture = picture

    def close(self) -> None:
        pass


class Rig:
    """`pumped`: the caller moves the clock and the link reads when the shoe has written."""

    def __init__(self, wiring: Wiring, protocol: str, clock: Clock, boot: Boot, pumped: bool) -> None:
        self.wiring, self.clock = wiring, clock
        self.mirror = Mirror()
        self._link: SerialLink | None = None
        self.pins = SimPins(wiring)
        self.shoe = SimShoe(protocol, clock, on_written=self._written if pumped else None)
        self._protocol, self._boot, self._pumped = protocol, boot, pumped
        self._role: str | None = None
        self._deaf = False
        self._start()
        self.running.flush()  # from now on the mirror has a picture

    def _start(self) -> None:
        self.gpio = Gpio(self.wiring, self.pins.factories, self.clock)
        self.pins.reapply()
        self.running = self._boot(self.clock, self.gpio, self.mirror, self.gpio.levels())
        self.gpio.start(self.running.post)
        if self._role:
            self.badge_in(self._role)
        self._listen()

    def _listen(self) -> None:
        """The power may have come back without the shoe."""
        self._link = SerialLink(self.shoe.port, find(self._protocol)(), self.clock)
        try:
            (self._link.open if self._pumped else self._link.start)(self.running.post)
        except LinkError:
            self._deaf = not self._pumped
            self.running.post(DeviceLost(self.clock.now(), "shoe"))

    def plug(self) -> None:
        """A link that never began to listen begins now; any other finds the port by itself."""
        self.shoe.plug()
        if self._deaf and self._link:
            self._deaf = False
            self._link.start(self.running.post)
            self.running.post(DeviceBack(self.clock.now(), "shoe"))

    def devices(self, displays: Iterable[Shown]) -> Devices:
        assert self._link is not None, "a table that stands has a line to its shoe"
        return devices(self._link, self._protocol, self.gpio, displays, Badge("simulated", "ok"))

    def _stop(self) -> None:
        if self._link:
            self._link.close()
        self._link = None
        self.gpio.close()
        self.running.close()

    def power_cut(self) -> None:
        """What was posted is durable; nothing is said goodbye to."""
        self.running.flush()
        self._stop()
        self._start()

    def _written(self) -> None:
        if self._link:
            self._link.pump()

    def now(self) -> Outputs:
        """What the table shows; pumped, once all that happened so far is shown."""
        if self._pumped:
            self.running.flush()
        return self.mirror.picture

    def badge_in(self, role: str) -> None:
        self._role = role
        self.running.post(BadgeIn(self.clock.now(), role, f"bench-{role}"))

    def badge_out(self) -> None:
        self._role = None
        self.running.post(BadgeOut(self.clock.now()))

    def do(self, *words: str) -> None:
        badge = f"bench-{self._role}" if self._role else None
        self.running.post(Command(self.clock.now(), words, badge, " ".join(("do", *words))))

    def open_table(self) -> None:
        """A dealer comes, opens and leaves: play needs no badge."""
        self.badge_in("dealer")
        self.do("open")
        self.badge_out()

    def close(self) -> None:
        self._stop()
        self.shoe.close()
