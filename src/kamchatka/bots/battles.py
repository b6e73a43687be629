"""Precomputed odds for all battles under one dice rule. Bots look up thousands of battles per turn."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.odds import DiceRule, bounties, grid

LARGEST: Final = 100  # armies per side up to which the tables are exact; larger battles are scaled down
PAID: Final = 40  # the same for battles with a prize
PRIZES: Final = 24  # number of tabulated prizes in a geometric series with ratio STEP:
STEP: Final = 1.35
LEAST_PRIZE: Final = 0.4  # 0.4, 0.54, 0.73 … 400 armies
GRAIN: Final = 4.0  # grid steps per army for finding a prize's table row
KNOWN_PRIZES: Final = [LEAST_PRIZE * STEP**n for n in range(PRIZES)]
# by grid step: index of the last tabulated prize (except the largest) below the step, or 0
BELOW: Final = vec[i64](
    [
        max([0] + [n for n in range(PRIZES - 1) if KNOWN_PRIZES[n] < step / GRAIN])
        for step in range(int(KNOWN_PRIZES[-1] * GRAIN) + 1)
    ]
)


@final
class Battles:
    """The odds of all battles under one dice rule, as flat tables."""

    def __init__(self, rule: DiceRule) -> None:
        known = grid(LARGEST, rule)
        self.wins: Final[vec[float]] = known.wins
        self.left: Final[vec[float]] = known.left
        self.prizes: Final = vec[float](KNOWN_PRIZES)
        # ordered by battle, then by prize, because lookups for a battle read neighbouring prizes
        self.paid: Final = by_battle(bounties(PAID, tuple(KNOWN_PRIZES), rule))
        # By defenders: bounds for the value of a prize to any attacker, from three numbers.
        ceilings = [ceiling_of(self.paid, defenders) for defenders in range(PAID + 1)]
        self.discount: Final = vec[float]([each[0] for each in ceilings])  # the whole prize minus this discount
        self.slope: Final = vec[float]([each[1] for each in ceilings])  # this fraction of the prize
        self.threshold: Final = vec[float]([each[2] for each in ceilings])  # beyond this threshold; zero below it
        # by defenders: minimum discount on a prize for attackers beyond the tables
        self.fee: Final = vec[float]([fee_of(ceilings, defenders) for defenders in range(LARGEST + 1)])
        # by defenders: average cost of taking the place with a large stack, including one army left there
        self.toll: Final = vec[float]([1.0] + [1.0 + self.losses(2 * n + 6, n) for n in range(1, LARGEST + 1)])
        # armies lost per army destroyed, for an attacker with a large stack
        self.rate: Final = (self.toll[12] - self.toll[2]) / 10.0

    def win(self, attackers: i64, defenders: i64) -> float:
        """Return the probability that `attackers` armies able to fight take a place with `defenders` armies.

        >>> from kamchatka.odds import THREE_DICE
        >>> round(battles_by(THREE_DICE).win(10, 5), 3)
        0.681
        """
        return self.wins[cell(attackers, defenders)] if attackers > 0 else 0.0

    def losses(self, attackers: i64, defenders: i64) -> float:
        """Return the average number of armies that such an attack costs."""
        if attackers <= 0:
            return 0.0
        left = self.left[cell(attackers, defenders)]
        larger = max(attackers, defenders)
        return float(attackers) - (left if larger <= LARGEST else left * (float(larger) / float(LARGEST)))

    def cost(self, defenders: i64) -> float:
        """Return the average cost of taking a place with this garrison with a large stack."""
        return self.toll[min(i64(LARGEST), defenders)]

    def pays(self, attackers: i64, defenders: i64, prize: float) -> float:
        """Return the value of an attack for a prize, minus its cost, if it is stopped when it no longer pays."""
        if attackers <= 0 or prize <= LEAST_PRIZE:
            return 0.0
        larger = max(attackers, defenders)
        if larger <= PAID:
            return self.interpolate(attackers * (PAID + 1) + defenders, prize)
        scale = float(larger) / float(PAID)
        return scale * self.interpolate(scale_to_table(attackers, defenders, larger, PAID), prize / scale)

    def ceiling(self, attackers: i64, defenders: i64, prize: float, price: float) -> float:
        """Return an upper bound for the value of an attack when an army costs `price`, much faster than a lookup.

        >>> from kamchatka.odds import THREE_DICE
        >>> battles = battles_by(THREE_DICE)
        >>> round(battles.pays(12, 5, 9.0), 2), round(battles.ceiling(12, 5, 9.0, 1.0), 2)
        (0.92, 1.91)
        """
        larger = max(attackers, defenders)
        if larger > PAID:
            price *= float(larger) / float(PAID)
            defenders = max(i64(1), defenders * PAID // larger)
        whole = prize - price * self.discount[defenders]
        part = self.slope[defenders] * (prize - price * self.threshold[defenders])
        return max(0.0, max(whole, part))

    def interpolate(self, cell: i64, prize: float) -> float:
        """Interpolate linearly between the two tabulated prizes around this one."""
        if prize <= LEAST_PRIZE:
            return 0.0
        prizes = self.prizes
        n: i64 = PRIZES - 2
        if prize <= prizes[n]:
            n = BELOW[i64(prize * GRAIN)]
            while prizes[n + 1] < prize:
                n += 1
        low = self.paid[cell * PRIZES + n]
        high = self.paid[cell * PRIZES + n + 1]
        return low + (high - low) * (prize - prizes[n]) / (prizes[n + 1] - prizes[n])


KNOWN: Final[dict[DiceRule, Battles]] = {}


def battles_by(rule: DiceRule) -> Battles:
    """Return the tables of a dice rule, created once.

    >>> from kamchatka.odds import TWO_DICE
    >>> battles_by(TWO_DICE) is battles_by(TWO_DICE)
    True
    """
    if rule not in KNOWN:
        KNOWN[rule] = Battles(rule)
    return KNOWN[rule]


def by_battle(paid: vec[float]) -> vec[float]:
    """Reorder values from prize-major to battle-major."""
    found = vec[float]([0.0] * len(paid))
    battles: i64 = (PAID + 1) * (PAID + 1)
    for n in range(i64(PRIZES)):
        for cell in range(battles):
            found[cell * PRIZES + n] = paid[n * battles + cell]
    return found


def ceiling_of(paid: vec[float], defenders: int) -> tuple[float, float, float]:
    """Return bounds on the value of battles against `defenders`, for any attacker: discount, slope and threshold.

    Values are linear between tabulated prizes, so it is enough to bound these. Where the value is positive, it is at
    most the prize minus the discount. Around the last prize without value, the slope to the next one is the bound.
    """
    most = [
        max(paid[(attackers * (PAID + 1) + defenders) * PRIZES + n] for attackers in range(PAID + 1))
        for n in range(PRIZES)
    ]
    discount = min(KNOWN_PRIZES[n] - most[n] for n in range(PRIZES) if most[n] > 0.0 or n == PRIZES - 1)
    for n in range(PRIZES - 1):
        if most[n] == 0.0 and most[n + 1] > 0.0:
            return discount, most[n + 1] / (KNOWN_PRIZES[n + 1] - KNOWN_PRIZES[n]), KNOWN_PRIZES[n]
    return discount, 0.0, 0.0


def fee_of(ceilings: list[tuple[float, float, float]], defenders: int) -> float:
    """Return the minimum cost for attackers beyond the tables against `defenders`, for any scale factor."""
    return min(
        max(1.0, defenders / (scaled_down + 1)) * (threshold if slope > 0.0 else discount)
        for scaled_down, (discount, slope, threshold) in enumerate(ceilings)
        if min(defenders, 1) <= scaled_down <= defenders
    )


def cell(attackers: i64, defenders: i64) -> i64:
    """Return the index of a battle in the flat table. Very large battles map to one with the same proportions."""
    larger = max(attackers, defenders)
    return (
        attackers * (LARGEST + 1) + defenders
        if larger <= LARGEST
        else scale_to_table(attackers, defenders, larger, LARGEST)
    )


def scale_to_table(attackers: i64, defenders: i64, larger: i64, most: i64) -> i64:
    """Return the index of a battle whose larger side is scaled down to the table size."""
    if attackers == larger:
        return most * (most + 1) + max(i64(1), defenders * most // larger)
    return attackers * most // larger * (most + 1) + most
