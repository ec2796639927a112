"""Who is enrolled, by number and role; never by name."""

import os
from collections import Counter
from pathlib import Path

from controller.cli.diag.lines import Line, bad, look, ok, split
from controller.config.hardware import Badge as Section
from controller.events import ROLES
from drivers.badge.file import BadgeFileError, load


def badges_line(section: Section) -> Line:
    path = Path(section.file)
    if path.exists() and not os.access(path, os.R_OK):
        return look("badges", f"{path}: no permission to read it", "run this with sudo, or as the table's user")
    try:
        badges = load(path)
    except BadgeFileError as error:
        return bad("badges", *split(str(error)))
    count = Counter(badge.role for badge in badges)
    seen = ", ".join(f"{count[role]} {role}" for role in ROLES)
    if none := [role for role in ROLES if not count[role]]:
        way_out = f"enroll one: upcard badge enroll --file {path} --role {none[0]} --name …"
        return look("badges", f"{seen}: no {' and no '.join(none)}", way_out)
    if keyless := [badge.role for badge in badges if badge.role in section.require_9e and not badge.has_9e]:
        way_out = "enroll those again with --certificate; the table refuses them"
        return look("badges", f"{seen}: {len(keyless)} without the 9E key their role needs", way_out)
    return ok("badges", seen)
