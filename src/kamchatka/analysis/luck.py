"""Exact luck: compare every throw with its expected result and compute how unlikely the total is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kamchatka.analysis.throws import BattleThrow
from kamchatka.odds.throws import Cost, ThrowOdds

NEGLIGIBLE = 1e-15  # tail probability that may be cut off a distribution at each step


@dataclass(frozen=True)
class Luck:
    """Summary of one player's throws. Luck is the actual result minus the expected one."""

    throws: int
    lost: int
    lost_on_average: float
    beaten: int
    beaten_on_average: float
    variance: float
    chance: float  # probability that the same throws turn out at least this well (or this badly)

    @property
    def armies(self) -> float:
        """Armies gained compared with the expected result; negative means bad luck."""
        return (self.beaten - self.beaten_on_average) - (self.lost - self.lost_on_average)

    @property
    def one_in(self) -> float:
        """The reciprocal of `chance`, for "one in N"."""
        return 1.0 / self.chance


@dataclass(frozen=True)
class FoughtBattle:
    """Consecutive throws from one place against another in one turn."""

    first: BattleThrow
    last: BattleThrow
    luck: Luck  # the attacker's; the defender's is its negative


@dataclass
class _Side:
    """The throws of one player, as attacker or defender."""

    throws: list[tuple[ThrowOdds, int]] = field(default_factory=list)  # with 1 for the attacker, -1 for the defender

    def luck(self) -> Luck:
        lost, average, beaten, usual = 0, 0.0, 0, 0.0
        for odds, sign in self.throws:
            fell, mean = (odds.fell.lost, odds.fell.beaten), (odds.lost, odds.beaten)
            lost += fell[sign < 0]
            average += mean[sign < 0]
            beaten += fell[sign > 0]
            usual += mean[sign > 0]
        variance = sum(odds.variance for odds, _ in self.throws)
        return Luck(len(self.throws), lost, average, beaten, usual, variance, self._chance(beaten - lost))

    def _chance(self, balance: int) -> float:
        """Return the probability that the same throws end at least this far from the mean, on the same side of it."""
        base, chances = distribution([(odds.costs, sign) for odds, sign in self.throws])
        mean = sum((base + n) * chance for n, chance in enumerate(chances))
        at = balance - base
        tail = chances[max(0, at) :] if balance >= mean else chances[: max(0, at + 1)]
        return min(1.0, max(sum(tail), NEGLIGIBLE))


def distribution(throws: Iterable[tuple[Sequence[Cost], int]]) -> tuple[int, list[float]]:
    """Return the distribution of the total balance: the lowest one, and the chances of it and each following one.

    Computed by convolution, throw by throw. Tails below NEGLIGIBLE are cut off.

    >>> from kamchatka.odds import Throw, compare_dice
    >>> one = compare_dice(Throw(1), Throw(1), (6, 5)).costs
    >>> base, chances = distribution([(one, 1), (one, 1)])
    >>> base, [round(chance, 4) for chance in chances]
    (-2, [0.3403, 0.0, 0.4861, 0.0, 0.1736])
    """
    base, chances = 0, [1.0]
    for costs, sign in throws:
        steps = [(sign * cost.balance, cost.chance) for cost in costs]
        least, most = min(step for step, _ in steps), max(step for step, _ in steps)
        wider = [0.0] * (len(chances) + most - least)
        for step, chance in steps:
            for n, here in enumerate(chances, start=step - least):
                wider[n] += here * chance
        base, chances = _cut(base + least, wider)
    return base, chances


def _cut(base: int, chances: list[float]) -> tuple[int, list[float]]:
    """Cut off tails with negligible probability."""
    start, end = 0, len(chances)
    while end - start > 1 and chances[start] < NEGLIGIBLE:
        start += 1
    while end - start > 1 and chances[end - 1] < NEGLIGIBLE:
        end -= 1
    return base + start, chances[start:end]


def luck_of(throws: Iterable[BattleThrow], duels: bool = False) -> dict[int, Luck]:
    """Return luck by seat, in throws of armies or (`duels`) in duels of pieces, without neutral armies."""
    sides: dict[int, _Side] = {}
    for throw in throws:
        if throw.odds.duel == duels:
            for seat, sign in ((throw.attacker, 1), (throw.defender, -1)):
                if seat >= 0:
                    sides.setdefault(seat, _Side()).throws.append((throw.odds, sign))
    return {seat: sides[seat].luck() for seat in sorted(sides)}


def battles_of(throws: Iterable[BattleThrow]) -> list[FoughtBattle]:
    """Group throws of armies into battles, in order, each with the attacker's luck."""
    found = []
    armies = (throw for throw in throws if not throw.odds.duel)
    for _, group in groupby(armies, key=lambda throw: (throw.round, throw.turn, throw.source, throw.target)):
        fought = list(group)
        found.append(FoughtBattle(fought[0], fought[-1], _Side([(throw.odds, 1) for throw in fought]).luck()))
    return found
