"""Types of the schema that say, beside what they check, what they allow and what a key is for.

`docs/configuration.md` and the words of a refusal are both made of these: Meta's `description` is what is
allowed, its `title` what the key is for.
"""

from typing import Annotated, Final

from msgspec import Meta

LARGEST: Final = 10**12
"""No number of a file is larger: no sum of money at a table is, in cents."""


def what(text: str) -> Meta:
    return Meta(title=text)


def allowed(text: str) -> Meta:
    return Meta(description=text)


def span(low: int, high: int, written: str = "") -> Meta:
    return Meta(ge=low, le=high, description=written or f"{low} to {high}")


Flag = Annotated[bool, allowed("true or false")]
Cents = Annotated[int, span(1, LARGEST, "a number of cents from 1")]
Pays = Annotated[int, span(1, LARGEST, "a whole number from 1")]
Percent = Annotated[float, Meta(ge=-1000, le=100, description="percent, as 2.5")]
Text = Annotated[str, Meta(max_length=60, description="a text of at most 60 characters")]
File = Annotated[str, Meta(max_length=4000, description="an absolute path")]
