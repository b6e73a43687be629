"""The Challenge card: once per game, in one battle, the attacker wins ties."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.challenge.state import edition_state
from kamchatka.kernel.battle import Battle, Ties
from kamchatka.kernel.options import CHOOSE, Action, Options
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.schema.fields import PLACE, SEAT, Fields
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import PublicFact, Table


@final
class ChallengePlayed(PublicFact):
    """A seat played its Challenge card."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.played[self.seat] = table.state.round
        own.duel = 1
        own.source = NOBODY
        own.target = NOBODY


@final
class ChallengeBound(PublicFact):
    """The card applies to this battle."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE}

    def __init__(self, source: i64, target: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        edition_state(table).source = self.source
        edition_state(table).target = self.target


@final
class ChallengeSpent(PublicFact):
    """The attacker left the battle for another one, so the card no longer applies."""

    def apply(self, table: Table) -> None:
        edition_state(table).duel = 0


@final
class ChallengeCard(OptionalAction):
    """A seat plays the card in its own turn before any roll, but not after the closing throws have begun."""

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        own = edition_state(table)
        return own.played[seat] == 0 and own.threshold == 0

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        if self.asks(table, seat, used):
            options.may(CHOOSE)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        table.note(ChallengePlayed(seat))

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        own = edition_state(table)
        if action.verb != CHOOSE:
            return "turn.not_now"
        if own.played[seat] > 0:
            return "challenge.once"
        return "challenge.before_closing" if own.threshold > 0 else "challenge.alone"


@final
class TriosAndChallenge(OptionalAction):
    """Offer trios and the card during reinforcements. The card alone doesn't prolong the phase (rtu.chal.2)."""

    def __init__(self, trios: OptionalAction) -> None:
        self.trios: Final = trios
        self.card: Final = ChallengeCard()

    def parts(self) -> list[AnyStep]:
        return self.trios.parts()

    def trios_used(self, table: Table, seat: i64, used: i64) -> i64:
        """Count the trios traded so far, without a Challenge card played in this phase."""
        return used - 1 if edition_state(table).played[seat] == table.state.round else used

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return self.trios.asks(table, seat, self.trios_used(table, seat, used))

    def compels(self, table: Table, seat: i64, used: i64) -> bool:
        return self.trios.compels(table, seat, self.trios_used(table, seat, used))

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        self.trios.offer(table, seat, self.trios_used(table, seat, used), options)
        self.card.offer(table, seat, used, options)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        if action.verb == CHOOSE:
            self.card.act(table, seat, action)
        else:
            self.trios.act(table, seat, action)

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        if action.verb == CHOOSE:
            return self.card.why(table, seat, used, action)
        return self.trios.why(table, seat, self.trios_used(table, seat, used), action)


@final
class ChallengeTies(Ties):
    """Give ties to the attacker in the first battle after the card was played, until it leaves that battle."""

    def favour_attacker(self, table: Table, battle: Battle) -> bool:
        own = edition_state(table)
        state = table.state
        if own.duel == 0 or own.played[state.turn] != state.round:
            return False
        if own.source == NOBODY:
            table.note(ChallengeBound(battle.source, battle.target))
        elif own.source != battle.source or own.target != battle.target:
            table.note(ChallengeSpent())
            return False
        return True
