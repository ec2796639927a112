"""`upcard run` where there is no Pi: everything is real but lgpio's chips, which exist only in this process.

`python -m tests.live.pins DEV CONFIG [--unsigned|--dark] [--spi]`; DEV holds a file for each gpiochip, and --spi is a
bus with a display module for every seat. On standard input `edge CHIP LINE LEVEL` is what the kernel would report;
`lit` prints the lamps that are on and, from 101, the modules, as the end of the program does; `modules` what is
imported. Each answer is one JSON list.
"""

import json
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

from controller.cli.dark import dark
from controller.cli.run import run
from tests.drivers.fake_lgpio import FakeLgpio
from tests.drivers.fake_spi import SHUTDOWN, FakeSpi

LAMPS, MODULES = 2, 7
"""Of the shipped table: the chip of its lamps, and its displays."""
SPI = FakeSpi(MODULES)


def start(dev: Path, file: Path, *options: str) -> int:
    kernel = FakeLgpio(chips=len(list(dev.iterdir())))
    sys.modules["lgpio"] = kernel
    if "--spi" in options:
        sys.modules["spidev"] = ModuleType("spidev")
        sys.modules["spidev"].SpiDev = lambda: SPI  # type: ignore[attr-defined]
    threading.Thread(target=_obey, args=(kernel,), daemon=True).start()
    code = dark(file, dev) if "--dark" in options else run(file, "--unsigned" in options, dev)
    _tell(_lit(kernel))
    return code


def _obey(kernel: FakeLgpio) -> None:
    for line in sys.stdin:
        match line.split():
            case ["edge", *numbers]:
                chip, number, level = map(int, numbers)
                kernel.edge(chip, number, level, time.monotonic_ns())
            case ["lit"]:
                _tell(_lit(kernel))
            case ["modules"]:
                _tell(sorted(sys.modules))
            case _:
                raise ValueError(line)


def _lit(kernel: FakeLgpio) -> list[int]:
    lamps = sorted(line for (chip, line), level in kernel.level.items() if chip == LAMPS and level)
    return lamps + [101 + number for number, module in enumerate(SPI.registers) if module.get(SHUTDOWN)]


def _tell(found: list[int] | list[str]) -> None:
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    sys.exit(start(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]))
