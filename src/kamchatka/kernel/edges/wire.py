"""Named, validated actions as JSON outside the kernel, and their conversion to the kernel's numbers.

This module is interpreted and must stay out of hot loops.
"""

from dataclasses import dataclass
from typing import Any, Final, get_args

import msgspec

from kamchatka.kernel.bits import members
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import VERBS
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.problem import Problem

SET: Final = 63  # capacity of a bit set; no edition with card trades has more cards
# Errors of reading JSON: wrong type, invalid UTF-8, or nested too deep.
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
LARGEST: Final = 1_000_000_000  # far above any amount in an edition


class NamedAction(msgspec.Struct, tag_field="act", frozen=True, forbid_unknown_fields=True):
    """An action as it is sent and stored. It never contains the acting seat."""


class Pass(NamedAction, frozen=True, tag="pass"):
    """Do nothing more in this phase."""


class Place(NamedAction, frozen=True, tag="place"):
    """Put armies from the hand on a place."""

    place: str
    armies: int = 1


class Trade(NamedAction, frozen=True, tag="trade"):
    """Play a trio of cards."""

    cards: tuple[str, ...]


class Attack(NamedAction, frozen=True, tag="attack"):
    """Attack one place from another with this many dice."""

    source: str
    target: str
    dice: int


class FastAttack(NamedAction, frozen=True, tag="fast_attack"):
    """Propose a fast battle against one place from another with this many dice."""

    source: str
    target: str
    dice: int


class Defend(NamedAction, frozen=True, tag="defend", omit_defaults=True, repr_omit_defaults=True):
    """Defend with this many armies' dice, plus one die for each named piece."""

    dice: int
    pieces: tuple[str, ...] = ()


class Occupy(NamedAction, frozen=True, tag="occupy", omit_defaults=True, repr_omit_defaults=True):
    """Move this many armies and the named pieces into the place just conquered."""

    armies: int
    pieces: tuple[str, ...] = ()


class Move(NamedAction, frozen=True, tag="move", omit_defaults=True, repr_omit_defaults=True):
    """Move armies and the named pieces between two of the seat's places."""

    source: str
    target: str
    armies: int
    pieces: tuple[str, ...] = ()


class TakeColour(NamedAction, frozen=True, tag="colour"):
    """Choose the seat's army colour."""

    colour: str


class Bid(NamedAction, frozen=True, tag="bid"):
    """Make a bid, which stays secret until all seats have bid."""

    amount: int


class PlayCard(NamedAction, frozen=True, tag="play"):
    """Play a card, optionally on a place."""

    card: str
    place: str | None = None


class Choose(NamedAction, frozen=True, tag="choose"):
    """Answer a question of a card or rule with a numbered option or a place."""

    choice: int = 0
    place: str | None = None


class Invade(NamedAction, frozen=True, tag="invade", omit_defaults=True, repr_omit_defaults=True):
    """Declare an invasion of one place from another, with armies and pieces if the edition asks for them."""

    source: str
    target: str
    armies: int = 0
    pieces: tuple[str, ...] = ()


class Roll(NamedAction, frozen=True, tag="roll", omit_defaults=True, repr_omit_defaults=True):
    """Attack with this many armies' dice, plus one die for each named piece."""

    dice: int
    pieces: tuple[str, ...] = ()


class Lose(NamedAction, frozen=True, tag="lose", omit_defaults=True, repr_omit_defaults=True):
    """Give up this many armies and the named pieces."""

    armies: int
    pieces: tuple[str, ...] = ()
    place: str | None = None


class Raise(NamedAction, frozen=True, tag="raise"):
    """Bring a piece (commander, god) into play."""

    kind: str
    place: str


class Build(NamedAction, frozen=True, tag="build"):
    """Build a station or temple."""

    place: str


class Buy(NamedAction, frozen=True, tag="buy"):
    """Order a card of this kind."""

    kind: str


class NameKind(NamedAction, frozen=True, tag="name_kind"):
    """Answer a question of a card or rule with a kind of piece or card."""

    kind: str


class NameSeat(NamedAction, frozen=True, tag="name_seat"):
    """Answer a question of a card or rule with a player's seat."""

    seat: int


class NameCard(NamedAction, frozen=True, tag="name_card"):
    """Answer a question of a card or rule with a card."""

    card: str


class Give(NamedAction, frozen=True, tag="give"):
    """Give part of the seat's purse to another seat."""

    seat: int
    amount: int


class GiveCard(NamedAction, frozen=True, tag="give_card"):
    """Hand over a card to another seat."""

    seat: int
    card: str


class TimeUp(NamedAction, frozen=True, tag="time_up"):
    """Declare that time is up (referee)."""


class Stop(NamedAction, frozen=True, tag="stop"):
    """Call the game off (referee)."""


Request = (
    Pass
    | Place
    | Trade
    | Attack
    | FastAttack
    | Defend
    | Occupy
    | Move
    | TakeColour
    | Bid
    | PlayCard
    | Choose
    | TimeUp
    | Stop
    | Invade
    | Roll
    | Lose
    | Raise
    | Build
    | Buy
    | NameKind
    | NameSeat
    | NameCard
    | Give
    | GiveCard
)


