"""The edges: named, validated structs and plain JSON outside; numbers inside. Interpreted, never in a hot path."""
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    ATTACK,
    BID,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    MOVE,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    STOP,
    TIME_UP,
    TRADE,
)
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.problem import Problem

LARGEST: Final = 1_000_000_000      # no amount in any booklet comes near it


class Action(msgspec.Struct, tag_field="act", frozen=True, forbid_unknown_fields=True):
    """A request as it travels. Who asks is never in it."""


class Pass(Action, frozen=True, tag="pass"):
    """Nothing more in this phase."""


class Place(Action, frozen=True, tag="place"):
    """Put armies from one's hand on a place."""

    place: str
    armies: int = 1


class Trade(Action, frozen=True, tag="trade"):
    """Play a trio of cards."""

    cards: tuple[str, ...]


class Attack(Action, frozen=True, tag="attack"):
    """Attack a place from another with so many dice."""

    source: str
    target: str
    dice: int


class FastAttack(Action, frozen=True, tag="fast_attack"):
    """Propose a fast battle from a place against another with so many dice."""

    source: str
    target: str
    dice: int


class Defend(Action, frozen=True, tag="defend"):
    """Answer an attack with so many dice."""

    dice: int


class Occupy(Action, frozen=True, tag="occupy"):
    """Move so many armies into the place just conquered."""

    armies: int


class Move(Action, frozen=True, tag="move"):
    """Move armies between two places of one's own."""

    source: str
    target: str
    armies: int


class TakeColour(Action, frozen=True, tag="colour"):
    """Choose the colour of one's armies."""

    colour: str


class Bid(Action, frozen=True, tag="bid"):
    """A secret bid."""

    amount: int


class PlayCard(Action, frozen=True, tag="play"):
    """Play a card, perhaps on a place."""

    card: str
    place: str | None = None


class Choose(Action, frozen=True, tag="choose"):
    """Answer what a card or a rule asks: one of some numbered things, or a place."""

    choice: int = 0
    place: str | None = None


class TimeUp(Action, frozen=True, tag="time_up"):
    """The referee: time is up."""


class Stop(Action, frozen=True, tag="stop"):
    """The referee: the game is called off."""


Request = (
    Pass | Place | Trade | Attack | FastAttack | Defend | Occupy | Move | TakeColour | Bid | PlayCard | Choose | TimeUp
    | Stop
)


@dataclass(frozen=True)
class Shape:
    """A verb, and which field of its struct goes into which number of the action inside."""

    verb: int
    at: str = ""
    to: str = ""
    n: str = ""
    what: str = ""


SHAPES: Final[dict[type[Action], Shape]] = {
    Pass: Shape(PASS),
    Place: Shape(PLACE, at="place", n="armies"),
    Trade: Shape(TRADE, what="cards"),
    Attack: Shape(ATTACK, at="source", to="target", n="dice"),
    FastAttack: Shape(FAST_ATTACK, at="source", to="target", n="dice"),
    Defend: Shape(DEFEND, n="dice"),
    Occupy: Shape(OCCUPY, n="armies"),
    Move: Shape(MOVE, at="source", to="target", n="armies"),
    TakeColour: Shape(COLOUR, what="colour"),
    Bid: Shape(BID, n="amount"),
    PlayCard: Shape(PLAY_CARD, at="place", what="card"),
    Choose: Shape(CHOOSE, at="place", what="choice"),
    TimeUp: Shape(TIME_UP),
    Stop: Shape(STOP),
}
STRUCTS: Final = {shape.verb: struct for struct, shape in SHAPES.items()}


def decode(data: bytes | str) -> Action:
    """An action from JSON; anything else is a Problem that says what is wrong and where."""
    try:
        action: Action = msgspec.json.decode(data, type=Request)
        return action
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(f"Questa azione non si capisce: {error}.", f"This action cannot be read: {error}.") from None


def encode(action: Action) -> dict[str, Any]:
    """An action as plain JSON data."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


def inner(game: Game, action: Action) -> Inner:
    """The action as the rules know it; an unknown name or an absurd number is a Problem."""
    shape = SHAPES[type(action)]
    amount = _number(getattr(action, shape.n)) if shape.n else 0
    at, to = _place(game, action, shape.at), _place(game, action, shape.to)
    return Inner(shape.verb, at, to, amount, _what(game, action, shape.what))


def outer(game: Game, action: Inner) -> Action:
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


def _place(game: Game, action: Action, field: str) -> int:
    name = getattr(action, field) if field else None
    return -1 if name is None else number_of(game, "place", name)


def _what(game: Game, action: Action, field: str) -> int:
    value: Any = getattr(action, field) if field else 0
    if field == "cards":
        return _card_set(game, value)
    if field in ("card", "colour"):
        return number_of(game, field, value)
    return _number(value)


def _number(value: object) -> int:
    if not isinstance(value, int) or abs(value) > LARGEST:
        raise Problem(f"{value} non è una quantità possibile.", f"{value} is no possible amount.")
    return value


def _card_set(game: Game, names: tuple[str, ...]) -> int:
    cards = {number_of(game, "card", name) for name in names}
    if len(cards) < len(names):
        listed = ", ".join(names)
        raise Problem(f"Una carta è nominata due volte: {listed}.", f"A card is named twice: {listed}.")
    return sum(1 << card for card in cards)


def _named(game: Game, field: str, what: int) -> Any:
    if field == "cards":
        return tuple(game.cards[card] for card in members(what))
    return game.cards[what] if field == "card" else game.colours[what] if field == "colour" else what


NONE: Final = {
    "place": "Nessun territorio", "card": "Nessuna carta", "colour": "Nessun colore", "objective": "Nessun obiettivo"}


def ids(game: Game, noun: str) -> list[str]:
    """All ids of a kind, in the order of their numbers."""
    known = {"place": game.board.places, "card": game.cards, "colour": game.colours, "objective": game.objectives}
    return known[noun]


def number_of(game: Game, noun: str, name: str) -> int:
    """The number of a place, card, colour or objective; a Problem when there is none of that name."""
    known = ids(game, noun)
    if name not in known:
        rule = game.citations["board.place"].rule if noun == "place" else ""
        raise Problem(f"{NONE[noun]} si chiama «{name}».", f"There is no {noun} called “{name}”.", rule)
    return known.index(name)
