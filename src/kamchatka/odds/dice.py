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
                raise Problem(
                    f"{side.dice} dadi non si tirano: da 1 a {MOST_DICE}.",
                    f"{side.dice} dice cannot be rolled: 1 to {MOST_DICE}.",
                )
            if side.eights < 0:
                raise Problem(
                    f"{side.eights} dadi a otto facce non esistono.", f"There are no {side.eights} eight-sided dice."
                )
        if 0 < self.fast_from <= STAKE * MOST_DICE:
            raise Problem(
                f"Una battaglia veloce vuole più di {STAKE * MOST_DICE} armate, non {self.fast_from}.",
                f"A fast battle takes more than {STAKE * MOST_DICE} armies, not {self.fast_from}.",
            )


THREE_DICE = DiceRule()  # the Italian games
TWO_DICE = DiceRule(defence=Side(2))  # the classic game and its descendants


def defended_with(dice: int) -> DiceRule:
    """The plain rule with so many defence dice.

    >>> from kamchatka.odds import battle, defended_with
    >>> round(battle(8, 5, defended_with(2)).wins, 3)
    0.818
    """
    return DiceRule(defence=Side(dice))
