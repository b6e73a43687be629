"""A story: what happened, as one viewer saw it, in few sentences and without leaving anything out."""

from collections.abc import Iterable, Sequence

from kamchatka.editions.chronicle import Group, Prelude, Sentence, Single
from kamchatka.editions.fight import Fighting, MovingIn
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import (
    ArmiesGranted,
    ArmiesMoved,
    ArmiesPlaced,
    CardDiscarded,
    Conquered,
    Dealt,
    DieThrown,
    Rolled,
)
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from kamchatka.words.groups import Dealing, Granting, Moving, Placing, PlacingNeutrals, Throwing, Trading
from kamchatka.words.words import SILENT, Words


class Story:
    """Facts in order, grouped as people tell them: a battle, a placement, a deal. It folds a table of its own."""

    def __init__(self, words: Words, match: Match, seat: int | None) -> None:
        self.words = words
        self.seat = seat  # whose eyes; ONLOOKER sits at no seat, None sees everything
        self.table = match.game.blank(match.seats, ScriptedChance([]))
        if match.start:
            self.table.state = parse_position(match.game, match.start)
        self.groups: list[Group] = []

    def hear(self, facts: Iterable[Fact]) -> None:
        """More facts, in the order in which they happened."""
        for fact in facts:
            seen = fact if self.seat is None else fact.seen_by(self.seat)
            if not isinstance(seen, SILENT):
                self._add(seen)
            self.table.note(fact)

    def _add(self, fact: Fact) -> None:
        """To the last group, or to one that it begins; what led to it goes along."""
        lead = self.groups.pop() if self.groups and isinstance(self.groups[-1], Prelude) else None
        if not (self.groups and self.groups[-1].takes(fact)):
            self.groups.append(self._own_group(fact) or self._group(fact))
        if isinstance(lead, Prelude) and not self.groups[-1].led_by(lead.facts):
            self.groups.insert(-1, lead)

    def _own_group(self, fact: Fact) -> Group | None:
        """The group that a fact begins in this edition alone."""
        return self.words.edition.chronicle.begins(fact, self.table.state)

    def _group(self, fact: Fact) -> Group:
        """The group that a fact begins in every edition."""
        owner = self.table.state.owner
        if isinstance(fact, ArmiesMoved):
            return Moving(fact, int(owner[fact.source]))
        if isinstance(fact, Rolled):
            return Fighting(int(fact.source), int(fact.target), self.table.state).begun_by(fact)
        if isinstance(fact, Conquered):
            return MovingIn(fact, int(fact.place), int(fact.by))
        if isinstance(fact, ArmiesPlaced):
            return Placing(fact)
        if isinstance(fact, NeutralsPlaced):
            return PlacingNeutrals(fact)
        if isinstance(fact, ArmiesGranted):
            return Granting(fact)
        if isinstance(fact, CardDiscarded):
            return Trading(fact, int(self.table.state.turn))
        if isinstance(fact, Dealt):
            return Dealing(fact)
        if isinstance(fact, DieThrown):
            return Throwing(fact)
        place = int(fields(fact).get("place", -1))
        return Single(fact, int(owner[place]) if 0 <= place < len(owner) else -1)

    def tell(self, begin: int = 0) -> list[Sentence]:
        """The sentences of all groups from this one on."""
        return [sentence for group in self.groups[begin:] for sentence in group.tell(self.words)]

    def latest(self, most: int) -> Sequence[Sentence]:
        """About the last so many sentences."""
        return self.tell(max(0, len(self.groups) - most))[-most:]
