"""The chances of an attack that somebody plans at a table, fought to the end with all dice."""
from kamchatka.kernel.game import Game
from kamchatka.match import Match
from kamchatka.odds import DiceRule, battle
from kamchatka.odds.battle import LARGEST
from kamchatka.odds.booklet import rule_of
from kamchatka.server.faults import Fault


def dice_rule(game: Game) -> DiceRule:
    """How battles are fought; a Fault where commanders or gods fight among the armies."""
    if game.kinds:
        raise Fault("problem", "no_odds")
    return rule_of(game)


def chances(match: Match, source: str, target: str) -> tuple[float, float, float]:
    """The chance to take the target, and what both sides lose on average. Armies are public, so anybody may ask."""
    ours = min(match.armies(source) - 1, LARGEST)
    theirs = min(match.armies(target), LARGEST)
    if ours < 1 or theirs < 1:
        raise Fault("problem", "no_attack", source=source, target=target)
    fought = battle(ours, theirs, dice_rule(match.game))
    return fought.wins, fought.attacker_losses, fought.defender_losses
