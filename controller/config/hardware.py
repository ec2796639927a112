"""Every key of the sections about hardware. A wire is a line of chip 0, or of the chip it names."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from controller.config.words import File, Flag, allowed, span, what


class AngelEye(Struct, frozen=True):
    """Its reports are numbered."""

    first_seq: Annotated[int, span(0x10, 0xFE, "0x10 to 0xfe"), what("lowest sequence byte")] = 0x30
    last_seq: Annotated[int, span(0x11, 0xFF, "0x11 to 0xff"), what("highest, then it begins again")] = 0x39
    stx_in_bcc: Annotated[Flag, what("a command's check includes its STX")] = False


class BeeTek(Struct, frozen=True):
    """Its lines begin with a prefix; in manual mode both of the known ones carry cards in play."""

    cards: Annotated[tuple[str, ...], allowed("a list of prefixes"), what("prefixes of a card in play")] = (
        "Game",
        "Manual Burn Cards",
    )
    burns: Annotated[tuple[str, ...], allowed("a list of prefixes"), what("prefixes of a burned card")] = ()


Settings = AngelEye | BeeTek
PROTOCOLS: Final[dict[str, type[Settings]]] = {"angel-eye": AngelEye, "bee-tek": BeeTek}


class Shoe(Struct, frozen=True):
    """The card shoe; `settings` are those of its protocol."""

    protocol: Annotated[str, allowed("angel-eye or bee-tek"), what("what it speaks; required")] = ""
    port: Annotated[
        File, allowed("a serial port such as /dev/serial/by-id/…"), what("`socket://host:port` on a bench only")
    ] = ""
    scan_delay_ms: Annotated[int, span(0, 1000), what("from the card leaving to the report's first byte")] = 0
    commands: Annotated[Flag, what("the controller may send it commands")] = False
    settings: Annotated[dict[str, object], what("the protocol's own, see there")] = {}


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a chip by its number."""

    chip: Annotated[int, span(0, 99)]
    line: Annotated[int, span(0, 999)]


Wire = Annotated[
    Annotated[int, span(0, 999)] | At, allowed("a line such as 17, or { chip = 1, line = 4 }")
]  # fmt: skip


class Chip(Struct, frozen=True):
    """A gpiochip under its own number: `1 = { kind = "mcp23017", … }` is /dev/gpiochip1."""

    kind: Annotated[
        Literal["raspberry-pi", "mcp23017", "mcp23008", "other"],
        allowed("raspberry-pi, mcp23017, mcp23008 or other"),
        what("what it is"),
    ] = "raspberry-pi"
    address: Annotated[
        Annotated[int, span(0x20, 0x27, "0x20 to 0x27")] | UnsetType,
        what("of an expander, on the I2C bus; required there"),
    ] = UNSET
    interrupt: Annotated[
        Annotated[int, span(0, 27)] | UnsetType,
        what("header line an expander's INTA is wired to; its inputs need it"),
    ] = UNSET
    lines: Annotated[Annotated[int, span(1, 28)] | UnsetType, what("how many; kind `other` only")] = UNSET


class SeatWires(Struct, frozen=True):
    """One seat: [gpio.seat.1]. `chip = 1` beside the lines is the chip they are on; unless said chip 0."""

    sensors: Annotated[dict[str, Wire], what("of each spot: `{ chip = 1, main = 0, db21 = 8 }`")] = {}
    lamps: Annotated[dict[str, Wire], what("of each spot")] = {}
    keys: Annotated[dict[str, Wire], what("`insurance` and `over29` of this seat")] = {}


class Gpio(Struct, frozen=True):
    """What is wired where."""

    chips: Annotated[dict[str, Chip], what("every gpiochip; unless said the Raspberry Pi's own as 0")] = {}
    free: Annotated[
        tuple[Literal["uart", "i2c", "spi", "hat"], ...],
        allowed("a list of uart, i2c, spi, hat"),
        what("buses of the header that nothing uses, so that their lines may be wired"),
    ] = ()
    box: Annotated[Wire | UnsetType, what("sensor of the up-card box")] = UNSET
    keys: Annotated[
        dict[str, Wire], what("the dealer's panel: `stand double split surrender dealer next burn shuffle`")
    ] = {}
    seat: Annotated[dict[str, SeatWires], what("a section for each seat")] = {}


class Display(Struct, frozen=True):
    """The seats' displays. The web page shows the same words in any case."""

    kind: Annotated[
        Literal["seven-segment", "console", "web"],
        allowed("seven-segment, console or web"),
        what("MAX7219 modules on SPI, lines on a terminal, or the page alone"),
    ] = "web"
    cascade: Annotated[
        Annotated[int, span(1, 32)] | UnsetType,
        what("modules of eight digits in the chain, seat 1 first; unless said one a seat"),
    ] = UNSET
    spi: Annotated[
        Literal["/dev/spidev0.0", "/dev/spidev0.1"],
        allowed("/dev/spidev0.0 or /dev/spidev0.1"),
        what("the chain's chip select, CE0 or CE1"),
    ] = "/dev/spidev0.0"
    brightness: Annotated[int, span(0, 15), what("of the digits")] = 7


class Badge(Struct, frozen=True):
    """Who may do what."""

    file: Annotated[File, what("the enrolled badges; required on a live table")] = ""
    require_9e: Annotated[
        tuple[Literal["dealer", "supervisor", "technician"], ...],
        allowed("a list of dealer, supervisor, technician"),
        what("roles whose card must prove its PIV key 9E; a card's number alone can be copied"),
    ] = ("supervisor",)


class Journal(Struct, frozen=True):
    """The durable record."""

    path: Annotated[File, what("its file, on a disk that survives power cuts; required on a live table")] = ""


class Console(Struct, frozen=True):
    """The web page, in a process of its own."""

    socket: Annotated[File, what("the running table's unix socket")] = "/run/upcard/table.sock"
    host: Annotated[str, allowed("an address"), what("where the page is served")] = "127.0.0.1"
    port: Annotated[int, span(0, 65535), what("of the page; 0 takes a free one")] = 8021
