"""Words: facts, questions, actions and refusals as sentences for one table in one language."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kamchatka.editions.edition import Edition
from kamchatka.kernel import wire
from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots
from kamchatka.kernel.record import fields
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.state import HIDDEN, State
from kamchatka.kernel.table import Closed, Fact, Opened, Table, WentOn
from kamchatka.words.names import Names
from kamchatka.words.phrases import phrases

SILENT = (Opened, Closed, WentOn)                       # the agenda's own bookkeeping: nothing for people
CLAUSES = {                                             # the clause that stands behind a fact which names none
    "ArmiesForgone": "army.cap", "Rolled": "battle.compare", "Eliminated": "elimination.out", "CardDrawn": "card.of_the_turn",
    "CardSeized": "elimination.cards", "DeckReshuffled": "deck.reshuffle", "DeckSpent": "end.last_lap",
    "LastLapCalled": "end.last_lap", "FallEndsGame": "end.elimination", "PointsCounted": "end.points",
    "ExtraLapCalled": "end.extra_lap", "ColourChosen": "colour.free",
}


@dataclass(frozen=True)
class Sentence:
    """Something told: whom it is about, the words, the ids of the rules behind it."""

    seat: int | None
    text: str
    rules: tuple[str, ...] = ()
    is_heading: bool = False


class Words:
    """Sentences about one table. `players` are their names, in the order of the seats."""

    def __init__(self, language: str, edition: Edition, players: Sequence[str]) -> None:
        self.language = language
        self.edition = edition
        self.phrases = phrases(language, edition.id)
        self.names = Names(language, edition, players, self.phrases)

    # -------------------------------------------------------------- what happened
    def fact(self, fact: Fact) -> Sentence | None:
        """A fact as it was seen (HIDDEN parts have their own wording); None for bookkeeping."""
        if isinstance(fact, SILENT):
            return None
        kind, known = type(fact).__name__, fields(fact)
        seat = next((known[name] for name in ("seat", "by") if name in known), None)
        return Sentence(seat, self._told(kind, known), self.rules(known.get("clause", CLAUSES.get(kind, ""))),
                        kind == "TurnBegan")

    def _told(self, kind: str, known: dict[str, Any]) -> str:
        variant = "hidden" if HIDDEN in known.values() else str(known.get("clause", "seen"))
        path = ("fact", kind) if self.phrases.find("fact", kind) else ("fact", kind, variant)
        return self.phrases.say(*path, **{name: self.names.value(name, value) for name, value in known.items()})

    def rules(self, *clauses: str) -> tuple[str, ...]:
        """The ids of the rules that these clauses cite in this booklet, each once."""
        cited = self.edition.citations
        return tuple(dict.fromkeys(cited[clause].rule for clause in clauses if clause in cited))

    # -------------------------------------------------------------- what is asked
    def phase(self, game: Game, state: State) -> str:
        """What is going on: the name of the step on top of the agenda."""
        return self.phrases.say("phase", _step(game, state) if state.agenda else "over")

    def question(self, game: Game, state: State, options: Options) -> str:
        """What a seat is asked, by the step that asks it; by its first verb where a step asks several things."""
        step = _step(game, state)
        path = ("ask", step) if self.phrases.find("ask", step) else ("ask", step, _verb(options.ranges[0]))
        return self.phrases.say(*path, **self._around(state, None, options))

    def verb(self, option: Range) -> str:
        """What a kind of option lets one do: attack, place armies."""
        return self.phrases.say("verb", _verb(option))

    def action(self, game: Game, action: Action) -> str:
        """What somebody asked to do."""
        named = wire.outer(game, action)
        known = {"place": None, **{name: getattr(named, name) for name in named.__struct_fields__}}
        known.update({field: self.names.place(number) for field, number in _places(action).items()})
        if isinstance(named, wire.Trade):
            known["cards"] = self.cards(action.what)
        if isinstance(named, wire.PlayCard | wire.TakeColour):
            known |= {"card": self.names.card(action.what)} if isinstance(named, wire.PlayCard) else {
                "colour": self.names.colour(action.what)}
        return self.phrases.say("action", type(named).__name__, **known)

    def cards(self, bits: int) -> str:
        """A set of cards."""
        return self.phrases.listed([self.names.card(card) for card in members(bits)])

    # -------------------------------------------------------------- why not
    def refusal(self, refusal: Refusal, game: Game, table: Table) -> str:
        """What was asked, why it cannot be, and the rule: its id and its sentence."""
        options = game.options(table, refusal.seat)
        asked = self.action(game, refusal.action)
        why = self.phrases.say("why", refusal.clause, **self._around(table.state, refusal.action, options, refusal.seat),
                               phase=self.phase(game, table.state), awaited=self.names.seats(game.awaits(table)),
                               near=self._neighbours(table, refusal.action), verbs=self._verbs(options))
        rule = refusal.it if self.language == "it" else refusal.en
        return self.phrases.say("refused", asked=asked[0].upper() + asked[1:], why=why, rule=refusal.rule, text=rule)

    def _verbs(self, options: Options) -> str:
        return self.phrases.listed([self.verb(option) for option in options.ranges], "or")

    def _neighbours(self, table: Table, action: Action) -> str:
        board, place = table.board, action.at
        if not 0 <= place < board.size:
            return ""
        return self.phrases.listed([self.names.place(board.links[i]) for i in range(board.first[place], board.first[place + 1])])

    def _around(self, state: State, action: Action | None, options: Options, seat: int | None = None) -> dict[str, object]:
        """All that a sentence about a decision may name: the places in it with owners and armies, the amounts allowed."""
        frame = fields(state.agenda[-1])
        numbers = {**{name: frame[name] for name in ("source", "target") if name in frame}, **_places(action)}
        least, most = _amounts(options, action)
        asked = int(frame["seat"] if seat is None else seat)
        known: dict[str, object] = {"dice": frame.get("dice", 0), "least": least, "most": most, "span": self.phrases.span(least, most),
                                    "stock": state.stock[asked], "seat": self.names.player(asked), "offered": self._offered(options)}
        for field in ("source", "target", "place"):
            place = int(numbers.get(field, -1))
            known |= {field: self.names.place(place), f"{field}_owner": self.names.player(int(state.owner[place]) if place >= 0 else -1),
                      f"{field}_armies": int(state.armies[place]) if place >= 0 else 0}
        if action is not None:
            known |= {"n": action.n, "cards": self.cards(max(action.what, 0)), "colour": self._colour(action)}
        return known

    def _colour(self, action: Action) -> str:
        return self.names.colour(action.what) if action.what < len(self.names.colours) else "?"

    def _offered(self, options: Options) -> str:
        """The colours still free."""
        free = [what for option in options.ranges if isinstance(option, Choice) and _verb(option) == "TakeColour" for what in option.whats]
        return self.phrases.listed([self.names.colour(int(colour)) for colour in free])


def _step(game: Game, state: State) -> str:
    return game.steps[state.agenda[-1].step].name()


def _verb(option: Range) -> str:
    return wire.STRUCTS[int(option.verb)].__name__


def _places(action: Action | None) -> dict[str, int]:
    """The numbers of the places an action names, by the fields of its struct."""
    if action is None:
        return {}
    shape = wire.SHAPES[wire.STRUCTS[int(action.verb)]]
    return {field: int(number) for field, number in ((shape.at, action.at), (shape.to, action.to)) if field and number >= 0}


def _amounts(options: Options, action: Action | None) -> tuple[int, int]:
    """The least and most that may be chosen for this verb and these places; (1, 0) when nothing may."""
    for option in options.ranges:
        if action is not None and option.verb != action.verb:
            continue
        if isinstance(option, Spots | Amount):
            return int(option.least), int(option.most)
        if isinstance(option, Pairs) and action is not None:
            amounts = [int(one.n) for one in option.expand() if one.at == action.at and one.to == action.to]
            if amounts:
                return amounts[0], amounts[-1]
    return 1, 0
