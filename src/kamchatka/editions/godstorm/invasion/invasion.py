"""One invasion: the Sky window, god wars while both sides have gods, then battle rolls (god.invade.8)."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.godstorm.invasion.battle import GodstormBattle
from kamchatka.editions.godstorm.invasion.capture import Enter
from kamchatka.editions.godstorm.invasion.forces import Invaders, fighters, force, gods, is_below, is_empty, is_target
from kamchatka.editions.godstorm.invasion.god_war import GodWar
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.options import NAME_KIND, PASS, ROLL, Action, Amount, Options
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class DefenderAnswers:
    """The defender's answers between a declaration and the first roll."""

    def parts(self) -> list[AnyStep]:
        """Return the steps it may open."""
        raise NotImplementedError

    def open(self, table: Table, frame: Invaders) -> None:
        """Handle the declaration of an invasion of a player's territory."""
        raise NotImplementedError


@final
class GodstormInvasion(Step[Invaders]):
    """Ask the invader for a god or for dice. After the first roll it may call the invasion off."""

    def __init__(
        self, answers: DefenderAnswers, god_war: GodWar, battle: GodstormBattle, enter: Enter, spare: bool
    ) -> None:
        super().__init__()
        self.answers: Final = answers
        self.god_war: Final = god_war
        self.battle: Final = battle
        self.enter: Final = enter
        self.spare: Final = spare  # True if attacks from heaven need one army more than dice

    def name(self) -> str:
        return "Invasion"  # the name in saved games

    def parts(self) -> list[AnyStep]:
        return [*self.answers.parts(), self.god_war, self.battle, self.enter]

    def arrive(self, table: Table, frame: Invaders) -> bool:
        if not frame.answered:
            table.replace_top(frame.advance(0, 0))
            if not is_below(frame.target) and table.state.owner[frame.target] != NOBODY:
                self.answers.open(table, frame)
        elif not self.may_go_on(table, frame):
            table.close()
        elif is_empty(table, frame.target):
            table.replace_top(frame.at_step(self.enter.index))
        else:
            return True
        return False

    def may_go_on(self, table: Table, frame: Invaders) -> bool:
        """Return True if the invaders can still attack.

        Cards may have removed the armies or the target (god.invade.10).
        """
        return (
            table.state.owner[frame.source] == frame.seat
            and fighters(table, frame.source, self.spare) > 0
            and is_target(table, frame.seat, frame.target)
        )

    def gods_meet(self, table: Table, frame: Invaders) -> bool:
        """Return True if both sides have gods, which fight each other before the armies (god.godwar.1)."""
        return force(table, frame) != 0 and pieces_at(table, frame.target) != 0

    def options(self, table: Table, frame: Invaders, seat: i64) -> Options:
        options = Options()
        most = min(i64(3), fighters(table, frame.source, self.spare))
        if self.gods_meet(table, frame):
            options.add(gods(force(table, frame)))
        elif frame.fixed > 0:  # the dice of the declaration, as far as the armies still allow
            options.add(Amount(ROLL, min(frame.fixed, most), min(frame.fixed, most)))
        else:
            options.add(Amount(ROLL, 1, most))
        return options.may(PASS) if frame.rolls > 0 else options

    def act(self, table: Table, frame: Invaders, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb == NAME_KIND:
            self.god_war.open(table, frame, action.what)
        else:
            self.battle.open(table, frame, action.n)

    def why(self, table: Table, frame: Invaders, seat: i64, action: Action) -> str:
        if action.verb == PASS:
            return "invade.one_attack"
        if action.verb == NAME_KIND:
            return "godwar.champion" if self.gods_meet(table, frame) else "godwar.no_rivals"
        if action.verb != ROLL:
            return "turn.not_now"
        if self.gods_meet(table, frame):
            return "godwar.first"
        return "invade.declared_dice" if frame.fixed > 0 else "battle.attack_dice"
