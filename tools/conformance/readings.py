"""The expected reading of a position, a view, an action or a journal, as plain JSON data."""

from typing import Any

import msgspec

from kamchatka.journal import Kept
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.codecs import UNSEEN, codec_of
from kamchatka.kernel.edges.notation import MARKS, OBJECTIVES
from kamchatka.kernel.edges.record import write_fact, write_frame
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import COLOUR
from kamchatka.kernel.state import DISCARD, HIDDEN, State
from kamchatka.proof import prove

Reading = dict[str, Any]


def read_edition(game: Game) -> Reading:
    """Return the ids that a reader needs, in the order of the notation."""
    return {
        "places": list(game.board.places),
        "cards": list(game.cards),
        "colours": list(game.colours),
        "objectives": list(game.objectives),
        "kinds": list(game.kinds),
        "endings": sorted(game.citations),
    }


def read_state(game: Game, state: State) -> Reading:
    """Return the expected reading of a position or view, computed from its state."""
    return {
        "edition": game.name,
        "seats": state.seats,
        "places": {
            place: [int(owner) if owner >= 0 else None, int(armies)]
            for place, owner, armies in zip(game.board.places, state.owner, state.armies, strict=True)
        },
        **{mark: int(getattr(state, mark)) for mark in MARKS},
        "order": [int(seat) for seat in state.order[: state.seats]],
        "ending": state.ending,
        "stock": [int(armies) for armies in state.stock],
        "out": [int(seat) for seat in state.out_by],
        "colours": [codec_of(COLOUR).write(game, value) for value in state.colour],
        "objectives": [codec_of(OBJECTIVES).write(game, value) for value in state.objective],
        "hands": [_cards(game, state, seat) for seat in range(state.seats)],
        "discards": _cards(game, state, DISCARD),
        "unseen": _cards(game, state, HIDDEN),
        "held": [int(cards) for cards in state.hand],
        "agenda": [write_frame(game, frame) for frame in state.agenda],
        "extra": [
            [UNSEEN if number == HIDDEN else int(number) for number in row] for row in state.edition_state.rows()
        ],
        "view": HIDDEN in state.cards,
    }


def _cards(game: Game, state: State, where: int) -> list[str]:
    return [card for card, place in zip(game.cards, state.cards, strict=True) if place == where]


def read_action(action: wire.NamedAction) -> Reading:
    """Return all fields of an action, including defaults."""
    act = action.__struct_config__.tag
    fields: Reading = msgspec.to_builtins(msgspec.structs.asdict(action))
    return {"act": act, **{name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}}


def read_journal(kept: Kept) -> Reading:
    """Return the header and the entries of a journal, and whether its draws follow from its key."""
    game = kept.match.game
    return {
        "edition": kept.header.edition,
        "options": kept.header.options,
        "players": [{"name": player.name, "bot": player.bot} for player in kept.header.players],
        "commitment": kept.header.commitment,
        "key": kept.header.key,
        "start": kept.header.start,
        "entries": [
            {
                "n": number,
                "seat": entry.seat,
                "action": None if entry.action is None else read_action(entry.action),
                "draws": [list(draw) for draw in entry.draws],
                "facts": [write_fact(game, fact)["fact"] for fact in entry.facts],
            }
            for number, entry in enumerate(kept.match.entries)
        ],
        "clock": kept.clock,
        "mark": kept.mark,
        "torn": kept.torn,
        "dice": has_honest_dice(kept),
    }


def has_honest_dice(kept: Kept) -> bool:
    """Return whether every draw follows from the key."""
    try:
        prove(kept)
    except Problem:
        return False
    return True
