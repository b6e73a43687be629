"""God wars: each side adds its dice and armies, and the side with the lower total loses a god."""

from dataclasses import dataclass
from functools import cache, lru_cache

from kamchatka.editions.godstorm.invasion.god_war import OWN_DICE
from kamchatka.kernel.problem import Problem
from kamchatka.odds.dice import Throw
from kamchatka.odds.roll import faces

MOST_DICE = 6  # maximum number of dice: with the Sky god and both altars


@dataclass(frozen=True)
class Host:
    """One side: its armies plus card bonuses, its dice, and whether it rerolls ones."""

    armies: int
    dice: int = int(OWN_DICE)
    rerolls: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.dice <= MOST_DICE:
            raise Problem("godstorm.god_war_dice", most=MOST_DICE, dice=self.dice)


@cache
def sums(dice: int, rerolls: bool) -> dict[int, float]:
    """Return the probability of every total of this many dice."""
    found = {0: 1.0}
    for die in faces(Throw(dice, 0, rerolls)):
        more: dict[int, float] = {}
        for total, chance in found.items():
            for pips in die:
                more[total + pips] = more.get(total + pips, 0.0) + chance / len(die)
        found = more
    return found


@lru_cache(maxsize=4096)
def god_war(attack: Host, defence: Host, attacker_wins_ties: bool = False) -> float:
    """Return the probability that the attacker's god stays and the defender's is banished."""
    wins = 0.0
    for ours, chance in sums(attack.dice, attack.rerolls).items():
        for theirs, part in sums(defence.dice, defence.rerolls).items():
            ahead = ours + attack.armies - theirs - defence.armies
            if ahead > 0 or (ahead == 0 and attacker_wins_ties):
                wins += chance * part
    return wins


@lru_cache(maxsize=4096)
def god_wars(ours: int, theirs: int, wins: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Forecast god wars until one side has no gods left. `wins` is the attacker's chance in each.

    Return the probabilities that the attacker is left with 0, 1, … gods, and the same for the defender.
    """
    us, them = [0.0] * (ours + 1), [0.0] * (theirs + 1)
    reach = {(ours, theirs): 1.0}
    for gods in range(ours, -1, -1):
        for rivals in range(theirs, -1, -1):
            here = reach.get((gods, rivals), 0.0)
            if gods == 0 or rivals == 0:
                us[gods] += here
                them[rivals] += here
            else:
                reach[gods, rivals - 1] = reach.get((gods, rivals - 1), 0.0) + here * wins
                reach[gods - 1, rivals] = reach.get((gods - 1, rivals), 0.0) + here * (1 - wins)
    return tuple(us), tuple(them)
