"""Compiled sums behind battle odds: every position of a battle in one pass over a flat table.

Tables are created here and returned, because mypyc leaks vectors that interpreted code creates.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

DICE: Final = 4  # row length of tables indexed by number of dice, 0 to 3
NO_ROLL: Final = -1  # in place of a number of dice: the battle ends here


@final
class Rolls:
    """A dice rule as numbers. `chance[(dice * 4 + answer) * 4 + lost]` is a probability; the rest limit the dice."""

    def __init__(
        self,
        chance: list[float],
        attack: i64,
        defence: i64,
        never_fewer: bool,
        spared: bool,
        fast_from: i64,
        stake: i64,
    ) -> None:
        self.chance: Final = vec[float](chance)
        self.attack: Final[i64] = attack
        self.defence: Final[i64] = defence
        self.never_fewer: Final = never_fewer
        self.spared: Final = spared
        self.fast_from: Final[i64] = fast_from
        self.stake: Final[i64] = stake

    def dice(self, ours: i64, theirs: i64) -> i64:
        """Return the maximum number of dice that `ours` attackers may roll; NO_ROLL if they can't attack."""
        dice = min(self.attack, ours)
        if self.spared:
            dice = min(dice, theirs - 1)
        if dice < 1 or theirs < 1 or (self.never_fewer and dice < min(self.defence, theirs)):
            return NO_ROLL
        return dice

    def cost(self, ours: i64, theirs: i64) -> i64:
        """Return the armies lost per comparison.

        The army that must stay behind counts when fast battles are allowed.
        """
        return self.stake if self.fast_from > 0 and ours + 1 >= self.fast_from and theirs >= self.fast_from else 1


@final
class Sweep:
    """Every battle up to a size, in cell `ours * (defenders + 1) + theirs`.

    `best`: both sides choose their number of dice.
    """

    def __init__(self, rolls: Rolls, attackers: i64, defenders: i64, stop_at: i64, best: bool) -> None:
        cells = int((attackers + 1) * (defenders + 1))
        self.wins: Final = vec[float]([0.0] * cells)  # probability that no defender is left
        self.left: Final = vec[float]([0.0] * cells)  # average number of attackers left
        self.chosen: Final = vec[i64]([0] * (cells if best else 0))  # both sides' numbers of dice packed in one
        backward(rolls, attackers, defenders, stop_at, best, self.wins, self.left, self.chosen)


def forward(rolls: Rolls, attackers: i64, defenders: i64, stop_at: i64, best: bool) -> vec[float]:
    """Compute the probability of every end, in cell `ours * (defenders + 1) + theirs`.

    `best`: both sides choose their number of dice.
    """
    chosen = Sweep(rolls, attackers, defenders, stop_at, True).chosen if best else vec[i64]()
    width = defenders + 1
    reach = vec[float]([0.0] * int((attackers + 1) * width))
    reach[attackers * width + defenders] = 1.0
    # A roll only removes armies, so going from large to small visits every position after its predecessors.
    for ours in range(attackers, stop_at, -1):
        for theirs in range(defenders, 0, -1):
            cell = ours * width + theirs
            here = reach[cell]
            dice = rolls.dice(ours, theirs)
            if here > 0.0 and dice != NO_ROLL:
                answer = min(rolls.defence, theirs)
                if best:
                    dice = chosen[cell] // DICE
                    answer = chosen[cell] % DICE
                reach[cell] = 0.0
                spread(rolls, reach, cell, width, here, dice, answer, rolls.cost(ours, theirs))
    return reach


def spread(
    rolls: Rolls, reach: vec[float], cell: i64, width: i64, here: float, dice: i64, answer: i64, cost: i64
) -> None:
    """Distribute a position's probability over the results of one roll."""
    pairs = min(dice, answer)
    base = (dice * DICE + answer) * DICE
    for lost in range(pairs + 1):
        reach[cell - lost * cost * width - (pairs - lost) * cost] += here * rolls.chance[base + lost]


def backward(
    rolls: Rolls,
    attackers: i64,
    defenders: i64,
    stop_at: i64,
    best: bool,
    wins: vec[float],
    left: vec[float],
    chosen: vec[i64],
) -> None:
    """Fill `wins` and `left` (average attackers left) for every smaller battle.

    If dice are chosen, fill `chosen` too.
    """
    width = defenders + 1
    for ours in range(attackers + 1):
        for theirs in range(width):
            cell = ours * width + theirs
            wins[cell] = 1.0 if theirs == 0 else 0.0
            left[cell] = float(ours)
            most = rolls.dice(ours, theirs)
            if ours > stop_at and most != NO_ROLL:
                dice = most
                answer = min(rolls.defence, theirs)
                if best:
                    dice, answer = choose(rolls, wins, cell, width, most, answer, rolls.cost(ours, theirs))
                    chosen[cell] = dice * DICE + answer
                cost = rolls.cost(ours, theirs)
                wins[cell] = expect(rolls, wins, cell, width, dice, answer, cost)
                left[cell] = expect(rolls, left, cell, width, dice, answer, cost)


def choose(
    rolls: Rolls, wins: vec[float], cell: i64, width: i64, most: i64, answers: i64, cost: i64
) -> tuple[i64, i64]:
    """Return the attacker's best number of dice, and the defender's best reply to it."""
    best = -1.0
    found: tuple[i64, i64] = (most, answers)
    for dice in range(most, 0, -1):
        least = 2.0
        reply = answers
        for answer in range(answers, 0, -1):
            if rolls.never_fewer and answer > dice:
                continue
            value = expect(rolls, wins, cell, width, dice, answer, cost)
            if value < least - 1e-12:
                least = value
                reply = answer
        if best + 1e-12 < least <= 1.0:
            best = least
            found = (dice, reply)
    return found


def expect(rolls: Rolls, values: vec[float], cell: i64, width: i64, dice: i64, answer: i64, cost: i64) -> float:
    """Return the average value of the positions after one roll."""
    pairs = min(dice, answer)
    base = (dice * DICE + answer) * DICE
    total = 0.0
    for lost in range(pairs + 1):
        total += rolls.chance[base + lost] * values[cell - lost * cost * width - (pairs - lost) * cost]
    return total


def bounties(rolls: Rolls, size: i64, prizes: tuple[float, ...]) -> vec[float]:
    """Compute the values of all battles up to `size` armies per side: a flat grid for each prize (in armies)."""
    cells = (size + 1) * (size + 1)
    values = vec[float]([0.0] * int(cells * len(prizes)))
    base: i64 = 0
    for prize in prizes:
        bounty(rolls, size, prize, values, base)
        base += cells
    return values


def bounty(rolls: Rolls, size: i64, prize: float, values: vec[float], base: i64) -> None:
    """Fill the values of all battles, starting at `base`, if the attacker stops when rolling no longer pays.

    The place is worth `prize` armies. Cells are numbered `attackers * (size + 1) + defenders`, as in a grid.
    """
    width = size + 1
    for ours in range(width):
        for theirs in range(width):
            cell = base + ours * width + theirs
            values[cell] = prize if theirs == 0 else 0.0
            dice = rolls.dice(ours, theirs)
            if dice != NO_ROLL:
                answer = min(rolls.defence, theirs)
                pairs = min(dice, answer)
                chances = (dice * DICE + answer) * DICE
                value = 0.0
                for lost in range(pairs + 1):
                    then = values[cell - lost * width - (pairs - lost)]
                    value += rolls.chance[chances + lost] * (then - float(lost))
                values[cell] = max(0.0, value)
