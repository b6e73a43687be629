"""Words: facts, questions, actions and refusals as sentences for one table in one language."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kamchatka.bots.advice.reason import AdviceReason, Noun
from kamchatka.editions.chronicle import Sentence
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields, hides, schema_of
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import PASS, Action, Options, Range
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.schema.fields import ONE
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Bookkeeping, Closed, Fact, FrameReplaced, Opened, Table
from kamchatka.texts import phrases
from kamchatka.words.moment import lap_of, neighbours, places_of, scene, seats_offered, verb_of
from kamchatka.words.names import Names

SILENT = (Opened, Closed, FrameReplaced, Bookkeeping)  # the agenda's and other bookkeeping: nothing for people


class Words:
    """Sentences about one table. `players` are their names, in the order of the seats."""

    def __init__(self, language: str, edition: Edition, players: Sequence[str]) -> None:
        self.language = language
        self.edition = edition
        self.phrases = phrases(language, edition.home)
        self.names = Names(language, edition, players, self.phrases)

    # -------------------------------------------------------------- what happened
    def fact(self, fact: Fact, owner: int = -1) -> Sentence | None:
        """A fact as it was seen (HIDDEN parts have their own wording); None for bookkeeping.

        `owner` is who held the place that it names, where a story knows it.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> words = Words("en", match.edition, ["Ada", "Bruno", "Carla"])
        >>> facts = match.play(next(match.actions()))
        >>> words.fact(facts[0]).text
        'Ada takes red'
        """
        if isinstance(fact, SILENT):
            return None
        known = fields(fact)
        rules = self.rules(known.get("clause", type(fact).CITES))
        about = _about(known)
        seat = owner if about is None and owner >= 0 else about
        return Sentence(seat, self._told(fact, known, owner), rules, isinstance(fact, TurnBegan))

    def _told(self, fact: Fact, known: dict[str, Any], owner: int) -> str:
        schema = schema_of(fact)
        kind = schema.name
        alone = known.get("by", -1) == known.get("seat") and self.phrases.find("fact", kind, "own") is not None
        # what one does to oneself may have words of its own
        masked = hides(fact) and self.phrases.find("fact", kind, "hidden") is not None
        variant = "hidden" if masked else "own" if alone else str(known.get("clause", "seen"))
        if owner >= 0 and self.phrases.find("fact", kind, "owned") is not None:
            variant = "owned"
        path = ("fact", kind) if self.phrases.find("fact", kind) else ("fact", kind, variant)
        if "clause" in known and self.phrases.find(*path) is None:  # a journal from elsewhere may name any
            raise Problem("record.unknown", tag=f"{kind}: {variant}")
        named = {name: self.names.value(schema.fields[name], value) for name, value in known.items()}
        if "kind" in known:
            named["piece"] = self.names.piece(int(known["kind"]))
            named["deck"] = self.names.deck(int(known["kind"]), 1)
        if "amount" in known:
            named["sum"] = abs(int(known["amount"]))  # of what was received or paid
        return self.phrases.say(*path, owner=self.names.player(owner), **named)

    def share(self, kind: str, clause: str, **fields: object) -> str:
        """What one clause adds to a sum, in a few words. A Problem if there are none: a journal may name any clause."""
        if self.phrases.find(kind, clause) is None:
            raise Problem("record.unknown", tag=f"{kind}: {clause}")
        return self.phrases.say(kind, clause, **fields)

    def rules(self, *clauses: str) -> tuple[str, ...]:
        """The ids of the rules that these clauses cite in this booklet, each once."""
        cited = self.edition.citations
        return tuple(dict.fromkeys(cited[clause].rule for clause in clauses if clause in cited))

    # -------------------------------------------------------------- what is asked
    def lap(self, state: State) -> str:
        """Which time round the table it is: a round, in games of ages a year or an epoch; nothing before the first."""
        return self.phrases.say("lap", number=lap_of(state)) if lap_of(state) > 0 else ""

    def phase(self, game: Game, state: State) -> str:
        """What is going on: the name of the step on top of the agenda."""
        over = state.over or not state.agenda
        return self.phrases.say("phase", "over" if over else game.steps[state.agenda[-1].step].name())

    def question(self, game: Game, state: State, options: Options, seat: int) -> str:
        """What a seat is asked, by the step that asks it; by its first verb where a step asks several things.

        Where nothing but going on is left, a booklet may say why.
        """
        step = game.steps[state.agenda[-1].step].name()
        verb = verb_of(options.ranges[0])
        if all(option.verb == PASS for option in options.ranges) and self.phrases.find("ask", step, "OnlyPass"):
            verb = "OnlyPass"
        path = ("ask", step) if self.phrases.find("ask", step) else ("ask", step, verb)
        asked = self.phrases.find(*path)
        if asked is None or "{" in asked:  # most questions name nothing: no scene need be described
            asked = self.phrases.say(*path, **scene(self.names, state, options, seat))
        return " ".join([asked, *self._cautions(step, verb, state, options, seat)])

    def hint(self, game: Game, state: State, options: Options) -> str:
        """What to type to go on, for screens at which one types; nothing where there is no way on."""
        if all(option.verb != PASS for option in options.ranges):
            return ""
        step = game.steps[state.agenda[-1].step].name()
        return self.phrases.find("hint", step) or self.phrases.say("hint", "any")

    def _cautions(self, step: str, verb: str, state: State, options: Options, seat: int) -> Iterator[str]:
        """What to know before naming a player, where a booklet has words for it: empty hands, and one's own."""
        named = seats_offered(options)
        idle = self.phrases.listed([self.names.player(one) for one in named if state.hand[one] == 0])
        own = seat in named and state.hand[seat] > 0
        for known, kind in ((bool(idle), "idle"), (own, "own")):
            if known and self.phrases.find("caution", step, verb, kind):
                yield self.phrases.say("caution", step, verb, kind, idle=idle)

    def verb(self, option: Range) -> str:
        """What a kind of option lets one do: attack, place armies."""
        return self.phrases.say("verb", verb_of(option))

    def button(self, option: Range, what: int = -1) -> str:
        """The same on a button, in the imperative; `what` is the piece, where it is always the same."""
        verb = verb_of(option)
        if what >= 0 and self.phrases.find("button", f"{verb}_named"):
            return self.phrases.say("button", f"{verb}_named", piece=self.names.piece(what))
        return self.phrases.say("button", verb)

    def choice(self, action: Action) -> str:
        """A button that does one thing."""
        return self.action(action, "choice")

    def action(self, action: Action, table: str = "action") -> str:
        """What somebody asks to do."""
        struct = wire.STRUCTS[int(action.verb)]
        shape = wire.SHAPES[struct]
        known: dict[str, object] = {"place": ""}
        known |= {field: self.names.place(number) for field, number in places_of(action).items()}
        named: dict[str, Callable[[int], str]] = {
            "cards": self.cards,
            "colour": self.names.colour,
            "card": self.names.card,
            "choice": str if action.at < 0 else lambda _: "",  # of several things, or a place
            "kind": self.names.kind,
            "pieces": self.party,
            "seat": self.names.player,
        }
        for field, number in ((shape.n, int(action.n)), (shape.what, int(action.what))):
            if field:
                known[field] = named[field](number) if field in named else number
        if "kind" in known:
            known |= {"piece": self.names.piece(int(action.what)), "deck": self.names.deck(int(action.what), 1)}
        return " ".join(self.phrases.say(table, struct.__name__, **known).split())

    def party(self, bits: int) -> str:
        """The pieces that go with armies; nothing when none does."""
        return self.phrases.say("list", "with", pieces=self.names.pieces(bits)) if bits else ""

    def cards(self, bits: int) -> str:
        """A set of cards."""
        return self.phrases.listed([self.names.card(card) for card in members(bits)])

    # -------------------------------------------------------------- why, and why not
    def reason(self, reason: AdviceReason) -> str:
        """Why a captain would do something: one sentence."""
        named = {
            name: self.names.by_noun[value.noun, ONE](value.number) if isinstance(value, Noun) else value
            for name, value in reason.fields.items()
        }
        return self.phrases.say("advice", reason.key, **named)

    def refusal(self, refusal: Refusal, game: Game, table: Table) -> str:
        """What was asked, why it cannot be, and the rule: its id and its sentence."""
        asked, why = self.action(refusal.action), self.why(refusal, game, table)
        text = refusal.text(self.language)
        return self.phrases.say(
            "refused", asked=asked, Asked=asked[0].upper() + asked[1:], why=why, rule=refusal.rule, text=text
        )

    def why(self, refusal: Refusal, game: Game, table: Table) -> str:
        """Why it cannot be in this very case, without the rule."""
        return self.phrases.say("why", refusal.clause, **self._reasons(refusal, game, table))

    def _reasons(self, refusal: Refusal, game: Game, table: Table) -> dict[str, object]:
        """All that the sentence of a clause may name."""
        options, action = game.options(table, refusal.seat), refusal.action
        return {
            **scene(self.names, table.state, options, int(refusal.seat), action),
            "cards": self.cards(int(action.what)) if wire.SHAPES[wire.Trade].verb == action.verb else "",
            "colour": self.names.colour(int(action.what)) if wire.SHAPES[wire.TakeColour].verb == action.verb else "",
            "phase": self.phase(game, table.state),
            "awaited": self.names.seats(game.awaits(table)),
            "near": self.phrases.listed([self.names.place(place) for place in neighbours(table, int(action.at))]),
            "verbs": self.phrases.listed([self.verb(option) for option in options.ranges], "or"),
        }


def _about(known: dict[str, Any]) -> int | None:
    """The seat that a fact is about: the one it names, or its only winner."""
    winners = members(known.get("winners", 0))
    if len(winners) == 1:
        return winners[0]
    return next((int(known[name]) for name in ("seat", "by") if name in known), None)
