"""Measure the duration of an analysis: python -m tools.bench.analysis [--search] modern challenge."""

import sys
import time

from kamchatka.analysis.analyse import analyse
from kamchatka.analysis.effort import AUTOMATIC, SEARCH, Effort
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot

ACTIONS = 500


def play_long_game(edition: str, actions: int) -> Match:
    """Return the first captain game, by seed, with at least this many actions, cut off there."""
    for seed in range(100):
        match = Match.new(edition, 4, seed=seed)
        bots = [bot("captain", match.game, seat) for seat in range(match.seats)]
        while not match.is_over and len(match.entries) < actions:
            seat = match.awaited[0]
            play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
        if len(match.entries) >= actions:
            return match
    raise SystemExit(f"No game of {edition} was so long.")


def main() -> None:
    """Analyse a game of each named edition, without a time limit."""
    judge = SEARCH if "--search" in sys.argv else AUTOMATIC
    for edition in (name for name in sys.argv[1:] if not name.startswith("-")):
        match = play_long_game(edition, ACTIONS)
        begun = time.process_time()
        found = analyse(match, Effort(seconds=1e9, judge=judge))
        seconds = time.process_time() - begun
        print(
            f"{edition}: {len(match.entries)} actions, {len(found.curve)} turns, {len(found.moments)} judged, "
            f"{found.decisions} decisions reviewed by {found.judge}, "
            f"{len(found.reviews)} that cost something, {len(found.game.throws)} throws: {seconds:.1f} s"
        )


if __name__ == "__main__":
    main()
