"""Battles: one to three dice against one or two, rerolls of ones, and losses that go to heaven (god.battle)."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.godstorm.armies.casualties import fell
from kamchatka.editions.godstorm.armies.divine_dice import DivineThrow, throw
from kamchatka.editions.godstorm.gods.labours import Labours
from kamchatka.editions.godstorm.gods.relics import saves_losses
from kamchatka.editions.godstorm.invasion.capture import Capture
from kamchatka.editions.godstorm.invasion.forces import Invaders, answers_for, force, invaders, is_below
from kamchatka.editions.godstorm.state import DEATH, MAGIC, WAR, GodHelped, has_temple
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.options import DEFEND, LOSE, Action, Amount, Options
from kamchatka.kernel.schema.fields import AMOUNT, PLACE, Fields
from kamchatka.kernel.state import NOBODY, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(free_list_len=1)
@final
class BattleRoll(PublicFrame):
    """A battle roll. The invader has announced its dice; `lost` and `falls` are the losses after the roll."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "dice": AMOUNT, "lost": AMOUNT, "falls": AMOUNT}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, dice: i64, lost: i64, falls: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.dice: Final[i64] = dice
        self.lost: Final[i64] = lost  # losses of the invader
        self.falls: Final[i64] = falls  # losses of the defender


def count_lost_pairs(attack: DivineThrow, defence: DivineThrow, ties: bool) -> i64:
    """Count the pairs of dice that the invader loses. Dice are paired from the highest down.

    With `ties` the invader wins equal ones (god.battle.6-7).
    """
    lost: i64 = 0
    mine = attack.final
    theirs = defence.final
    while mine and theirs:
        if mine & 15 < theirs & 15 or (mine & 15 == theirs & 15 and not ties):
            lost += 1
        mine >>= 4
        theirs >>= 4
    return lost


@final
class GodstormBattle(Step[BattleRoll]):
    """Ask the defender for one or two dice, then roll for both sides."""

    def __init__(self, labours: Labours, capture: Capture, neutral_chooses: bool) -> None:
        super().__init__()
        self.labours: Final = labours
        self.capture: Final = capture
        self.ransom: Final = Ransom(self)
        self.neutral_chooses: Final = neutral_chooses  # the opponent chooses the dice of neutral armies

    def name(self) -> str:
        return "Battle"  # the name in saved games

    def parts(self) -> list[AnyStep]:
        return [self.ransom, self.capture]

    def open(self, table: Table, frame: Invaders, dice: i64) -> None:
        """Open a battle roll, for which the invader has announced its dice."""
        seat = answers_for(table, frame.seat, frame.target)
        table.open(BattleRoll(self.index, seat, frame.source, frame.target, dice, 0, 0))

    def most(self, table: Table, frame: BattleRoll) -> i64:
        """Return the defender's maximum number of dice: two if there are two armies."""
        return min(i64(2), table.state.armies[frame.target])

    def arrive(self, table: Table, frame: BattleRoll) -> bool:
        """Roll the maximum for neutral armies at once, unless an opponent of the invader chooses for them."""
        most = self.most(table, frame)
        chosen = self.neutral_chooses and frame.seat != table.state.turn
        if most > 1 and (chosen or table.state.owner[frame.target] != NOBODY):
            return True
        self.roll(table, frame, most)
        return False

    def options(self, table: Table, frame: BattleRoll, seat: i64) -> Options:
        return Options().add(Amount(DEFEND, 1, self.most(table, frame)))

    def act(self, table: Table, frame: BattleRoll, seat: i64, action: Action) -> None:
        self.roll(table, frame, action.n)

    def why(self, table: Table, frame: BattleRoll, seat: i64, action: Action) -> str:
        return "battle.defence_dice" if action.verb == DEFEND else "turn.not_now"

    # -------------------------------------------------------------- the roll
    def roll(self, table: Table, frame: BattleRoll, dice: i64) -> None:
        """Roll for both sides. Reward a triple, which only the invader can roll, and offer the Tree of Life."""
        table.close()
        war = invaders(table)
        gods = force(table, war)
        owner = table.state.owner[frame.target]
        attack = throw(table, war.seat, frame.dice, "reroll.goddess" if has(gods, MAGIC) else "")
        defence = throw(table, owner, dice, self.guard(table, frame.target))
        table.note(Rolled(frame.source, frame.target, attack.final, defence.final))
        lost = count_lost_pairs(attack, defence, has(gods, WAR))
        if lost < count_lost_pairs(attack, defence, ties=False):
            table.note(GodHelped(war.seat, WAR))
        falls = min(frame.dice, dice) - lost
        saved = 0 if is_below(frame.target) else saves_losses(table, owner, falls)
        self.labours.reward_triples(table, war.seat, frame.target, attack)
        if saved > 0:
            table.open(BattleRoll(self.ransom.index, owner, frame.source, frame.target, frame.dice, lost, falls))
        else:
            self.settle(table, frame.dice, lost, falls)

    def guard(self, table: Table, place: i64) -> str:
        """Return the clause that lets the defender reroll ones, or "". Neutral armies never reroll."""
        if table.state.owner[place] == NOBODY:
            return ""
        if has(pieces_at(table, place), MAGIC):
            return "reroll.goddess"
        return "reroll.temple" if has_temple(table, place) else ""

    def settle(self, table: Table, dice: i64, lost: i64, falls: i64) -> None:
        """Remove the losses.

        They go to heaven. From the Underworld, or in a fight against a Death god, they go to the reserve
        (god.god.death).
        """
        war = invaders(table)
        table.replace_top(war.advance(war.rolls + 1, dice))
        fell(table, war.source, lost, heaven=True)
        deathly = has(force(table, war), DEATH)
        if deathly and falls > 0 and table.state.owner[war.target] != NOBODY:
            table.note(GodHelped(war.seat, DEATH))
        fell(table, war.target, falls, heaven=not deathly)
        if table.state.armies[war.target] == 0:
            self.capture.open(table, invaders(table))


@final
class Ransom(Step[BattleRoll]):
    """Ask the owner of the Tree of Life how many armies lost in defence to keep, for one faith each."""

    def __init__(self, battle: GodstormBattle) -> None:
        super().__init__()
        self.battle: Final = battle

    def options(self, table: Table, frame: BattleRoll, seat: i64) -> Options:
        saved = saves_losses(table, seat, frame.falls)
        return Options().add(Amount(LOSE, frame.falls - saved, frame.falls))

    def act(self, table: Table, frame: BattleRoll, seat: i64, action: Action) -> None:
        table.close()
        if action.n < frame.falls:
            table.note(PurseChanged(seat, action.n - frame.falls, "relic.tree_of_life"))
        self.battle.settle(table, frame.dice, frame.lost, action.n)

    def why(self, table: Table, frame: BattleRoll, seat: i64, action: Action) -> str:
        return "relic.tree_of_life" if action.verb == LOSE else "turn.not_now"
