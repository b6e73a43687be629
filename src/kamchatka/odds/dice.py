"""The dice rule of a battle: how many dice each side rolls, of which kind, and who wins equal ones."""

from dataclasses import dataclass

from kamchatka.kernel.problem import Problem

MOST_DICE = 3
STAKE = 5  # armies that each comparison of a fast battle costs


@dataclass(frozen=True)
class Side:
    """One side's dice. Commanders are lost last, so as many eight-sided dice as they are stay to the end."""

    dice: int = 3  # at most
    eights: int = 0  # of them eight-sided: commanders; all of them in a station
    rerolls: bool = False  # ones are thrown again until none is left

    def thrown(self, dice: int) -> "Throw":
        """What this side throws with so many dice."""
        return Throw(dice, min(self.eights, dice), self.rerolls)


@dataclass(frozen=True)
class Throw:
    """Dice thrown at once, so many of them eight-sided."""

    dice: int
    eights: int = 0
    rerolls: bool = False


@dataclass(frozen=True)
class DiceRule:
    """How battles are fought. Each side rolls as many dice as it may, unless `best` lets both choose what serves them.

    `never_fewer`: no attack with fewer dice than the defender will roll. `spared`: no roll may take the last army.
    `fast_from`: with so many armies in either place each comparison costs five (0: never).
    """

    attack: Side = Side()
    defence: Side = Side()
    attacker_wins_ties: bool = False
    never_fewer: bool = False
    spared: bool = False
    fast_from: int = 0
    best: bool = False

    def __post_init__(self) -> None:
        for side in (self.attack, self.defence):
            if not 1 <= side.dice <= MOST_DICE:
                raise Problem("odds.dice", dice=side.dice, most=MOST_DICE)
            if side.eights < 0:
                raise Problem("odds.eights", eights=side.eights)
        if 0 < self.fast_from <= STAKE * MOST_DICE:
            raise Problem("odds.fast_from", stake=STAKE * MOST_DICE, fast_from=self.fast_from)


THREE_DICE = DiceRule()  # the Italian games
TWO_DICE = DiceRule(defence=Side(2))  # the classic game and its descendants


def defended_with(dice: int) -> DiceRule:
    """The plain rule with so many defence dice.

    >>> from kamchatka.odds import battle, defended_with
    >>> round(battle(8, 5, defended_with(2)).wins, 3)
    0.818
    """
    return DiceRule(defence=Side(dice))
