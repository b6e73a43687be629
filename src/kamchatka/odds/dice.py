"""Dice rules of a battle: the number and kind of dice on each side, and who wins ties."""

from dataclasses import dataclass

from kamchatka.kernel.problem import Problem

MOST_DICE = 3
STAKE = 5  # armies lost per comparison in a fast battle


@dataclass(frozen=True)
class Side:
    """Dice of one side. Commanders are lost last, so their eight-sided dice stay in use until the end."""

    dice: int = 3  # maximum number of dice
    eights: int = 0  # how many of them are eight-sided: commanders, or all dice in a station
    rerolls: bool = False  # ones are rerolled until none is left

    def thrown(self, dice: int) -> "Throw":
        """Return a throw of this number of dice by this side."""
        return Throw(dice, min(self.eights, dice), self.rerolls)


@dataclass(frozen=True)
class Throw:
    """A number of dice thrown at once, `eights` of them eight-sided."""

    dice: int
    eights: int = 0
    rerolls: bool = False


@dataclass(frozen=True)
class DiceRule:
    """How battles are fought. Each side rolls all its dice, or with `best` chooses its best number.

    `never_fewer`: the attacker may not roll fewer dice than the defender. `spared`: no roll may take the last army.
    `fast_from`: from this many armies in both places, each comparison costs five (0: never).
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
    """Return the plain rule with this number of defence dice.

    >>> from kamchatka.odds import battle, defended_with
    >>> round(battle(8, 5, defended_with(2)).wins, 3)
    0.818
    """
    return DiceRule(defence=Side(dice))
