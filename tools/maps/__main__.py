"""Rebuild the boards: `python -m tools.maps [BOARD...]` from the top of the repository."""

import sys
from collections.abc import Callable

from kamchatka.boards.drawing import draw
from kamchatka.boards.geometry import Geometry
from tools.maps import ancient, earth, moon, underworld
from tools.maps.board import text
from tools.maps.sheet import BOARDS

BUILDERS: dict[str, Callable[[], Geometry]] = {
    "planisphere": earth.planisphere,
    "earth_2210": earth.earth_2210,
    "moon": moon.moon,
    "ancient_earth": ancient.ancient_earth,
    "underworld": underworld.underworld,
}


def main(wanted: list[str]) -> None:
    """Write JSON and SVG of the named boards, or of all."""
    unknown = [name for name in wanted if name not in BUILDERS]
    if unknown:
        sys.exit(f"There is no board “{unknown[0]}”: choose among {', '.join(BUILDERS)}.")
    for name in wanted or BUILDERS:
        board = BUILDERS[name]()
        (BOARDS / f"{name}.json").write_text(text(board), encoding="utf-8")
        (BOARDS / f"{name}.svg").write_text(draw(board, theme=None), encoding="utf-8")
        print(f"{name}: {len(board.places)} places, {len(board.lanes)} lanes")


if __name__ == "__main__":
    main(sys.argv[1:])
