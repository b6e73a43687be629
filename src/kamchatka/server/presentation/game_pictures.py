"""Pictures of a finished game for link previews: the board at its end, and the last turn as a loop."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import msgspec

from kamchatka.boards.bitmap import Bitmap, Colour, Point, gif, png
from kamchatka.boards.drawing import SEATS
from kamchatka.boards.geometry import Box, Geometry, from_data
from kamchatka.boards.styles import stylesheet
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.board_drawings import drawing
from kamchatka.server.presentation.replays import replay_of
from kamchatka.server.protocol.payloads import Replay
from kamchatka.server.storage.records import TableRecord

PICTURE = (1200, 630)  # pixels, as link previews show them
CLIP_WIDTH = 480
STRIP = 46  # pixels at the foot of the picture, for everybody's share of the territories
MARGIN = 14
MOST_FRAMES = 24  # conquests of a clip, the last ones of the turn
START, FLASH, CONQUEST, END = 90, 14, 60, 260  # hundredths of a second
NEAREST = 0.8  # pixels: closer points of an outline are left out
SEA, BORDER, BARE, WHITE = 0, 1, 2, 3  # numbers of colours; seats follow
FIRST_SEAT = 4
Ring = list[Point]


def picture_of(table: TableRecord, data: bytes) -> bytes:
    """Return the board at the end of a game, and everybody's share of it, as a PNG."""
    replay = replay_of(table, data, "en")
    board, width, height = _main_board(replay), *PICTURE
    outlines = Outlines(board, (width, height - STRIP))
    owners = dict(owners_after(replay, len(replay.steps)))
    picture = Bitmap(width, height)
    outlines.draw(picture, {place: _colour(replay, owner) for place, owner in owners.items()})
    _draw_shares(picture, [_colour(replay, owner) for owner in owners.values()])
    return png(picture, palette(board.look))


def clip_of(table: TableRecord, data: bytes) -> bytes:
    """Return the conquests of the last turn as a GIF that loops."""
    replay = replay_of(table, data, "en")
    board = _main_board(replay)
    outlines = Outlines(board, (CLIP_WIDTH, round(CLIP_WIDTH * board.size[1] / board.size[0])))
    first = last_turn(replay)
    owners = dict(owners_after(replay, first))
    picture = Bitmap(*outlines.size)
    outlines.draw(picture, {place: _colour(replay, owner) for place, owner in owners.items()})
    frames = [(picture, START)]
    for place, owner in list(_conquests(replay, first, owners, outlines))[-MOST_FRAMES:]:
        for colour, hundredths in ((WHITE, FLASH), (_colour(replay, owner), CONQUEST)):
            picture = picture.copy()
            outlines.paint(picture, place, colour)
            frames.append((picture, hundredths))
    frames[-1] = (frames[-1][0], END)
    return gif(frames, palette(board.look))


def _main_board(replay: Replay) -> Geometry:
    file = drawing(replay.boards[0])
    if file is None:
        raise Fault("not_found")
    return from_data(msgspec.json.decode(file.read_bytes()))


def owners_after(replay: Replay, steps: int) -> Mapping[str, int | None]:
    """Return the owner of each place after this number of steps."""
    return {place.id: place.owner for step in replay.steps[:steps] for place in step.places}


def last_turn(replay: Replay) -> int:
    """Return the step with which the last turn began."""
    if not replay.steps:
        return 0
    end = replay.steps[-1]
    first = len(replay.steps) - 1
    while first and (replay.steps[first - 1].turn, replay.steps[first - 1].round) == (end.turn, end.round):
        first -= 1
    return first


def _conquests(
    replay: Replay, first: int, owners: dict[str, int | None], outlines: "Outlines"
) -> Iterator[tuple[str, int | None]]:
    """Yield each place of this board that changed hands, with its new owner."""
    for step in replay.steps[first:]:
        for place in step.places:
            if place.owner != owners.get(place.id) and place.id in outlines.places:
                yield place.id, place.owner
            owners[place.id] = place.owner


def _colour(replay: Replay, owner: int | None) -> int:
    """Return the number of an owner's colour."""
    mark = replay.seats[owner].colour if owner is not None and owner < len(replay.seats) else 0
    return FIRST_SEAT + mark - 1 if 0 < mark <= len(SEATS) else BARE


def _draw_shares(picture: Bitmap, colours: Sequence[int]) -> None:
    """Draw a bar of everybody's territories, the largest share first."""
    held = {colour: colours.count(colour) for colour in set(colours) if colour >= FIRST_SEAT}
    left, whole = float(MARGIN), picture.width - 2 * MARGIN
    for colour, count in sorted(held.items(), key=lambda one: -one[1]):
        right = left + whole * count / sum(held.values())
        picture.box(left, picture.height - STRIP + 10, right - 3, picture.height - MARGIN, colour)
        left = right


@cache
def palette(look: str) -> tuple[Colour, ...]:
    """Return the colours of a look, as the light theme has them: sea, borders, bare land, white, then the seats."""
    css = stylesheet("light", look)
    seats = [_find_colour(css, rf"\.board \.owned\.place\.seat-{seat},[^{{]*\{{ fill: #(\w+)") for seat in SEATS]
    sea = _find_colour(css, r"\.board \.depth-1 \{ stop-color: #(\w+)")
    land = _find_colour(css, r"\.board \.land \{ fill: #(\w+)")
    return (sea, (38, 30, 22), land, (255, 255, 255), *seats)


def _find_colour(css: str, pattern: str) -> Colour:
    found = re.search(pattern, css)
    number = int(found[1], 16) if found else 0x888888
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


class Outlines:
    """A board's outlines in pixels."""

    def __init__(self, board: Geometry, size: tuple[int, int]) -> None:
        self.size = size
        rings = {place: rings_of(shape.path) for place, shape in board.places.items()}
        left, top, right, bottom = _around(rings)
        wide, high = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN
        scale = min(wide / (right - left), high / (bottom - top))
        shift = (
            MARGIN + (wide - scale * (right - left)) / 2 - scale * left,
            MARGIN + (high - scale * (bottom - top)) / 2 - scale * top,
        )
        self.line = max(1.0, 1.6 * scale)
        self.places = {
            place: [_thin([(scale * x + shift[0], scale * y + shift[1]) for x, y in ring]) for ring in found]
            for place, found in rings.items()
        }

    def draw(self, picture: Bitmap, colours: Mapping[str, int]) -> None:
        """Draw all places, those of nobody in the colour of bare land."""
        for place, rings in self.places.items():
            picture.fill(rings, colours.get(place, BARE))
        for rings in self.places.values():
            picture.stroke(rings, BORDER, self.line)

    def paint(self, picture: Bitmap, place: str, colour: int) -> None:
        """Draw one place in another colour."""
        picture.fill(self.places[place], colour)
        picture.stroke(self.places[place], BORDER, self.line)


def rings_of(path: str) -> list[Ring]:
    """Return the closed lines of a path: M followed by relative l, as boards have them."""
    rings = []
    for part in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", part)]
        x, y = numbers[:2]
        ring = [(x, y)]
        for step in range(2, len(numbers) - 1, 2):
            x, y = x + numbers[step], y + numbers[step + 1]
            ring.append((x, y))
        rings.append(ring)
    return rings


def _around(rings: Mapping[str, list[Ring]]) -> Box:
    points = [point for found in rings.values() for ring in found for point in ring]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _thin(ring: Ring) -> Ring:
    """Leave out points that are too close to the last one to be seen."""
    kept = ring[:1]
    for point in ring[1:]:
        if math.dist(point, kept[-1]) >= NEAREST:
            kept.append(point)
    return kept
