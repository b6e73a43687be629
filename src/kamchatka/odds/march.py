"""A march: one army group takes place after place, leaving one army on each it comes from."""
from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.odds.battle import battle


@dataclass(frozen=True)
class March:
    """How far it gets."""

    taken: tuple[float, ...]                            # the chance that at least 1, 2, … of the places are taken
    left: tuple[float, ...]                             # all taken, and 0, 1, … armies stand on the last

    @property
    def wins(self) -> float:
        """The chance that every place is taken."""
        return self.taken[-1] if self.taken else 1.0


def march(attackers: int, places: Sequence[int], *, defence_dice: int = 3, stop_at: int = 0) -> March:
    """Attackers able to fight take the places in order; all that are left move in, and one of them stays there."""
    groups = {attackers: 1.0}                           # armies that may fight on → chance
    left, taken = {attackers: 1.0}, []
    for defenders in places:
        left = {}
        for group, chance in groups.items():
            for armies, share in enumerate(battle(group, defenders, defence_dice=defence_dice, stop_at=stop_at).left):
                if share > 0.0:
                    left[armies] = left.get(armies, 0.0) + chance * share
        groups = {armies - 1: chance for armies, chance in left.items()}
        taken.append(sum(left.values()))
    return March(tuple(taken), tuple(left.get(armies, 0.0) for armies in range(attackers + 1)))
