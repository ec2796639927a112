"""What people get wrong about a shoe and the one line they are told; what a line gets wrong and where it shows."""

import errno
import grp
from pathlib import Path

import pytest
import serial

from controller.cli import main
from drivers.serial_link import LinkError, SerialLink
from drivers.shoe import find
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.shoe import SimShoe
from tests.shoe.streams import drawn


@pytest.fixture
def denied(monkeypatch: pytest.MonkeyPatch) -> None:
    def deny(*args: object, **settings: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", deny)


def refusal(url: str) -> str:
    with pytest.raises(LinkError) as refused:
        SerialLink(url, find("angel-eye")(), VirtualClock()).open()
    return str(refused.value)


class TestPorts:
    def test_no_such_port(self, tmp_path: Path) -> None:
        known = sorted(str(port) for port in Path("/dev/serial/by-id").glob("*"))
        assert refusal(f"{tmp_path}/none") == (
            f"no port {tmp_path}/none: plug the shoe in, or set the port to one of: {', '.join(known) or 'none here'}"
        )

    def test_a_port_in_use(self) -> None:
        shoe = SimShoe("angel-eye", VirtualClock())
        first = SerialLink(shoe.port, find("angel-eye")(), VirtualClock())
        first.open()
        assert refusal(shoe.port) == (
            f"{shoe.port} is in use: stop the other program that reads it (fuser -v {shoe.port} shows which)"
        )
        first.close()
        shoe.close()

    def test_no_permission_names_the_group_of_the_port(self, denied: None, tmp_path: Path) -> None:
        port = tmp_path / "ttyUSB0"
        port.touch()
        group = grp.getgrgid(port.stat().st_gid).gr_name
        assert refusal(str(port)) == (
            f"no permission for {port}: add this user to its group {group} (sudo usermod -aG {group} USER)"
            " and log in again"
        )

    def test_no_permission_and_a_group_nobody_knows(self, denied: None) -> None:
        assert refusal("/nowhere/ttyUSB0") == (
            "no permission for /nowhere/ttyUSB0: add this user to its group dialout"
            " (sudo usermod -aG dialout USER) and log in again"
        )

    @pytest.mark.parametrize("url", ["loop://", "nonsense://x", "/dev/null"])
    def test_what_is_no_serial_port(self, url: str) -> None:
        said = refusal(url)
        assert said.startswith(f"cannot use {url} as a shoe's port: ")
        assert said.endswith("; give a serial port such as /dev/serial/by-id/…")
        assert "\n" not in said


class TestDecoding:
    def decode(self, capsys: pytest.CaptureFixture[str], file: Path, protocol: str) -> tuple[int, str]:
        code = main(["shoe", "decode", str(file), "--protocol", protocol])
        return code, capsys.readouterr().err

    def test_an_unknown_protocol(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        error = "upcard: unknown shoe protocol 'x'; there are angel-eye, bee-tek\n"
        assert self.decode(capsys, tmp_path / "none", "x") == (2, error)

    def test_no_such_file(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        file = tmp_path / "none"
        error = f"upcard: {file}: No such file or directory; give a capture or a dump of a shoe's line\n"
        assert self.decode(capsys, file, "bee-tek") == (2, error)

    def test_a_folder(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        error = f"upcard: {tmp_path}: Is a directory; give a capture or a dump of a shoe's line\n"
        assert self.decode(capsys, tmp_path, "bee-tek") == (2, error)


def test_a_table_with_a_shoe_nobody_knows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nbench = true\ngame = "dealer-bust-21"\n\n[shoe]\nprotocol = "x"\n')
    assert main(["bench", str(file), "--port", "0"]) == 2
    assert capsys.readouterr().err == f"upcard: {file}:6: protocol is angel-eye or bee-tek, not 'x'\n"


def test_a_frame_that_fails_is_counted_and_its_hex_kept() -> None:
    clock = VirtualClock()
    shoe = SimShoe("angel-eye", clock)
    link = SerialLink(shoe.port, find("angel-eye")(), clock)
    link.open()
    shoe.on_written = link.pump
    frame = find("angel-eye")().encode(drawn("8s"), 0)
    wrong = frame[:-1] + bytes([frame[-1] ^ 1])
    for at in range(20):
        clock.advance_to(at * 500 * MS)
        shoe.noise(wrong)
    clock.advance_to(20 * 500 * MS)
    health = link.health
    assert (health.connected, health.frames, health.bad) == (False, 0, 20)
    assert health.last_bad == tuple((at * 500 * MS, wrong.hex()) for at in range(4, 20))
    link.close()
    shoe.close()
