"""The chances of an attack that somebody plans at a table, fought to the end with all dice."""
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat
from kamchatka.match import Match
from kamchatka.odds import battle
from kamchatka.odds.battle import LARGEST
from kamchatka.server.faults import Fault


def defence_dice(game: Game) -> int:
    """The most dice a defender rolls; a Fault where battles are fought with more than plain dice."""
    dice = next((int(step.dice.defender) for step in game.steps if isinstance(step, Combat)), 0)
    if dice == 0:
        raise Fault("problem", "no_odds")
    return dice


def chances(match: Match, source: str, target: str) -> tuple[float, float, float]:
    """The chance to take the target, and what both sides lose on average. Armies are public, so anybody may ask."""
    ours = min(match.armies(source) - 1, LARGEST)
    theirs = min(match.armies(target), LARGEST)
    if ours < 1 or theirs < 1:
        raise Fault("problem", "no_attack", source=source, target=target)
    fought = battle(ours, theirs, defence_dice=defence_dice(match.game))
    return fought.wins, fought.attacker_losses, fought.defender_losses
