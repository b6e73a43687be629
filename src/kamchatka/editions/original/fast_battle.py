"""Fast battles between large armies: five armies per comparison, if the defender agrees."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.original.state import edition_state
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.options import ATTACK, CHOOSE, FAST_ATTACK, Action, Choice, Options, Pairs
from kamchatka.kernel.ports import AS_AN_ATTACK, OptionalAction
from kamchatka.kernel.rules.combat import Defence
from kamchatka.kernel.schema.fields import SEAT, Fields
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import PublicFact, Table

LARGE: Final = 20  # minimum number of armies in both places
STAKE: Final = 5  # armies lost per comparison
NO: Final = 0
YES: Final = 1


@final
class FastBattleDeclined(PublicFact):
    """The defender refused fast battles for this turn."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).declined |= bit(self.seat)


@final
class Consent(Step[Battle]):
    """Ask the defender to agree to a fast battle."""

    def __init__(self, defence: Defence) -> None:
        super().__init__()
        self.defence: Final = defence

    def parts(self) -> list[AnyStep]:
        return [self.defence]

    def options(self, table: Table, frame: Battle, seat: i64) -> Options:
        answers = Choice(CHOOSE)
        answers.add(NO)
        answers.add(YES)
        return Options().add(answers)

    def act(self, table: Table, frame: Battle, seat: i64, action: Action) -> None:
        if action.what == YES:
            table.replace_top(Battle(self.defence.index, seat, frame.source, frame.target, frame.dice))
        else:
            table.close()
            table.note(FastBattleDeclined(seat))

    def why(self, table: Table, frame: Battle, seat: i64, action: Action) -> str:
        return "fast.consent"


@final
class FastBattles(OptionalAction):
    """Offer every legal attack also as a fast battle, if both places are large."""

    def __init__(self, defence: Defence) -> None:
        self.consent: Final = Consent(defence)

    def parts(self) -> list[AnyStep]:
        return [self.consent]

    def is_large(self, table: Table, source: i64, target: i64) -> bool:
        """Return True if both places hold enough armies."""
        armies = table.state.armies
        return armies[source] >= LARGE and armies[target] >= LARGE

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        state = table.state
        fast = Pairs(FAST_ATTACK)
        for option in options.ranges:
            if isinstance(option, Pairs) and option.verb == ATTACK:
                for row in option.rows:
                    source, target = row & 0xFF, (row >> 8) & 0xFF
                    if self.is_large(table, source, target) and not has(
                        edition_state(table).declined, state.owner[target]
                    ):
                        fast.add(source, target, (row >> 16) & 0xFFFF, row >> 32)
        options.add(fast)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        table.open(Battle(self.consent.index, table.state.owner[action.to], action.at, action.to, action.n))

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        """Return the clause that forbids a fast battle; AS_AN_ATTACK if the rules of attacks forbid it."""
        if action.verb != FAST_ATTACK:
            return "turn.not_now"
        if not table.board.adjacent(action.at, action.to):
            return AS_AN_ATTACK
        if not self.is_large(table, action.at, action.to):
            return "fast.large"
        return "fast.consent" if has(edition_state(table).declined, table.state.owner[action.to]) else AS_AN_ATTACK