@dataclass(frozen=True)
class Shape:
    """A verb, and which number of the kernel's action holds each field of its struct."""

    verb: int
    at: str = ""
    to: str = ""
    n: str = ""
    what: str = ""


# The number of the kernel's action that holds a field. A seat is in `what`, or in `n` if there is also a card.
PARTS: Final = {
    "place": "at",
    "source": "at",
    "target": "to",
    "armies": "n",
    "dice": "n",
    "amount": "n",
    "cards": "what",
    "card": "what",
    "pieces": "what",
    "kind": "what",
    "colour": "what",
    "choice": "what",
}


def shape_of(struct: type[NamedAction]) -> Shape:
    """Return the shape of a struct, from its tag and the names of its fields.

    >>> shape_of(GiveCard)
    Shape(verb=24, at='', to='', n='seat', what='card')
    """
    parts = {PARTS[field]: field for field in struct.__struct_fields__ if field in PARTS}
    if "seat" in struct.__struct_fields__:
        parts["n" if "what" in parts else "what"] = "seat"
    return Shape(VERBS.index(str(struct.__struct_config__.tag)), **parts)


SHAPES: Final[dict[type[NamedAction], Shape]] = {struct: shape_of(struct) for struct in get_args(Request)}
STRUCTS: Final = {shape.verb: struct for struct, shape in SHAPES.items()}


def decode(data: bytes | str) -> NamedAction:
    """Decode an action from JSON; a Problem says what is invalid and where."""
    try:
        action: NamedAction = msgspec.json.decode(data, type=Request)
        return action
    except UNREADABLE as error:
        raise Problem("action.unreadable", error=error) from None


def encode(action: NamedAction) -> JsonObject:
    """Convert an action to JSON data."""
    built: JsonObject = msgspec.to_builtins(action)
    return built


def inner(game: Game, action: NamedAction) -> Inner:
    """Convert an action to the kernel's numbers; an unknown name or an absurd number is a Problem."""
    shape = SHAPES[type(action)]
    amount = _number(getattr(action, shape.n)) if shape.n else 0
    at, to = _place(game, action, shape.at), _place(game, action, shape.to)
    return Inner(shape.verb, at, to, amount, _what(game, action, shape.what))


def outer(game: Game, action: Inner) -> NamedAction:
    """Convert a kernel action to its named form."""
    struct = STRUCTS[int(action.verb)]
    shape = SHAPES[struct]
    fields: JsonObject = {}
    for field, place in ((shape.at, action.at), (shape.to, action.to)):
        if field and place >= 0:
            fields[field] = game.board.places[place]
    if shape.n:
        fields[shape.n] = action.n
    if shape.what:
        fields[shape.what] = _name_value(game, shape.what, action.what)
    return struct(**fields)


def _place(game: Game, action: NamedAction, field: str) -> int:
    name = getattr(action, field) if field else None
    return -1 if name is None else number_of(game, "place", name)


def _what(game: Game, action: NamedAction, field: str) -> int:
    value: Any = getattr(action, field) if field else 0
    if field in ("cards", "pieces"):
        return _set(game, "card" if field == "cards" else "kind", value)
    if field in ("card", "colour", "kind"):
        return number_of(game, field, value)
    return _number(value)


def _number(value: object) -> int:
    if not isinstance(value, int) or abs(value) > LARGEST:
        raise Problem("amount.impossible", value=value)
    return value


def _set(game: Game, noun: str, names: tuple[str, ...]) -> int:
    things = {number_of(game, noun, name) for name in names}
    if len(things) < len(names):
        raise Problem(f"{noun}.twice", names=", ".join(names))
    if any(thing >= SET for thing in things):
        raise Problem("action.not_in_a_set", names=", ".join(names))
    return sum(1 << thing for thing in things)


def _name_value(game: Game, field: str, what: int) -> Any:
    if field in ("cards", "pieces"):
        known = ids(game, "card" if field == "cards" else "kind")
        return tuple(known[thing] for thing in members(what))
    return ids(game, field)[what] if field in ("card", "colour", "kind") else what


NAMED: Final = ("place", "card", "colour", "objective", "kind", "zone")  # nouns with ids


def ids(game: Game, noun: str) -> list[str]:
    """List the ids of this noun in the order of their numbers."""
    known = {
        "place": game.board.places,
        "card": game.cards,
        "colour": game.colours,
        "objective": game.objectives,
        "kind": game.kinds,
        "zone": game.board.zone_ids,
    }
    return known[noun]


def number_of(game: Game, noun: str, name: str) -> int:
    """Return the number of a place, card, colour, objective, kind or zone; an unknown name is a Problem."""
    known = ids(game, noun)
    if name not in known:
        rule = game.citations["board.place"].rule if noun == "place" else ""
        raise Problem(f"{noun}.unknown", rule=rule, name=name)
    return known.index(name)
