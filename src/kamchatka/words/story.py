"""Stories: what happened, as viewers saw it, in few sentences and without leaving anything out."""

from collections.abc import Iterable, Sequence

from kamchatka.editions.chronicle import Group, Prelude, Sentence, Single, unshared
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
from kamchatka.kernel.table import Fact, PublicFact
from kamchatka.match import Match
from kamchatka.words.groups import Dealing, Granting, Moving, Placing, PlacingNeutrals, Throwing, Trading
from kamchatka.words.words import SILENT, Words

Viewer = int | None  # a seat's eyes; ONLOOKER sits at no seat, None sees everything


class Stories:
    """Facts in order, grouped as people tell them: a battle, a placement, a deal. They fold a table of their own.

    What several viewers see alike is grouped once: the groups that they have in common are the same objects.
    """

    def __init__(self, words: Words, match: Match) -> None:
        self.words = words
        self.match = match
        self.table = match.game.blank(match.seats, ScriptedChance([]))
        if match.start:
            self.table.state = parse_position(match.game, match.start)
        self.groups_of: dict[Viewer, list[Group]] = {}
        self._told: dict[Group, dict[str, list[Sentence]]] = {}  # by group and language: the latest, as they are now

    def hear(self, facts: Iterable[Fact]) -> None:
        """More facts, in the order in which they happened."""
        self._forget_old()
        for fact in facts:
            if isinstance(fact, PublicFact) and not isinstance(fact, SILENT):
                self._add_for_all(fact)
            elif not isinstance(fact, SILENT):
                self._add_for_each(fact)
            self.table.note(fact)

    def told(self, group: Group, words: Words) -> list[Sentence]:
        """A group in sentences, put into words once however many look."""
        known = self._told.setdefault(group, {})
        if words.language not in known:
            known[words.language] = group.tell(words)
        return known[words.language]

    def _forget_old(self) -> None:
        """Of what was told only the groups that may still change are asked for again, as they are or as they become."""
        recent = {group for groups in self.groups_of.values() for group in groups[-_open(groups) :]}
        self._told = {group: told for group, told in self._told.items() if group in recent}

    def _add_for_all(self, fact: Fact) -> None:
        """A fact that lies open: groups that viewers have in common take it once, and what it begins is in common."""
        done: dict[tuple[Group, ...], list[Group]] = {}  # by the groups that may change, what becomes of them
        begun: list[Group] = []
        for groups in self.groups_of.values():
            open_groups = tuple(groups[-_open(groups) :])
            if open_groups not in done:
                done[open_groups] = self._added(open_groups, fact, begun)
            groups[len(groups) - len(open_groups) :] = done[open_groups]

    def _add_for_each(self, fact: Fact) -> None:
        """A fact that viewers see differently: from here on nobody shares what it may change."""
        for viewer, groups in self.groups_of.items():
            own = tuple(unshared(group) for group in groups[-_open(groups) :])
            groups[len(groups) - len(own) :] = self._added(own, fact if viewer is None else fact.seen_by(viewer), [])

    def _added(self, groups: tuple[Group, ...], fact: Fact, begun: list[Group]) -> list[Group]:
        """The fact goes to the last group, or to one that it begins; what led to it goes along.

        `begun` holds what it has begun for others already, who are not led to it by anything.
        """
        rest = list(groups)
        lead = rest.pop() if rest and isinstance(rest[-1], Prelude) else None
        if not (rest and rest[-1].takes(fact)):
            if lead is not None:
                begun = []
            if not begun:
                begun.append(self._begin(fact))
            rest.append(begun[0])
        self._told.pop(rest[-1], None)
        if isinstance(lead, Prelude) and not rest[-1].led_by(lead.facts):
            rest.insert(-1, lead)
        return rest

    def _begin(self, fact: Fact) -> Group:
        """The group that a fact begins, in this edition alone or in every one."""
        return self.words.edition.chronicle.begins(fact, self.table.state) or self._group(fact)

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


class Story(Stories):
    """The story of one viewer alone."""

    def __init__(self, words: Words, match: Match, seat: Viewer) -> None:
        super().__init__(words, match)
        self.groups: list[Group] = []
        self.groups_of[seat] = self.groups

    def tell(self, begin: int = 0) -> list[Sentence]:
        """The sentences of all groups from this one on."""
        return [sentence for group in self.groups[begin:] for sentence in group.tell(self.words)]

    def latest(self, most: int) -> Sequence[Sentence]:
        """About the last so many sentences."""
        return self.tell(max(0, len(self.groups) - most))[-most:]


def _open(groups: Sequence[Group]) -> int:
    """How many groups at the end may still change: the last, and the one before what leads to the next fact."""
    return min(len(groups), 2 if groups and isinstance(groups[-1], Prelude) else 1)
