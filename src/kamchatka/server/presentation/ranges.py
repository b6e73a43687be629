"""Options in wire format: one shape per kind of range, with everything a client needs to build the action."""

import msgspec

from kamchatka.boards.drawing import MARKS
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    ATTACK,
    BUILD,
    CHOOSE,
    COLOUR,
    FAST_ATTACK,
    INVADE,
    PASS,
    RAISE,
    ROLL,
    TRADE,
    Action,
    Amount,
    Bare,
    Choice,
    Options,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.parties import Parties, Party
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.server.protocol.scene_types import (
    AmountSeen,
    AnyRange,
    BareSeen,
    ChoiceSeen,
    Option,
    PairsSeen,
    PartiesSeen,
    PartySeen,
    PieceSet,
    SpotsSeen,
)
from kamchatka.texts import phrases
from kamchatka.words import Words
from kamchatka.words.progress import trio_worth

ATTACKS = (ATTACK, FAST_ATTACK, INVADE, ROLL)
NOUNS = ("seat",)  # amount fields that name something and are shown as a choice


def mark_of(game: Game, colour: int) -> int:
    """Return the mark that boards draw for an army colour; 0 for none."""
    return MARKS.get(game.colours[colour], colour + 1) if 0 <= colour < len(game.colours) else 0


