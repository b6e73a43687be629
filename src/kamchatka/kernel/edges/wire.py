"""The edges: named, validated structs and plain JSON outside; numbers inside. Interpreted, never in a hot path."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    ATTACK,
    BID,
    BUILD,
    BUY,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    GIVE,
    GIVE_CARD,
    INVADE,
    LOSE,
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    RAISE,
    ROLL,
    STOP,
    TIME_UP,
    TRADE,
)
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.problem import Problem

SET: Final = 63  # things that a set of bits may hold; no booklet that trades cards has more of them
# What reading JSON may raise: not as its type says, no letters, or nested deeper than the reader goes.
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
LARGEST: Final = 1_000_000_000  # no amount in any booklet comes near it


class NamedAction(msgspec.Struct, tag_field="act", frozen=True, forbid_unknown_fields=True):
    """A request as it travels. Who asks is never in it."""


class Pass(NamedAction, frozen=True, tag="pass"):
    """Nothing more in this phase."""


class Place(NamedAction, frozen=True, tag="place"):
    """Put armies from one's hand on a place."""

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
    """Propose a fast battle from one place against another with this many dice."""

    source: str
    target: str
    dice: int


class Defend(NamedAction, frozen=True, tag="defend", omit_defaults=True, repr_omit_defaults=True):
    """Answer an attack with this many dice for armies, and one for each piece named."""

    dice: int
    pieces: tuple[str, ...] = ()


class Occupy(NamedAction, frozen=True, tag="occupy", omit_defaults=True, repr_omit_defaults=True):
    """Move this many armies, and the pieces named, into the place just conquered."""

    armies: int
    pieces: tuple[str, ...] = ()


class Move(NamedAction, frozen=True, tag="move", omit_defaults=True, repr_omit_defaults=True):
    """Move armies, and the pieces named, between two places of one's own."""

    source: str
    target: str
    armies: int
    pieces: tuple[str, ...] = ()


class TakeColour(NamedAction, frozen=True, tag="colour"):
    """Choose the colour of one's armies."""

    colour: str


class Bid(NamedAction, frozen=True, tag="bid"):
    """A secret bid."""

    amount: int


class PlayCard(NamedAction, frozen=True, tag="play"):
    """Play a card, perhaps on a place."""

    card: str
    place: str | None = None


class Choose(NamedAction, frozen=True, tag="choose"):
    """Answer what a card or a rule asks: one of some numbered things, or a place."""

    choice: int = 0
    place: str | None = None


class Invade(NamedAction, frozen=True, tag="invade", omit_defaults=True, repr_omit_defaults=True):
    """Declare an invasion of a place from another; if the booklet asks for it, with the armies and pieces that go."""

    source: str
    target: str
    armies: int = 0
    pieces: tuple[str, ...] = ()


class Roll(NamedAction, frozen=True, tag="roll", omit_defaults=True, repr_omit_defaults=True):
    """Attack with this many dice for armies, and one for each piece named."""

    dice: int
    pieces: tuple[str, ...] = ()


class Lose(NamedAction, frozen=True, tag="lose", omit_defaults=True, repr_omit_defaults=True):
    """Give up this many armies, and the pieces named."""

    armies: int
    pieces: tuple[str, ...] = ()
    place: str | None = None


class Raise(NamedAction, frozen=True, tag="raise"):
    """Bring a piece (commander, god) into play."""

    kind: str
    place: str


class Build(NamedAction, frozen=True, tag="build"):
    """Put up a station, a temple."""

    place: str


class Buy(NamedAction, frozen=True, tag="buy"):
    """Order a card of this kind."""

    kind: str


class NameKind(NamedAction, frozen=True, tag="name_kind"):
    """Answer what a card or a rule asks: a kind of piece or card."""

    kind: str


class NameSeat(NamedAction, frozen=True, tag="name_seat"):
    """Answer what a card or a rule asks: a player, by seat."""

    seat: int


class NameCard(NamedAction, frozen=True, tag="name_card"):
    """Answer what a card or a rule asks: a card."""

    card: str


class Give(NamedAction, frozen=True, tag="give"):
    """Hand over something of one's purse to another seat."""

    seat: int
    amount: int


class GiveCard(NamedAction, frozen=True, tag="give_card"):
    """Hand over a card to another seat."""

    seat: int
    card: str


