"""God wars. Each side adds its armies to the dice of one god, at least three; the loser is banished (god.godwar)."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import banish
from kamchatka.editions.godstorm.armies.divine_dice import DivineThrow, throw
from kamchatka.editions.godstorm.gods.labours import Labours
from kamchatka.editions.godstorm.gods.relics import godwar_bonus, godwar_rerolls
from kamchatka.editions.godstorm.invasion.forces import Invaders, force, gods, invaders
from kamchatka.editions.godstorm.places import ALTARS, count_controlled
from kamchatka.editions.godstorm.state import MAGIC, SKY, WAR, GodHelped, has_temple
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.bits import first, has, size
from kamchatka.kernel.options import NAME_KIND, Action, Options
from kamchatka.kernel.schema.fields import AMOUNT, DICE, KIND, PLACE, Fields
from kamchatka.kernel.state import PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import PublicFact, Table

OWN_DICE: Final = 3  # dice per side, without those from gods and altars


@final
class Champions(PublicFrame):
    """The invader put forward a god of this kind, and the defender must choose one too."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "kind": KIND}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, kind: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.kind: Final[i64] = kind


@final
class GodsFought(PublicFact):
    """The dice of a god war and the total of each side."""

    FIELDS: ClassVar[Fields] = {
        "source": PLACE,
        "target": PLACE,
        "attack": DICE,
        "defence": DICE,
        "total": AMOUNT,
        "against": AMOUNT,
    }

    def __init__(self, source: i64, target: i64, attack: i64, defence: i64, total: i64, against: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.attack: Final[i64] = attack
        self.defence: Final[i64] = defence
        self.total: Final[i64] = total  # the invader's dice
        self.against: Final[i64] = against  # the defender's dice

    def apply(self, table: Table) -> None:
        pass


@final
class GodWar(Step[Champions]):
    """Ask the defender for its god, then roll for both sides."""

    def __init__(self, labours: Labours, goddess_rerolls: bool, whole_stack: bool, is_attack: bool) -> None:
        super().__init__()
        self.labours: Final = labours
        self.goddess_rerolls: Final = goddess_rerolls  # True if the Magic goddess rerolls ones in god wars too
        self.whole_stack: Final = whole_stack  # True if the army that must stay behind counts too
        self.is_attack: Final = is_attack  # True if a god-war roll is enough to call the invasion off later

    def open(self, table: Table, frame: Invaders, kind: i64) -> None:
        """Open a god war, for which the invader has named its god."""
        table.open(Champions(self.index, table.state.owner[frame.target], frame.source, frame.target, kind))

    def arrive(self, table: Table, frame: Champions) -> bool:
        present = pieces_at(table, frame.target)
        if size(present) > 1:
            return True
        self.fight(table, frame, first(present))
        return False

    def options(self, table: Table, frame: Champions, seat: i64) -> Options:
        return Options().add(gods(pieces_at(table, frame.target)))

    def act(self, table: Table, frame: Champions, seat: i64, action: Action) -> None:
        self.fight(table, frame, action.what)

    def why(self, table: Table, frame: Champions, seat: i64, action: Action) -> str:
        return "godwar.champion" if action.verb == NAME_KIND else "turn.not_now"

    # -------------------------------------------------------------- the roll
    def fight(self, table: Table, frame: Champions, rival: i64) -> None:
        """Roll for both sides.

        The side with the lower total loses its god. A War god wins ties, otherwise the defender does (god.godwar.9).
        """
        table.close()
        war = invaders(table)
        attack = self.throw(table, war.seat, force(table, war), False)
        defence = self.throw(table, frame.seat, pieces_at(table, frame.target), has_temple(table, frame.target))
        total = attack.total() + self.strength(table, war.seat, self.count_armies(table.state.armies[frame.source]))
        against = defence.total() + self.strength(table, frame.seat, table.state.armies[frame.target])
        table.note(GodsFought(frame.source, frame.target, attack.final, defence.final, total, against))
        won = total > against or (total == against and has(force(table, war), WAR))
        if total == against and won:
            table.note(GodHelped(war.seat, WAR))
        table.replace_top(war.advance(war.rolls + (1 if self.is_attack else 0), 0))
        self.labours.reward_triples(table, war.seat, frame.target, attack)
        self.labours.reward_triples(table, frame.seat, frame.target, defence)
        if won:
            self.labours.reward_defeat_of_god(table, war.seat)
            banish(table, frame.seat, rival)
        else:
            banish(table, war.seat, frame.kind)

    def throw(self, table: Table, seat: i64, present: i64, temple: bool) -> DivineThrow:
        """Throw one side's dice."""
        if has(present, SKY):
            table.note(GodHelped(seat, SKY))
        return throw(table, seat, self.dice(table, seat, present), self.rerolls(table, seat, present, temple))

    # -------------------------------------------------------------- a side's strength, for the roll and for its odds
    def dice(self, table: Table, seat: i64, present: i64) -> i64:
        """Return three dice, plus one for the Sky god and one per altar."""
        return OWN_DICE + count_controlled(table, seat, ALTARS) + (1 if has(present, SKY) else 0)

    def rerolls(self, table: Table, seat: i64, present: i64, temple: bool) -> str:
        """Return the clause that lets a side reroll its ones, or ""."""
        if self.goddess_rerolls and has(present, MAGIC):
            return "reroll.goddess"
        if temple:
            return "reroll.temple_in_godwar"
        return "reroll.gungnir" if godwar_rerolls(table, seat) else ""

    def count_armies(self, armies: i64) -> i64:
        """Return how many of the source's armies count."""
        return armies if self.whole_stack else armies - 1

    def strength(self, table: Table, seat: i64, armies: i64) -> i64:
        """Return the bonus to a side's dice, from its armies and its cards."""
        return armies + godwar_bonus(table, seat)
