"""The files we ship pass, fit the drivers, and hold what they promise."""

import inspect
from pathlib import Path

import msgspec
import pytest

from controller import config
from controller.cli import main
from controller.config.hardware import PROTOCOLS, Badge
from controller.config.schema import Table
from controller.config.typed import keys
from controller.events import ROLES
from controller.games.options import CHOICES, Options
from controller.table.state import Setup
from drivers.gpio import Gpio, open_chips
from drivers.shoe import find, names
from drivers.sim.clock import VirtualClock

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "hw-config").glob("*.toml"))
TABLES = [file for file in SHIPPED if file.name.startswith("table-")]


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_it_passes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(file)]) == 0
    assert f"{file}: fine: " in capsys.readouterr().out


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_its_pins_open(file: Path) -> None:
    table = config.read(file)
    assert table.wiring is not None
    gpio = Gpio(table.wiring, open_chips(table.chips, "mock"), VirtualClock())
    assert gpio.levels().covered == ()
    gpio.close()


@pytest.mark.parametrize(
    ("name", "game", "seats"),
    [
        ("dealer-bust-21", "dealer-bust-21", 7),
        ("winners-option", "winners-option", 5),
        ("dealer-breakz", "dealer-breakz", 6),
        ("no-bust-21", "no-bust-21", 6),
    ],
)
def test_every_spot_has_its_sensor_and_lamp(name: str, game: str, seats: int) -> None:
    table = config.read(ROOT / "hw-config" / f"table-{name}.toml")
    assert (table.setup.rules.game, table.setup.seats) == (game, seats)
    places = {(seat, spot) for seat in range(1, seats + 1) for spot in table.setup.spots}
    assert table.wiring is not None
    assert set(table.wiring.spots) == set(table.wiring.lamps) == places


def test_limits_and_chips_reach_the_table() -> None:
    setup = config.read(ROOT / "hw-config/table-dealer-breakz.toml").setup
    assert setup.limits == {"main": (1000, 100000), "breakz": (500, 500)}
    assert setup.chips == {"breakz": 500}
    assert msgspec.json.decode(config.encode(setup), type=Setup) == setup


def test_the_bench_is_openly_relaxed() -> None:
    bench = config.read(ROOT / "hw-config/bench.toml")
    assert bench.bench
    assert bench.badge.require_9e == ()
    assert Badge().require_9e == ("supervisor",)


def test_the_schema_knows_the_shoes() -> None:
    assert tuple(PROTOCOLS) == names()
    for protocol, settings in PROTOCOLS.items():
        parameters = inspect.signature(find(protocol)).parameters.values()
        defaults = {parameter.name: parameter.default for parameter in parameters}
        assert msgspec.structs.asdict(settings()) == defaults


def test_the_schema_knows_the_rules_options() -> None:
    table = keys(Table)
    assert set(Options.__struct_fields__) <= set(table)
    for option, choices in CHOICES.items():
        allowed = table[option].allowed
        assert str(choices[0]) in allowed
        assert str(choices[-1]) in allowed


def test_the_schema_knows_the_roles() -> None:
    assert keys(Badge)["require_9e"].allowed == f"a list of {', '.join(ROLES)}"
