"""A story: what happened, as one viewer saw it, in few sentences and without leaving anything out."""

from collections.abc import Iterable, Sequence

from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.facts import ArmiesGranted, ArmiesMoved, ArmiesPlaced, CardDiscarded, Dealt, DieThrown, Rolled
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from kamchatka.words.groups import Dealing, Fighting, Granting, Group, Moving, Placing, Single, Throwing, Trading
from kamchatka.words.words import SILENT, Sentence, Words


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
            if not isinstance(seen, SILENT) and not (self.groups and self.groups[-1].takes(seen)):
                self.groups.append(self._group(seen))
            self.table.note(fact)

    def _group(self, fact: Fact) -> Group:
        """The group that a fact begins."""
        owner = self.table.state.owner
        if isinstance(fact, ArmiesMoved):
            return Moving(fact, int(owner[fact.source]))
        if isinstance(fact, Rolled):
            return Fighting(fact, int(owner[fact.source]), int(owner[fact.target]))
        if isinstance(fact, ArmiesPlaced):
            return Placing(fact)
        if isinstance(fact, ArmiesGranted):
            return Granting(fact)
        if isinstance(fact, CardDiscarded):
            return Trading(fact, int(self.table.state.turn))
        if isinstance(fact, Dealt):
            return Dealing(fact)
        return Throwing(fact) if isinstance(fact, DieThrown) else Single(fact)

    def tell(self, begin: int = 0) -> list[Sentence]:
        """The sentences of all groups from this one on."""
        return [sentence for group in self.groups[begin:] for sentence in group.tell(self.words)]

    def latest(self, most: int) -> Sequence[Sentence]:
        """About the last so many sentences."""
        return self.tell(max(0, len(self.groups) - most))[-most:]
