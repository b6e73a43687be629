"""Stories: summaries of events in few sentences, complete as far as each viewer saw them."""

from collections.abc import Iterable, Sequence

from kamchatka.editions.chronicle import Group, Prelude, Sentence, Single, copy_group
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

Viewer = int | None  # a seat, ONLOOKER for a spectator, or None to see everything


class Stories:
    """Facts in order, grouped as people describe them, such as a battle, a placement or a deal.

    They are replayed on a separate table. Viewers who see the same facts share the group objects.
    """

    def __init__(self, words: Words, match: Match) -> None:
        self.words = words
        self.match = match
        self.table = match.game.blank(match.seats, ScriptedChance([]))
        if match.base is not None:
            self.table.state = match.base.copy()
        elif match.start:
            self.table.state = parse_position(match.game, match.start)
        self.groups_of: dict[Viewer, list[Group]] = {}
        self._told: dict[Group, dict[str, list[Sentence]]] = {}  # cached sentences by group and language

    def hear(self, facts: Iterable[Fact]) -> None:
        """Add facts in the order in which they happened."""
        self._forget_old()
        for fact in facts:
            if isinstance(fact, PublicFact) and not isinstance(fact, SILENT):
                self._add_for_all(fact)
            elif not isinstance(fact, SILENT):
                self._add_for_each(fact)
            self.table.note(fact)

    def tell_group(self, group: Group, words: Words) -> list[Sentence]:
        """Return a group's sentences, which are built once for all readers of a language."""
        known = self._told.setdefault(group, {})
        if words.language not in known:
            known[words.language] = group.tell(words)
        return known[words.language]

    def _forget_old(self) -> None:
        """Drop cached sentences, except for groups that are still open."""
        recent = {group for groups in self.groups_of.values() for group in groups[-_open(groups) :]}
        self._told = {group: told for group, told in self._told.items() if group in recent}

    def _add_for_all(self, fact: Fact) -> None:
        """Add a public fact. Shared groups receive it once, and a group that it starts is shared too."""
        done: dict[tuple[Group, ...], list[Group]] = {}  # maps the open groups before the fact to those after it
        begun: list[Group] = []
        for groups in self.groups_of.values():
            open_groups = tuple(groups[-_open(groups) :])
            if open_groups not in done:
                done[open_groups] = self._add(open_groups, fact, begun)
            groups[len(groups) - len(open_groups) :] = done[open_groups]

    def _add_for_each(self, fact: Fact) -> None:
        """Add a fact that viewers see differently. From then on, they don't share the groups that it may change."""
        for viewer, groups in self.groups_of.items():
            own = tuple(copy_group(group) for group in groups[-_open(groups) :])
            groups[len(groups) - len(own) :] = self._add(own, fact if viewer is None else fact.seen_by(viewer), [])

    def _add(self, groups: tuple[Group, ...], fact: Fact, begun: list[Group]) -> list[Group]:
        """Add a fact to the last group, or start a new group that includes the prelude.

        `begun` holds the group that the fact has already started for other viewers, who had no prelude.
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
        if isinstance(lead, Prelude) and not rest[-1].takes_prelude(lead.facts):
            rest.insert(-1, lead)
        return rest

    def _begin(self, fact: Fact) -> Group:
        """Return the group that a fact starts, as the edition or else the common rules define it."""
        return self.words.edition.chronicle.begins(fact, self.table.state) or self._group(fact)

    def _group(self, fact: Fact) -> Group:
        """Return the group that a fact starts by the rules common to all editions."""
        owner = self.table.state.owner
        if isinstance(fact, ArmiesMoved):
            return Moving(fact, int(owner[fact.source]))
        if isinstance(fact, Rolled):
            return Fighting(int(fact.source), int(fact.target), self.table.state).begin_with(fact)
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
    """The story of a single viewer."""

    def __init__(self, words: Words, match: Match, seat: Viewer) -> None:
        super().__init__(words, match)
        self.groups: list[Group] = []
        self.groups_of[seat] = self.groups

    def tell(self, begin: int = 0) -> list[Sentence]:
        """Return the sentences of all groups from `begin` on."""
        return [sentence for group in self.groups[begin:] for sentence in group.tell(self.words)]

    def latest(self, most: int) -> Sequence[Sentence]:
        """Return roughly the latest `most` sentences."""
        return self.tell(max(0, len(self.groups) - most))[-most:]


def _open(groups: Sequence[Group]) -> int:
    """Count the groups that can still change: the last one, or the last two if the last is a prelude."""
    return min(len(groups), 2 if groups and isinstance(groups[-1], Prelude) else 1)
