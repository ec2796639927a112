"""Takes out of a text what no support desk may see: who has a badge, what proves it, and private keys.

What to look for comes from the table's own badge file. Without that file nothing can be promised, so a text that
may name people is left out then.
"""

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from drivers.badge.file import Badge, BadgeFileError, load

GONE: Final = "[removed]"
_PEM: Final = re.compile(r"-----BEGIN [A-Z ]+-----.*?(-----END [A-Z ]+-----|\Z)", re.DOTALL)
Scrub = Callable[[str], str]


def scrubber(badge_file: str) -> Scrub | None:
    """None where the badges cannot be read."""
    try:
        badges = load(Path(badge_file)) if badge_file else []
    except BadgeFileError:
        return None
    words = sorted({word for badge in badges for word in _words(badge)}, key=len, reverse=True)
    wanted = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words), re.IGNORECASE)

    def scrub(text: str) -> str:
        return wanted.sub(GONE, without_keys(text)) if words else without_keys(text)

    return scrub


def without_keys(text: str) -> str:
    return _PEM.sub(GONE, text)


def _words(badge: Badge) -> Iterator[str]:
    yield from (badge.name, badge.salt, badge.uid)
    if badge.certificate:
        yield base64.b64encode(badge.certificate).decode()