class Ranges:
    """Encodes the options of one game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words
        self.state: State | None = None  # the view of the seat that is asked now
        self.seat = -1
        self.table: Table | None = None

    def all(self, options: Options, state: State, seat: int, table: Table | None = None) -> tuple[AnyRange, ...]:
        """Return every range that isn't empty. `state` is the view of the seat that is asked; `table` has prices."""
        self.state, self.seat, self.table = state, seat, table
        return tuple([self.of(option) for option in options.ranges if option.count() > 0])

    def of(self, option: Range) -> AnyRange:
        """Encode one range in the shape of its kind."""
        if isinstance(option, Bare):
            return BareSeen(act=_tag(option), label=self._label(option))
        if isinstance(option, Parties):
            return self._parties(option)
        if isinstance(option, Choice) or _shape(option).n in NOUNS:
            choices = tuple([self._choice(action) for action in option.expand()])
            return ChoiceSeen(act=_tag(option), label=self._label(option), choices=choices)
        return self._encode(option)

    def _encode(self, option: Range) -> AnyRange:
        """Encode places and amounts as bounds, without listing every action."""
        names = self.game.board.places
        if isinstance(option, Pairs):
            spans = option.spans()
            pairs = tuple([(names[one.at], names[one.to], int(one.least), int(one.most)) for one in spans])
            return PairsSeen(**self._common(option, Action(option.verb, spans[0].at, spans[0].to)), pairs=pairs)
        assert isinstance(option, Spots | Amount)
        least, most = int(option.least), int(option.most)
        if isinstance(option, Spots):
            first = Action(option.verb, option.places[0], -1, least, option.what)
            places = tuple([names[place] for place in option.places])
            return SpotsSeen(**self._common(option, first), places=places, least=least, most=most)
        first = Action(option.verb, -1, -1, least, option.what)
        return AmountSeen(**self._common(option, first), least=least, most=most)

    def _common(self, option: Range, first: Action) -> JsonObject:
        """Return the fields that all ranges share.

        `first` is one of the actions, which differ in place and amount only.
        """
        shape = _shape(option)
        named = {"at": shape.at, "to": shape.to, "n": shape.n}
        fields = {part: field for part, field in named.items() if field}
        fixed = {name: value for name, value in self._json(first).items() if name not in fields.values()}
        fixed.pop("act")
        return {
            "act": _tag(option),
            "label": self._label(option, int(first.what)),
            "fields": fields,
            "fixed": fixed,
            "attacks": option.verb in ATTACKS,
            "piece": self._piece(option.verb, int(first.what)),
            "price": self._price(option.verb),
        }

    def _piece(self, verb: int, what: int) -> str:
        """Return the kind of piece that the action places."""
        return self.game.kinds[what] if verb == RAISE else self.words.edition.page.building if verb == BUILD else ""

    def _price(self, verb: int) -> int:
        """Return the price that the current step asks for the verb."""
        if self.table is None:
            return 0
        return int(self.game.steps[self.table.state.agenda[-1].step].price(self.table, self.seat, verb))

    def _parties(self, option: Parties) -> PartiesSeen:
        """Encode mixed parties: sets of pieces, each with the number of armies that may join."""
        shape = _shape(option)
        named = {"at": shape.at, "to": shape.to, "n": shape.n, "what": shape.what}
        parties = [option.party(row) for row in option.rows]
        seen = tuple(
            PartySeen(self._place(int(party.at)), self._place(int(party.to)), self._sets(option, party))
            for party in parties
        )
        fields = {part: field for part, field in named.items() if field}
        return PartiesSeen(
            act=_tag(option), label=self._label(option), fields=fields, parties=seen, attacks=option.verb in ATTACKS
        )

    def _sets(self, option: Parties, party: Party) -> tuple[PieceSet, ...]:
        return tuple(
            PieceSet(
                tuple(self.game.kinds[kind] for kind in members(int(what))),
                int(option.fewest(party, what)),
                int(option.most(party, what)),
            )
            for what in option.sets(party)
        )

    def _place(self, place: int) -> str | None:
        return self.game.board.places[place] if place >= 0 else None

    def _choice(self, action: Action) -> Option:
        cards: tuple[str, ...] = ()
        if action.verb == TRADE:
            cards = tuple(self.game.cards[card] for card in members(int(action.what)))
        colour = mark_of(self.game, int(action.what)) if action.verb == COLOUR else None
        is_colour = action.verb == COLOUR
        label = self.words.names.colour(int(action.what)) if is_colour else self._answer(action)
        json = self._json(action)
        cards = cards or tuple(filter(None, [json.get("card")]))
        detail, price = self._worth(action) or self._says(action), self._price(action.verb)
        return Option(json, label, detail, cards, json.get("place"), colour, price)

    def _answer(self, action: Action) -> str:
        """Return a button's label. A number that answers a question is labelled with its meaning there."""
        said, asking = self.words.phrases, self._asking()
        if action.verb == CHOOSE and action.at < 0 and said.find("answer", asking):
            return said.say("answer", asking, choice=int(action.what))
        return self.words.choice(action)

    def _asking(self) -> str:
        """Return the name of the step that asks."""
        return "" if self.state is None else self.game.steps[self.state.agenda[-1].step].name()

    def _worth(self, action: Action) -> str:
        """Return what a trio brings, if the table knows it beforehand."""
        if action.verb != TRADE or self.state is None:
            return ""
        armies = trio_worth(self.game, self.state, self.seat, int(action.what))
        return phrases(self.words.language).say("server", "worth", armies=armies) if armies > 1 else ""

    def _says(self, action: Action) -> str:
        """Return the text printed on the card that an action plays."""
        faces = self.words.edition.faces
        is_card = wire.SHAPES[wire.STRUCTS[int(action.verb)]].what == "card"
        return faces[action.what].text(self.words.language) if is_card and action.what < len(faces) else ""

    def _label(self, option: Range, what: int = 0) -> str:
        """Return the verb's label, with its object if there is just one. Passing is labelled by the question."""
        if option.verb == PASS:
            said = self.words.phrases
            return said.find("pass", self._asking()) or said.say("pass", "any")
        is_named = _shape(option).what == "kind" and not isinstance(option, Choice)
        return self.words.button(option, what if is_named else -1)

    def _json(self, action: Action) -> JsonObject:
        built: JsonObject = msgspec.to_builtins(wire.outer(self.game, action))
        return built


def _shape(option: Range) -> wire.Shape:
    return wire.SHAPES[wire.STRUCTS[int(option.verb)]]


def _tag(option: Range) -> str:
    return str(wire.STRUCTS[int(option.verb)].__struct_config__.tag)
