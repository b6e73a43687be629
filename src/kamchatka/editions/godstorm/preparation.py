"""Preparation: pantheons by dice, a neutral pantheon in games for two, faith and the heavens (god.setup, god.two)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.places import LANDS, heaven_of
from kamchatka.editions.godstorm.state import HeavenGiven
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.armies import free_colours
from kamchatka.kernel.dice import by_falling_die
from kamchatka.kernel.facts import ColourChosen, FirstNamed
from kamchatka.kernel.options import COLOUR, Action, Choice, Options
from kamchatka.kernel.ports import Territories
from kamchatka.kernel.rules.bidding import Picking
from kamchatka.kernel.rules.neutral import NeutralColourChosen
from kamchatka.kernel.state import NOBODY, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table

PANTHEONS: Final = 5
FIRST_FAITH: Final = 3


@final
class AncientEarth(Territories):
    """The territories for the first plagues, armies and temples. Places below start empty (god.setup.13)."""

    def holds(self, table: Table, place: i64) -> bool:
        return place < LANDS


@final
class NeutralPantheon(Step[Frame]):
    """Draw a random pantheon for the neutral army in games for two (god.two.1)."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        table.note(NeutralColourChosen(table.chance.below(PANTHEONS)))
        return False


@final
class ChoosePantheons(Step[Picking]):
    """Let seats choose free pantheons in descending order of a die roll (god.setup.5)."""

    def frame(self, seat: i64) -> Frame:
        return Picking(self.index, NOBODY, ())

    def arrive(self, table: Table, frame: Picking) -> bool:
        if frame.order:
            return True
        order = by_falling_die(table, [seat for seat in range(table.state.seats)])
        table.note(FirstNamed(order[0]))
        table.replace_top(Picking(self.index, order[0], tuple(order)))
        return False

    def free(self, table: Table) -> Choice:
        """Return the choice of a free pantheon. The neutral one isn't free."""
        neutral = table.state.edition_state.neutrals().colour
        free = Choice(COLOUR)
        for pantheon in free_colours(table, PANTHEONS).whats:
            if pantheon != neutral:
                free.add(pantheon)
        return free

    def options(self, table: Table, frame: Picking, seat: i64) -> Options:
        return Options().add(self.free(table))

    def act(self, table: Table, frame: Picking, seat: i64, action: Action) -> None:
        table.note(ColourChosen(seat, action.what))
        left = frame.order[1:]
        if left:
            table.replace_top(Picking(self.index, left[0], left))
        else:
            table.close()

    def why(self, table: Table, frame: Picking, seat: i64, action: Action) -> str:
        return "colour.free" if action.verb == COLOUR else "turn.not_now"


@final
class Blessings(Step[Frame]):
    """Give each seat three faith and the heaven of its pantheon (god.setup.6, god.setup.17)."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        for seat in range(table.state.seats):
            table.note(PurseChanged(seat, FIRST_FAITH, "setup.faith"))
            table.note(HeavenGiven(seat, heaven_of(table, seat)))
        return False
