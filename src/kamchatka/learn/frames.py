"""Pictures of a table: SVG, and arrays of pixels with the extra `posters`."""

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kamchatka.boards.drawing import draw
from kamchatka.boards.geometry import Geometry, load
from kamchatka.boards.poster import picture_bytes
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.view import View
from kamchatka.match.drawn_position import standing

PIXELS = 800  # width of a frame


def shapes_of(setting: Setting) -> Geometry:
    """Return the shapes of the setting's main board."""
    board = setting.edition.boards[0]
    return load(board.id, board.package)


def picture(setting: Setting, view: View) -> str:
    """Draw the table as SVG, with what everybody sees on the main board."""
    shapes = shapes_of(setting)
    return draw(shapes, standing(setting.edition, setting.game, view.state, shapes), language="en")


def frame(setting: Setting, view: View, width: int = PIXELS) -> NDArray[np.uint8]:
    """Draw the table as an array of height, width and RGB. A Problem names what is missing for it."""
    import PIL.Image  # the extra `posters`

    data = picture_bytes(picture(setting, view), shapes_of(setting).size, width)
    pixels: Any = PIL.Image.open(BytesIO(data)).convert("RGB")
    return np.asarray(pixels)
