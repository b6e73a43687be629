"""The public part of a state as a drawn board shows it, in the terms of `boards.drawing`."""

from kamchatka.boards.drawing import MARKS, Position
from kamchatka.boards.geometry import Geometry
from kamchatka.editions.edition import Edition
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State


def standing(edition: Edition, game: Game, state: State, shapes: Geometry) -> Position:
    """Convert a state to the armies and pieces on this board. It is empty if the game isn't played on it."""
    held = {
        place: (state.owner[number], state.armies[number])
        for number, place in enumerate(game.board.places)
        if place in shapes.places or place in shapes.heavens
    }
    marks = [MARKS.get(game.colours[colour], seat + 1) if colour >= 0 else seat + 1
             for seat, colour in enumerate(state.colour)]  # fmt: skip
    more = edition.display(game, state, -1)
    stands = {place: [*more.marks.get(place, ()), *(piece.kind for piece in more.pieces.get(place, ()))]
              for place in (*held, *more.pieces, *more.marks)}  # fmt: skip
    sinking = {kind for kind, mark in edition.page.marks.items() if mark.sinks}
    return Position(
        owners={place: marks[owner] for place, (owner, _) in held.items() if owner >= 0},
        armies={place: armies for place, (_, armies) in held.items()},
        pieces={
            place: [kind for kind in kinds if kind not in sinking]
            for place, kinds in stands.items()
            if place in shapes.places
        },
        sunken=frozenset(place for place, kinds in stands.items() if sinking.intersection(kinds)),
        closed=frozenset(more.closed),
        glyphs={kind: edition.page.markup(kind) for kinds in stands.values() for kind in kinds},
    )
