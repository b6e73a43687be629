"""Story groups of 2210: an invasion with all its rolls is one sentence, a card with its MODs another."""

from collections import Counter
from typing import ClassVar

from kamchatka.editions.age_groups import CardPlayed, age_group
from kamchatka.editions.chronicle import Chronicle, Group, Sentence, Speaker, heaps, sentences_of
from kamchatka.editions.fight import Fighting
from kamchatka.editions.risk2210.battle.war_facts import InvasionDeclared, InvasionOff, StationSeized
from kamchatka.editions.risk2210.cards.card_facts import ModsRaised, TerritoryTurned
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact

HANDED = ("deal.energy", "energy.crisis")
STATIONS = frozenset({"collect.stations"})  # MODs granted by these clauses are placed at the station


class Chronicle2210(Chronicle):
    """The story groups of this edition."""

    def begins(self, fact: Fact, state: State) -> Group | None:
        if isinstance(fact, InvasionDeclared | Rolled):
            return Invading(int(fact.source), int(fact.target), state).begin_with(fact)
        if isinstance(fact, PurseChanged) and fact.clause in HANDED and fact.amount < 0:
            return Handing(fact)
        group = age_group(fact, state, STATIONS)
        return CommandPlayed(group.seat).begin_with(fact) if isinstance(group, CardPlayed) else group


class Invading(Fighting):
    """An invasion. It is declared anew for each roll, and may end without a fight."""

    SPOILS: ClassVar[tuple[type[Fact], ...]] = (*Fighting.SPOILS, StationSeized)

    def __init__(self, source: int, target: int, state: State) -> None:
        super().__init__(source, target, state)
        self.is_off = False

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, InvasionDeclared | InvasionOff) and not self.is_conquered:
            here = fact.source == self.source and fact.target == self.target
            self.is_off = isinstance(fact, InvasionOff) if here else self.is_off
            return here
        return super().takes(fact)

    def manner(self) -> str:
        if self.blows:
            return super().manner()
        if self.is_conquered:
            return "occupied" if self.moved or self.company else "taken"
        return "called_off" if self.is_off else "declared"


class CommandPlayed(CardPlayed):
    """A command card, with the MODs that it brings at once."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.mods: Counter[int] = Counter()
        self.turned: list[TerritoryTurned] = []

    def takes(self, fact: Fact) -> bool:
        if self.card >= 0 and isinstance(fact, ModsRaised):
            self.mods[int(fact.place)] += int(fact.armies)
            return True
        if self.card >= 0 and isinstance(fact, TerritoryTurned):
            self.turned.append(fact)
            return True
        return super().takes(fact)

    def tell(self, words: Speaker) -> list[Sentence]:
        played = super().tell(words)[0]
        rest = sentences_of(words, [card for card in self.turned if int(card.place) not in self.mods])
        if not self.mods:
            return [played, *rest]
        text = words.phrases.say("story", "reinforced", played=played.text, heaps=heaps(words, self.mods))
        return [Sentence(played.seat, text, played.rules), *rest]


class Handing(Group):
    """Energy that passes from one seat to another, by a deal or a card."""

    def __init__(self, given: PurseChanged) -> None:
        self.given = given
        self.taken: PurseChanged | None = None

    def takes(self, fact: Fact) -> bool:
        if self.taken is not None or not isinstance(fact, PurseChanged) or fact.clause != self.given.clause:
            return False
        self.taken = fact
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        if self.taken is None:
            return sentences_of(words, [self.given])
        giver, taker = (words.names.player(one.seat) for one in (self.given, self.taken))
        text = words.phrases.say("story", self.given.clause, seat=giver, to=taker, amount=int(self.taken.amount))
        return [Sentence(int(self.given.seat), text, words.rules(self.given.clause))]
