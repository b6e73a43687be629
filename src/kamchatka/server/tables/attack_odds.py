"""Win probability of an attack fought to the end with all dice, as asked by a client."""

from kamchatka.editions import edition
from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.odds import battle
from kamchatka.odds.forecast import Forecast
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.messages import Odds
from kamchatka.server.supervision import Work
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.pool import WorkPool

LIGHT = 4096  # battle cells computed while the table waits; larger battles go to a worker


def is_light(match: Match, asked: Odds) -> bool:
    """Whether the battle is small enough to compute while the table waits."""
    source, target = (number_of(match.game, "place", name) for name in (asked.source, asked.target))
    return match.edition.battles.cells(match.table, source, target) <= LIGHT


def chances(match: Match, asked: Odds) -> Forecast:
    """Return the expected outcome of an attack. It depends on public facts only, so every client may ask."""
    game = match.game
    source, target = number_of(game, "place", asked.source), number_of(game, "place", asked.target)
    pieces = None
    if asked.pieces is not None:
        pieces = sum({int(bit(number_of(game, "kind", piece))) for piece in asked.pieces})
    found = match.edition.battles.forecast(game, match.table, source, target, pieces, fast=asked.fast)
    if found is None:
        raise Fault("problem", "no_attack", source=asked.source, target=asked.target)
    return found


def battle_chances(id: str, attackers: int, defenders: int) -> dict[str, float]:
    """Return win probability and expected losses of a battle fought to the end with an edition's dice."""
    booklet = edition(id)
    fought = battle(attackers, defenders, booklet.battles.dice_rule(booklet.game(booklet.table_rules({}))))
    return {"wins": fought.wins, "lost": fought.attacker_losses, "beaten": fought.defender_losses}


def chances_elsewhere(match: Match, asked: Odds, work: WorkPool, asker: Asker) -> Work[Forecast]:
    """Compute the same outcome in a worker, from the public position."""
    position = print_position(match.game, match.view(ONLOOKER).state)
    return work.run(asker, _chances_at, match.edition.id, match.rules.non_defaults(), position, asked)


def _chances_at(id: str, options: dict[str, bool | int | str], position: str, asked: Odds) -> Forecast:
    booklet = edition(id)
    rules = booklet.table_rules(options, kept=True)
    game = booklet.game(rules)
    table = Table(game.board, parse_position(game, position), FastChance(0), None)
    return chances(Match(booklet, rules, game, table, position, []), asked)
