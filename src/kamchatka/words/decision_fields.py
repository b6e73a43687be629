"""Template fields of a decision: everything that a sentence about it may mention."""

from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.words.names import Names

NOTHING = (1, 0)  # minimum and maximum if no amount is allowed


def lap_of(state: State) -> int:
    """Return the current round. In games with ages, return the age, because its marker can be moved."""
    return int(state.edition_state.number if isinstance(state.edition_state, Age) else state.round)


def verb_of(option: Range) -> str:
    """Return the name of the struct for a verb."""
    return wire.STRUCTS[int(option.verb)].__name__


def places_of(action: Action) -> dict[str, int]:
    """Return the places that an action names, by field of its struct."""
    shape = wire.SHAPES[wire.STRUCTS[int(action.verb)]]
    named = ((shape.at, int(action.at)), (shape.to, int(action.to)))
    return {field: place for field, place in named if field and place >= 0}


def amounts(options: Options, action: Action | None) -> tuple[int, int]:
    """Return the limits of the amount for this action's verb and places, or those of the first range with an amount."""
    for option in options.ranges:
        if action is not None and option.verb != action.verb:
            continue
        if isinstance(option, Spots | Amount):
            return int(option.least), int(option.most)
        if isinstance(option, Parties):
            party = option.alone() if action is None else option.between(action.at, action.to)
            what = action.what if action is not None else party.forced if party is not None else 0
            if party is not None and option.fewest(party, what) <= option.most(party, what):
                return int(option.fewest(party, what)), int(option.most(party, what))
        if isinstance(option, Pairs) and action is not None:
            allowed = [int(one.n) for one in option.expand() if one.at == action.at and one.to == action.to]
            if allowed:
                return allowed[0], allowed[-1]
    return NOTHING


def scene(names: Names, state: State, options: Options, seat: int, action: Action | None = None) -> dict[str, object]:
    """Collect a decision's fields: places with owners and armies, amounts and choices."""
    frame = fields(state.agenda[-1]) if state.agenda else {}
    least, most = amounts(options, action)
    known: dict[str, object] = {
        "seat": names.player(seat),
        "least": least,
        "most": most,
        **{field: frame.get(field, 0) for field in ("dice", "count", "left")},
        "span": names.phrases.span(least, most),
        "stock": int(state.stock[seat]) if 0 <= seat < state.seats else 0,
        "offered": names.phrases.join_items([names.colour(colour) for colour in _colours(options)]),
        "card": names.card(int(frame.get("card", -1))),
    }
    places = {**frame, **(places_of(action) if action is not None else {})}
    for field in ("source", "target", "place"):
        known |= _place(names, state, field, int(places.get(field, -1)))
    if action is not None:
        known["n"] = int(action.n)
    return known


def _place(names: Names, state: State, field: str, place: int) -> dict[str, object]:
    owner, armies = (int(state.owner[place]), int(state.armies[place])) if place >= 0 else (-1, 0)
    return {field: names.place(place), f"{field}_owner": names.player(owner), f"{field}_armies": armies}


def _colours(options: Options) -> list[int]:
    """List the free colours while colours are chosen."""
    choices = (option for option in options.ranges if isinstance(option, Choice) and verb_of(option) == "TakeColour")
    return [int(what) for option in choices for what in option.whats]


def seats_offered(options: Options) -> list[int]:
    """List the seats among which a player can choose."""
    choices = (option for option in options.ranges if isinstance(option, Choice) and verb_of(option) == "NameSeat")
    return [int(what) for option in choices for what in option.whats]


def neighbours(table: Table, place: int) -> list[int]:
    """List the places linked to a place."""
    board = table.board
    if not 0 <= place < board.size:
        return []
    return [int(board.links[i]) for i in range(board.first[place], board.first[place + 1])]
