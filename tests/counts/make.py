"""`python -m tests.counts.make`: count the sequences of one, two and three legal actions from named positions."""

from collections.abc import Callable, Iterator
from pathlib import Path

from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.match import Match
from tests.counts import (
    challenge_positions,
    classic_positions,
    godstorm_positions,
    original_positions,
    risk2210_positions,
)
from tests.kit import faces, position
from tests.rules.modern.scene import TWO_LEVEL, laid

DEPTH = 3
DICE = 1  # the seed of every action's luck


def _battle() -> Match:
    match = position({"siam": (0, 6), "india": (1, 3), "japan": (1, 2), "congo": (2, 2)}, rest=(3, 1))
    match.play(Attack("siam", "india", 3))
    return match


def _conquest() -> Match:
    match = position({"siam": (0, 6), "india": (1, 1), "japan": (1, 2)}, rest=(3, 1), luck=faces(6, 6, 1))
    match.play(Attack("siam", "india", 2))
    return match


MODERN: dict[str, Callable[[], Match]] = {
    "colours": lambda: Match.new("modern", 3, seed=1),
    "colours of six": lambda: Match.new("modern", 6, seed=1),
    "reinforcements": lambda: position(
        dict.fromkeys(("siam", "congo", "peru", "japan", "alaska", "india"), (0, 1)), phase="Reinforce"
    ),
    "reinforcements and trios": lambda: position(
        dict.fromkeys(("siam", "congo", "peru"), (0, 1)),
        phase="Reinforce",
        hands={0: ("alaska", "quebec", "ontario", "siam", "brazil", "joker_1")},
    ),
    "combat": lambda: position({"siam": (0, 4), "alaska": (0, 2), "congo": (0, 1), "india": (2, 2)}),
    "combat of the protected": lambda: position({"siam": (0, 4), "india": (2, 2), "china": (3, 3)}, round=4),
    "battle": _battle,
    "conquest": _conquest,
    "strategic move": lambda: position(
        {"siam": (0, 4), "india": (0, 2), "china": (0, 3), "peru": (0, 5), "japan": (1, 3)},
        rest=(2, 1),
        phase="StrategicMove",
    ),
    "time attack": lambda: position(laid(TWO_LEVEL, alaska=(0, 3)), options={"ending": "time_attack_clock"}),
}


EDITIONS = {
    "modern": MODERN,
    "original": original_positions.POSITIONS,
    "challenge": challenge_positions.POSITIONS,
    "classic": classic_positions.POSITIONS,
    "risk2210": risk2210_positions.POSITIONS,
    "godstorm": godstorm_positions.POSITIONS,
}


def counts_file(edition: str) -> Path:
    """Return the file with the counts of an edition."""
    return Path(__file__).parent / f"{edition}.counts"


def after(game: Game, table: Table, seat: int, action: Action) -> Table:
    """Return a copy of the table after the action."""
    copied = Table(table.board, table.state.copy(), FastChance(DICE), None)
    game.play(copied, seat, action)
    return copied


def count(game: Game, table: Table, depth: int) -> int:
    """Return the sequences of this number of actions, for every seat that is asked."""
    offers = [(seat, game.options(table, seat).expand()) for seat in members(game.awaits(table))]
    if depth == 1:
        return sum(len(actions) for _, actions in offers)
    return sum(
        count(game, after(game, table, seat, action), depth - 1) for seat, actions in offers for action in actions
    )


def lines(edition: str) -> Iterator[str]:
    """Yield a line for each position: its name and the counts."""
    for name, build in EDITIONS[edition].items():
        match = build()
        counts = [count(match.game, match.table, depth) for depth in range(1, DEPTH + 1)]
        yield " ".join([f"{name}:", *map(str, counts)])


if __name__ == "__main__":
    for one in EDITIONS:
        counts_file(one).write_text("\n".join(lines(one)) + "\n", encoding="utf-8")
