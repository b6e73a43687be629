"""Sentences about facts, questions, actions and refusals, for one table in one language."""

from collections.abc import Callable, Iterator, Sequence

from kamchatka.bots.advice.reason import AdviceReason, Noun
from kamchatka.editions.chronicle import Sentence
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.plain import JsonObject
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
from kamchatka.words.decision_fields import lap_of, neighbours, places_of, scene, seats_offered, verb_of
from kamchatka.words.names import Names

SILENT = (Opened, Closed, FrameReplaced, Bookkeeping)  # bookkeeping facts that are never described


class Words:
    """Sentences about one table. `players` has the names in seat order."""

    def __init__(self, language: str, edition: Edition, players: Sequence[str]) -> None:
        self.language = language
        self.edition = edition
        self.phrases = phrases(language, edition.home)
        self.names = Names(language, edition, players, self.phrases)

    # -------------------------------------------------------------- events
    def fact(self, fact: Fact, owner: int = -1) -> Sentence | None:
        """Describe a fact as it was seen. Hidden parts have their own wording; bookkeeping returns None.

        `owner` is the owner of the fact's place, if the caller knows it.

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
        return Sentence(seat, self._tell_fact(fact, known, owner), rules, isinstance(fact, TurnBegan))

    def _tell_fact(self, fact: Fact, known: JsonObject, owner: int) -> str:
        schema = schema_of(fact)
        kind = schema.name
        alone = known.get("by", -1) == known.get("seat") and self.phrases.find("fact", kind, "own") is not None
        # there may be special wording for a seat that acts on itself
        masked = hides(fact) and self.phrases.find("fact", kind, "hidden") is not None
        variant = "hidden" if masked else "own" if alone else str(known.get("clause", "seen"))
        if owner >= 0 and self.phrases.find("fact", kind, "owned") is not None:
            variant = "owned"
        path = ("fact", kind) if self.phrases.find("fact", kind) else ("fact", kind, variant)
        if "clause" in known and self.phrases.find(*path) is None:  # a journal from elsewhere may name any clause
            raise Problem("record.unknown", tag=f"{kind}: {variant}")
        named = {name: self.names.value(schema.fields[name], value) for name, value in known.items()}
        if "kind" in known:
            named["piece"] = self.names.piece(int(known["kind"]))
            named["deck"] = self.names.deck(int(known["kind"]), 1)
        if "amount" in known:
            named["sum"] = abs(int(known["amount"]))  # what was received or paid, such as energy
        return self.phrases.say(*path, owner=self.names.player(owner), **named)

    def share(self, kind: str, clause: str, **fields: object) -> str:
        """Describe a clause's share of a sum.

        A clause without words is a Problem, because journals may name any clause.
        """
        if self.phrases.find(kind, clause) is None:
            raise Problem("record.unknown", tag=f"{kind}: {clause}")
        return self.phrases.say(kind, clause, **fields)

    def rules(self, *clauses: str) -> tuple[str, ...]:
        """Return the rule ids that this booklet cites for these clauses, without duplicates."""
        cited = self.edition.citations
        return tuple(dict.fromkeys(cited[clause].rule for clause in clauses if clause in cited))

    # -------------------------------------------------------------- questions
    def lap(self, state: State) -> str:
        """Name the current round, or the age in games with ages; "" before the first."""
        return self.phrases.say("lap", number=lap_of(state)) if lap_of(state) > 0 else ""

    def phase(self, game: Game, state: State) -> str:
        """Name the current phase, which is the step on top of the agenda."""
        over = state.over or not state.agenda
        return self.phrases.say("phase", "over" if over else game.steps[state.agenda[-1].step].name())

    def question(self, game: Game, state: State, options: Options, seat: int) -> str:
        """Return the question for a seat, chosen by the step and, if the step has several, by its first verb.

        If the seat can only pass, the booklet may have words that explain why.
        """
        step = game.steps[state.agenda[-1].step].name()
        verb = verb_of(options.ranges[0])
        if all(option.verb == PASS for option in options.ranges) and self.phrases.find("ask", step, "OnlyPass"):
            verb = "OnlyPass"
        path = ("ask", step) if self.phrases.find("ask", step) else ("ask", step, verb)
        asked = self.phrases.find(*path)
        if asked is None or "{" in asked:  # most questions have no fields, so they need no scene
            asked = self.phrases.say(*path, **scene(self.names, state, options, seat))
        return " ".join([asked, *self._cautions(step, verb, state, options, seat)])

    def hint(self, game: Game, state: State, options: Options) -> str:
        """Say what to type to continue, for text screens; "" if the seat can't pass."""
        if all(option.verb != PASS for option in options.ranges):
            return ""
        step = game.steps[state.agenda[-1].step].name()
        return self.phrases.find("hint", step) or self.phrases.say("hint", "any")

    def _cautions(self, step: str, verb: str, state: State, options: Options, seat: int) -> Iterator[str]:
        """Yield the booklet's warnings, if it has any, before a seat names a player with an empty hand or itself."""
        named = seats_offered(options)
        idle = self.phrases.join_items([self.names.player(one) for one in named if state.hand[one] == 0])
        own = seat in named and state.hand[seat] > 0
        for known, kind in ((bool(idle), "idle"), (own, "own")):
            if known and self.phrases.find("caution", step, verb, kind):
                yield self.phrases.say("caution", step, verb, kind, idle=idle)

    def verb(self, option: Range) -> str:
        """Name what an option does, such as "attack" or "place armies"."""
        return self.phrases.say("verb", verb_of(option))

    def button(self, option: Range, what: int = -1) -> str:
        """Label the button of an option. `what` is the piece if there is only one choice."""
        verb = verb_of(option)
        if what >= 0 and self.phrases.find("button", f"{verb}_named"):
            return self.phrases.say("button", f"{verb}_named", piece=self.names.piece(what))
        return self.phrases.say("button", verb)

    def choice(self, action: Action) -> str:
        """Label the button that plays this action."""
        return self.action(action, "choice")

    def action(self, action: Action, table: str = "action") -> str:
        """Describe a requested action."""
        struct = wire.STRUCTS[int(action.verb)]
        shape = wire.SHAPES[struct]
        known: dict[str, object] = {"place": ""}
        known |= {field: self.names.place(number) for field, number in places_of(action).items()}
        named: dict[str, Callable[[int], str]] = {
            "cards": self.cards,
            "colour": self.names.colour,
            "card": self.names.card,
            "choice": str if action.at < 0 else lambda _: "",  # a numbered choice, or a place
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
        """Name the pieces that go with the armies; "" if there are none."""
        return self.phrases.say("list", "with", pieces=self.names.pieces(bits)) if bits else ""

    def cards(self, bits: int) -> str:
        """List a set of cards."""
        return self.phrases.join_items([self.names.card(card) for card in members(bits)])

    # -------------------------------------------------------------- reasons
    def reason(self, reason: AdviceReason) -> str:
        """State in one sentence a captain's reason for its advice."""
        named = {
            name: self.names.by_noun[value.noun, ONE](value.number) if isinstance(value, Noun) else value
            for name, value in reason.fields.items()
        }
        return self.phrases.say("advice", reason.key, **named)

    def refusal(self, refusal: Refusal, game: Game, table: Table) -> str:
        """Explain a refusal: what was requested, the reason, and the rule with its id."""
        asked, why = self.action(refusal.action), self.why(refusal, game, table)
        text = refusal.text(self.language)
        return self.phrases.say(
            "refused", asked=asked, Asked=asked[0].upper() + asked[1:], why=why, rule=refusal.rule, text=text
        )

    def why(self, refusal: Refusal, game: Game, table: Table) -> str:
        """Explain why an action is refused in this situation, without citing the rule."""
        return self.phrases.say("why", refusal.clause, **self._reasons(refusal, game, table))

    def _reasons(self, refusal: Refusal, game: Game, table: Table) -> dict[str, object]:
        """Collect the fields that sentences about a clause may use."""
        options, action = game.options(table, refusal.seat), refusal.action
        return {
            **scene(self.names, table.state, options, int(refusal.seat), action),
            "cards": self.cards(int(action.what)) if wire.SHAPES[wire.Trade].verb == action.verb else "",
            "colour": self.names.colour(int(action.what)) if wire.SHAPES[wire.TakeColour].verb == action.verb else "",
            "phase": self.phase(game, table.state),
            "awaited": self.names.seats(game.awaits(table)),
            "near": self.names.neighbours(neighbours(table, int(action.at))),
            "verbs": self.phrases.join_items([self.verb(option) for option in options.ranges], "or"),
        }


def _about(known: JsonObject) -> int | None:
    """Return the seat that a fact is about: the one that it names, or the only winner."""
    winners = members(known.get("winners", 0))
    if len(winners) == 1:
        return winners[0]
    return next((int(known[name]) for name in ("seat", "by") if name in known), None)
