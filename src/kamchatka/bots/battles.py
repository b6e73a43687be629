"""The odds of every battle by one dice rule, looked up instead of reckoned: bots ask thousands of times a turn."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.odds import DiceRule, bounties, grid

LARGEST: Final = 100  # armies a side up to which battles are known exactly; larger ones are scaled down
PAID: Final = 40  # the same for battles with a prize
PRIZES: Final = 24  # prizes for which they are known, each so much larger than the one before:
STEP: Final = 1.35
LEAST_PRIZE: Final = 0.4  # 0.4, 0.54, 0.73 … 400 armies
GRAIN: Final = 4.0  # steps of an army by which a prize finds its place among them
KNOWN_PRIZES: Final = [LEAST_PRIZE * STEP**n for n in range(PRIZES)]
# by steps of a prize: the last known one, but for the largest, that is below all of this step; or the first
BELOW: Final = vec[i64](
    [
        max([0] + [n for n in range(PRIZES - 1) if KNOWN_PRIZES[n] < step / GRAIN])
        for step in range(int(KNOWN_PRIZES[-1] * GRAIN) + 1)
    ]
)


@final
class Battles:
    """The odds of every battle by one dice rule, as flat tables."""

    def __init__(self, rule: DiceRule) -> None:
        known = grid(LARGEST, rule)
        self.wins: Final[vec[float]] = known.wins
        self.left: Final[vec[float]] = known.left
        self.prizes: Final = vec[float](KNOWN_PRIZES)
        # by battle, then by prize: what is asked together lies together
        self.paid: Final = by_battle(bounties(PAID, tuple(KNOWN_PRIZES), rule))
        # by armies of a place: of what a prize is worth to whoever attacks there, three lines are never surpassed
        ceilings = [ceiling_of(self.paid, defenders) for defenders in range(PAID + 1)]
        self.discount: Final = vec[float]([each[0] for each in ceilings])  # all of the prize but so much,
        self.slope: Final = vec[float]([each[1] for each in ceilings])  # or such a part of it
        self.threshold: Final = vec[float]([each[2] for each in ceilings])  # beyond so much; or nothing
        # by armies of a place: the least that is taken off a prize for whom the tables are too small
        self.fee: Final = vec[float]([fee_of(ceilings, defenders) for defenders in range(LARGEST + 1)])
        # by armies of a place: what it costs, on average, to take it with plenty and to leave one army there
        self.toll: Final = vec[float]([1.0] + [1.0 + self.losses(2 * n + 6, n) for n in range(1, LARGEST + 1)])
        # armies lost for each army beaten, by who attacks with plenty
        self.rate: Final = (self.toll[12] - self.toll[2]) / 10.0

    def win(self, attackers: i64, defenders: i64) -> float:
        """The chance that so many armies able to fight take a place of so many.

        >>> from kamchatka.odds import THREE_DICE
        >>> round(battles_by(THREE_DICE).win(10, 5), 3)
        0.681
        """
        return self.wins[cell(attackers, defenders)] if attackers > 0 else 0.0

    def losses(self, attackers: i64, defenders: i64) -> float:
        """The armies such an attack costs, on average."""
        if attackers <= 0:
            return 0.0
        left = self.left[cell(attackers, defenders)]
        larger = max(attackers, defenders)
        return float(attackers) - (left if larger <= LARGEST else left * (float(larger) / float(LARGEST)))

    def cost(self, defenders: i64) -> float:
        """What a place of so many armies costs who comes with plenty."""
        return self.toll[min(i64(LARGEST), defenders)]

    def pays(self, attackers: i64, defenders: i64, prize: float) -> float:
        """What an attack for a prize is worth beyond its cost to who stops when it no longer pays."""
        if attackers <= 0 or prize <= LEAST_PRIZE:
            return 0.0
        larger = max(attackers, defenders)
        if larger <= PAID:
            return self.paid_for(attackers * (PAID + 1) + defenders, prize)
        scale = float(larger) / float(PAID)
        return scale * self.paid_for(scaled(attackers, defenders, larger, PAID), prize / scale)

    def ceiling(self, attackers: i64, defenders: i64, prize: float, price: float) -> float:
        """What an attack for a prize cannot be worth more than, where an army has a price: told without the table.

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

    def paid_for(self, cell: i64, prize: float) -> float:
        """Between the two prizes that are known, in proportion."""
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
    """The tables of a dice rule, made once.

    >>> from kamchatka.odds import TWO_DICE
    >>> battles_by(TWO_DICE) is battles_by(TWO_DICE)
    True
    """
    if rule not in KNOWN:
        KNOWN[rule] = Battles(rule)
    return KNOWN[rule]


def by_battle(paid: vec[float]) -> vec[float]:
    """What battles are worth, ordered by prize and then by battle, in the other order."""
    found = vec[float]([0.0] * len(paid))
    battles: i64 = (PAID + 1) * (PAID + 1)
    for n in range(i64(PRIZES)):
        for cell in range(battles):
            found[cell * PRIZES + n] = paid[n * battles + cell]
    return found


def ceiling_of(paid: vec[float], defenders: int) -> tuple[float, float, float]:
    """The lines above what battles against so many are worth, whoever attacks: a discount, a slope and a threshold.

    Between known prizes worth goes straight, so it is enough that no known one lies above: from where it is worth
    anything on, the prize less the discount; from the last prize that is worth nothing on, the way up to the next one.
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
    """What attackers beyond the tables pay for so many defenders at least, whatever both are scaled down to."""
    return min(
        max(1.0, defenders / (scaled_down + 1)) * (threshold if slope > 0.0 else discount)
        for scaled_down, (discount, slope, threshold) in enumerate(ceilings)
        if min(defenders, 1) <= scaled_down <= defenders
    )


def cell(attackers: i64, defenders: i64) -> i64:
    """Where a battle stands in the flat table; a very large one stands where its proportions do."""
    larger = max(attackers, defenders)
    return attackers * (LARGEST + 1) + defenders if larger <= LARGEST else scaled(attackers, defenders, larger, LARGEST)


def scaled(attackers: i64, defenders: i64, larger: i64, most: i64) -> i64:
    """Where a battle stands whose larger side is scaled down to the most that a table has."""
    if attackers == larger:
        return most * (most + 1) + max(i64(1), defenders * most // larger)
    return attackers * most // larger * (most + 1) + most
