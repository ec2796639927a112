"""What a Pi says of itself, read from a copied tree."""

from pathlib import Path

import pytest

from drivers.pi import Pi, read_pi

MODEL = "Raspberry Pi 4 Model B Rev 1.4"


class Tree:
    """A Pi's files under a folder: only those that were written are there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("proc/device-tree/model", f"{MODEL}\0")

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def heat(self, millidegrees: str) -> None:
        self.write("sys/class/thermal/thermal_zone0/temp", f"{millidegrees}\n")

    def throttled(self, bits: str) -> None:
        self.write("sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")

    def alarm(self, value: str) -> None:
        self.write("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        self.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        self.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{value}\n")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_machine_that_is_no_pi_tells_nothing(tmp_path: Path) -> None:
    assert read_pi(tmp_path) == Pi(model="")


def test_heat_and_a_sound_supply(tree: Tree) -> None:
    tree.heat("48312")
    tree.throttled("0")
    tree.alarm("0")
    assert read_pi(tree.root) == Pi(
        model=MODEL, celsius=48.312, under_voltage=False, slowed=False, was_under_voltage=False, was_slowed=False
    )


@pytest.mark.parametrize(
    ("bits", "true"),
    [
        ("1", {"under_voltage"}),
        ("2", {"slowed"}),
        ("4", {"slowed"}),
        ("8", {"slowed"}),
        ("50000", {"was_under_voltage", "was_slowed"}),
        ("50005", {"under_voltage", "slowed", "was_under_voltage", "was_slowed"}),
        ("e0000", {"was_slowed"}),
    ],
)
def test_the_firmware_s_bits(tree: Tree, bits: str, true: set[str]) -> None:
    tree.throttled(bits)
    pi = read_pi(tree.root)
    assert {
        name for name in ("under_voltage", "slowed", "was_under_voltage", "was_slowed") if getattr(pi, name)
    } == true


def test_a_kernel_that_has_only_the_alarm(tree: Tree) -> None:
    tree.alarm("1")
    assert read_pi(tree.root) == Pi(model=MODEL, under_voltage=True)


@pytest.mark.parametrize("text", ["", "warm", "-", "\0"])
def test_files_that_make_no_sense_are_left_out(tree: Tree, text: str) -> None:
    tree.heat(text)
    tree.throttled(text)
    assert read_pi(tree.root) == Pi(model=MODEL)
