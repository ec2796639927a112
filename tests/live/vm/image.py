"""What the emulator starts: a kernel with simulated gpiochips, a bare Debian and a first file system for it.

Debian's kernel has no gpio-sim: it is built here out of Debian's own source, as one module with the interrupt
simulator that it needs. What does not change from run to run is kept in build/vm.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
KEPT: Final = ROOT / "build" / "vm"
SOURCES: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
IN_ONE: Final = "obj-m := gpio-sim.o\ngpio-sim-y := main.o irq_sim.o\n"
PACKAGES: Final = (
    "systemd-sysv", "udev", "dbus", "kmod", "procps", "polkitd", "curl", "pcscd", "vsmartcard-vpcd",
    "python3-pyscard", "python3-spidev",
)  # fmt: skip
NOT_NEEDED: Final = ("gpu", "media", "net", "infiniband", "scsi", "staging", "iio")
FIRST: Final = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
INIT: Final = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in {modules}; do /bin/busybox insmod /$module; done
while ! [ -e /dev/vda ]; do /bin/busybox sleep 0.1; done
/bin/busybox mount -t ext4 /dev/vda /new
exec /bin/busybox switch_root /new /sbin/init
"""


def kernel_version() -> str:
    return max(path.parent.name for path in Path("/lib/modules").glob("*/build"))


def disk(folder: Path, files: dict[str, Path]) -> Path:
    """A new one with these files in /srv, and what is inside/ where it belongs."""
    root = folder / "root"
    root.mkdir()
    _run("tar", "-C", root, "-xf", debian())
    for name, source in files.items():
        shutil.copy(source, root / "srv" / name)
    _fit(root)
    made = folder / "disk"
    _run("truncate", "-s", "3G", made)
    _run("mkfs.ext4", "-q", "-d", root, made)
    return made


def _fit(root: Path) -> None:
    """The agent, the felt and their units; a machine that was never started before."""
    units = root / "etc/systemd/system"
    (units / "multi-user.target.wants").mkdir(parents=True, exist_ok=True)
    for source in (HERE / "inside").iterdir():
        if source.suffix == ".service":
            shutil.copy(source, units)
            (units / "multi-user.target.wants" / source.name).symlink_to(f"../{source.name}")
        elif source.is_file():
            shutil.copy(source, root / "srv")
    (root / "etc/fstab").write_text("/dev/vda / ext4 rw 0 1\n")
    (root / "etc/machine-id").write_text("uninitialized\n")
    (root / "var/log/journal").mkdir(exist_ok=True)


def debian() -> Path:
    """Minbase with systemd, what the package needs, and the kernel's modules with ours."""
    made = KEPT / f"debian-{kernel_version()}.tar"
    if not made.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        root = KEPT / "root"
        shutil.rmtree(root, ignore_errors=True)
        _run("mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}", "bookworm", root)
        _modules(root)
        _first_files(root)
        _run("tar", "-C", root, "-cf", made, ".")
        shutil.rmtree(root)
    return made


def _modules(root: Path) -> None:
    version = kernel_version()
    image = KEPT / "image"
    image.mkdir(exist_ok=True)
    subprocess.run(("apt-get", "download", "-qq", f"linux-image-{version}"), cwd=image, check=True)
    _run("dpkg-deb", "-x", next(image.glob("*.deb")), image)
    target = root / "usr/lib/modules" / version
    ignored = shutil.ignore_patterns("sound")
    shutil.copytree(image / "lib/modules" / version, target, symlinks=True, ignore=ignored)
    for room in NOT_NEEDED:
        shutil.rmtree(target / "kernel/drivers" / room)
    shutil.copy(_gpio_sim(version), target)
    _run("depmod", "-b", root, version)
    shutil.copy(image / f"boot/vmlinuz-{version}", KEPT / "vmlinuz")


def _gpio_sim(version: str) -> Path:
    folder = KEPT / "gpio-sim"
    folder.mkdir(exist_ok=True)
    archive = next(Path("/usr/src").glob("linux-source-*.tar.xz"))
    inside = [f"{archive.name.removesuffix('.tar.xz')}/{name}" for name in SOURCES]
    _run("tar", "-C", folder, "--strip-components=3", "-xf", archive, *inside)
    (folder / "gpio-sim.c").rename(folder / "main.c")
    interrupts = (folder / "irq_sim.c").read_text()
    interrupts = interrupts.replace("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)")
    (folder / "irq_sim.c").write_text(re.sub(r"(?m)^EXPORT_SYMBOL.*\n", "", interrupts))
    (folder / "Kbuild").write_text(IN_ONE)
    _run("make", "--quiet", "-C", f"/lib/modules/{version}/build", f"M={folder}", "modules")
    return folder / "gpio-sim.ko"


def _first_files(root: Path) -> None:
    folder = KEPT / "initrd"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("bin", "dev", "new"):
        (folder / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", folder / "bin")
    modules = list(dict.fromkeys(path for name in FIRST for path in _with_needs(root, name)))
    for path in modules:
        shutil.copy(path, folder)
    (folder / "init").write_text(INIT.format(modules=" ".join(path.name for path in modules)))
    (folder / "init").chmod(0o755)
    _run("sh", "-c", f"cd {folder} && find . | cpio -o -H newc --quiet | gzip -1 > {KEPT}/initrd.gz")


def _with_needs(root: Path, module: str) -> Iterator[Path]:
    command = ("modprobe", "-d", str(root), "-S", kernel_version(), "--show-depends", module)
    for line in subprocess.check_output(command, text=True).splitlines():
        if line.startswith("insmod "):
            yield Path(line.split()[1])


def _run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