class TimeUp(NamedAction, frozen=True, tag="time_up"):
    """The referee: time is up."""


class Stop(NamedAction, frozen=True, tag="stop"):
    """The referee: the game is called off."""


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
    """A verb, and which field of its struct goes into which number of the action inside."""

    verb: int
    at: str = ""
    to: str = ""
    n: str = ""
    what: str = ""


SHAPES: Final[dict[type[NamedAction], Shape]] = {
    Pass: Shape(PASS),
    Place: Shape(PLACE, at="place", n="armies"),
    Trade: Shape(TRADE, what="cards"),
    Attack: Shape(ATTACK, at="source", to="target", n="dice"),
    FastAttack: Shape(FAST_ATTACK, at="source", to="target", n="dice"),
    Defend: Shape(DEFEND, n="dice", what="pieces"),
    Occupy: Shape(OCCUPY, n="armies", what="pieces"),
    Move: Shape(MOVE, at="source", to="target", n="armies", what="pieces"),
    TakeColour: Shape(COLOUR, what="colour"),
    Bid: Shape(BID, n="amount"),
    PlayCard: Shape(PLAY_CARD, at="place", what="card"),
    Choose: Shape(CHOOSE, at="place", what="choice"),
    Invade: Shape(INVADE, at="source", to="target", n="armies", what="pieces"),
    Roll: Shape(ROLL, n="dice", what="pieces"),
    Lose: Shape(LOSE, at="place", n="armies", what="pieces"),
    Raise: Shape(RAISE, at="place", what="kind"),
    Build: Shape(BUILD, at="place"),
    Buy: Shape(BUY, what="kind"),
    NameKind: Shape(NAME_KIND, what="kind"),
    NameSeat: Shape(NAME_SEAT, what="seat"),
    NameCard: Shape(NAME_CARD, what="card"),
    Give: Shape(GIVE, n="amount", what="seat"),
    GiveCard: Shape(GIVE_CARD, n="seat", what="card"),
    TimeUp: Shape(TIME_UP),
    Stop: Shape(STOP),
}
STRUCTS: Final = {shape.verb: struct for struct, shape in SHAPES.items()}


def decode(data: bytes | str) -> NamedAction:
    """An action from JSON; anything else is a Problem that says what is wrong and where."""
    try:
        action: NamedAction = msgspec.json.decode(data, type=Request)
        return action
    except UNREADABLE as error:
        raise Problem("action.unreadable", error=error) from None


def encode(action: NamedAction) -> dict[str, Any]:
    """An action as plain JSON data."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


def inner(game: Game, action: NamedAction) -> Inner:
    """The action as the rules know it; an unknown name or an absurd number is a Problem."""
    shape = SHAPES[type(action)]
    amount = _number(getattr(action, shape.n)) if shape.n else 0
    at, to = _place(game, action, shape.at), _place(game, action, shape.to)
    return Inner(shape.verb, at, to, amount, _what(game, action, shape.what))


def outer(game: Game, action: Inner) -> NamedAction:
    """The action as it travels."""
    struct = STRUCTS[int(action.verb)]
    shape = SHAPES[struct]
    fields: dict[str, Any] = {}
    for field, place in ((shape.at, action.at), (shape.to, action.to)):
        if field and place >= 0:
            fields[field] = game.board.places[place]
    if shape.n:
        fields[shape.n] = action.n
    if shape.what:
        fields[shape.what] = _named(game, shape.what, action.what)
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


def _named(game: Game, field: str, what: int) -> Any:
    if field in ("cards", "pieces"):
        known = ids(game, "card" if field == "cards" else "kind")
        return tuple(known[thing] for thing in members(what))
    return ids(game, field)[what] if field in ("card", "colour", "kind") else what


NAMED: Final = ("place", "card", "colour", "objective", "kind", "zone")  # nouns whose things have ids


def ids(game: Game, noun: str) -> list[str]:
    """All ids of a kind, in the order of their numbers."""
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
    """The number of a place, card, colour, objective or kind; a Problem when there is none of that name."""
    known = ids(game, noun)
    if name not in known:
        rule = game.citations["board.place"].rule if noun == "place" else ""
        raise Problem(f"{noun}.unknown", rule=rule, name=name)
    return known.index(name)
