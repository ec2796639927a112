"""lgpio's module as gpiozero uses it, on chips that exist only here; `edge` is the kernel reporting one."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

Func = Callable[[int, int, int, int], None]


class error(Exception):
    """lgpio's own name, and quotes."""

    def __str__(self) -> str:
        return repr(self.args[0])


class FakeLgpio(ModuleType):
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    error = error

    def __init__(self, chips: int = 2) -> None:
        super().__init__("lgpio")
        self.chips, self.held = chips, set[tuple[int, int]]()
        self.level: dict[tuple[int, int], int] = {}
        self.flags: dict[tuple[int, int], int] = {}
        self.callbacks: dict[tuple[int, int], Func] = {}
        self.fails = False

    def gpiochip_open(self, chip: int) -> int:
        if chip >= self.chips:
            raise error("can not open gpiochip")
        return chip

    def gpiochip_close(self, handle: int) -> None:
        pass

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> None:
        if (handle, line) in self.held:
            raise error("GPIO busy")
        self.flags[handle, line] = flags
        self.level.setdefault((handle, line), 1)

    def gpio_claim_output(self, handle: int, line: int) -> None:
        self.flags[handle, line] = 2

    def gpio_claim_alert(self, handle: int, line: int, edges: int, flags: int) -> None:
        self.flags[handle, line] = flags

    def gpio_free(self, handle: int, line: int) -> None:
        self.flags.pop((handle, line))

    def gpio_get_mode(self, handle: int, line: int) -> int:
        return self.flags[handle, line]

    def gpio_read(self, handle: int, line: int) -> int:
        return self.level[handle, line]

    def gpio_write(self, handle: int, line: int, value: bool) -> None:
        if self.fails:
            raise error("no such device")
        self.level[handle, line] = int(value)

    def callback(self, handle: int, line: int, edges: int, func: Func) -> Any:
        self.callbacks[handle, line] = func
        fake = self

        class Callback:
            def cancel(self) -> None:
                fake.callbacks.pop((handle, line), None)

        return Callback()

    def edge(self, chip: int, line: int, level: int, stamp: int) -> None:
        self.level[chip, line] = level
        self.callbacks[chip, line](chip, line, level, stamp)
