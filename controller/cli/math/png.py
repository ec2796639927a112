"""A chart as PNG, painted with Pillow, which comes with the displays' library (the extra `pi`)."""

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from controller.cli.math.chart import Page, Rect

SCALE: Final = 2
"""Points a unit: sharp on a screen of any size."""
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}


def paint(drawn: Page, file: Path) -> None:
    image = Image.new("RGB", (drawn.width * SCALE, drawn.height * SCALE), "#ffffff")
    pen = ImageDraw.Draw(image)
    for shape in drawn.shapes:
        if isinstance(shape, Rect):
            right, foot = shape.x + shape.width, shape.y + shape.height
            pen.rectangle([n * SCALE for n in (shape.x, shape.y, right, foot)], fill=shape.fill)
        else:
            font = ImageFont.load_default(shape.size * SCALE)
            place = (shape.x * SCALE, shape.y * SCALE)
            pen.text(place, shape.text, fill=shape.fill, font=font, anchor=_ANCHORS[shape.anchor])
    image.save(file, "PNG")
