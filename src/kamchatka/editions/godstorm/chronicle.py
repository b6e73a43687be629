"""Story groups of Godstorm: god wars, rerolls and divine help belong to their invasion."""

from typing import ClassVar

from kamchatka.editions.age_groups import CardsBought, age_group
from kamchatka.editions.chronicle import Chronicle, Group, Prelude
from kamchatka.editions.fight import Fighting, MovingIn
from kamchatka.editions.godstorm.armies.divine_dice import OnesRerolled
from kamchatka.editions.godstorm.invasion.capture import Entered
from kamchatka.editions.godstorm.invasion.god_war import GodsFought
from kamchatka.editions.godstorm.state import GodHelped, RelicTaken
from kamchatka.kernel.ages.age_facts import CardTaken
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact

TEMPLES = frozenset({"collect.temple"})  # armies granted by these clauses are placed at the temple


class GodstormChronicle(Chronicle):
    """The story groups of this edition."""

    def begins(self, fact: Fact, state: State) -> Group | None:
        if isinstance(fact, Rolled | GodsFought):
            return HolyFighting(int(fact.source), int(fact.target), state).begin_with(fact)
        if isinstance(fact, OnesRerolled | GodHelped):
            return Prelude(fact)
        if isinstance(fact, Entered):
            return MovingIn(fact, int(fact.place), int(fact.by))
        group = age_group(fact, state, TEMPLES)
        return MiraclesBought(group.seat).begin_with(fact) if isinstance(group, CardsBought) else group


class HolyFighting(Fighting):
    """A fight that gods may start and support."""

    BLOWS: ClassVar[tuple[type[Fact], ...]] = (GodHelped,)
    SPOILS: ClassVar[tuple[type[Fact], ...]] = (*Fighting.SPOILS, RelicTaken)

    def is_roll(self, fact: Fact) -> bool:
        if isinstance(fact, GodsFought) and fact.source == self.source and fact.target == self.target:
            self.owed = 1
            return True
        return super().is_roll(fact)


class MiraclesBought(CardsBought):
    """Miracle cards bought together. Magic cards are relics, which are public."""

    CARDS: ClassVar[tuple[type[Fact], ...]] = (CardTaken, RelicTaken)
