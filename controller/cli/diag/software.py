"""What is installed, and whether its files are the ones that were signed."""

from importlib.metadata import version

from controller.cli.diag.lines import Line, bad, look, ok
from controller.manifest import Report


def software_line(found: Report) -> Line:
    here = version("upcard")
    if found.state == "unsigned":
        return look("software", f"{here}, an unsigned development copy", "install the signed package on a live table")
    if found.state == "wrong":
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        way_out = "install the signed package again; `upcard signature` lists every file"
        return bad("software", f"{here}: {found.faults[0]}{more}", way_out)
    return ok("software", f"{here}, {len(found.files)} files as signed, manifest {found.software[:12]}")
