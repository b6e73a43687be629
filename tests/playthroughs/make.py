"""`python -m tests.playthroughs.make`: write the transcript of one seeded game for people to read."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.wire import Action, TimeUp
from kamchatka.match import Match
from tests.rules.modern.scene import told

TRANSCRIPT = Path(__file__).parent / "modern.txt"
OPTIONS = {"ending": "time_attack_clock"}
SEED = 4
ROUNDS = 2                                              # time is up in the last of them


def transcript() -> str:
    """A game of three seats played at random, from the first die to the count of points."""
    return "\n".join([f"modern, 3 seats, {OPTIONS}, seed {SEED}", *lines()]) + "\n"


def lines() -> Iterator[str]:
    """Every decision: what lies on the board, who is asked and what may be done; what is done, and what follows."""
    match, chooser = Match.new("modern", 3, OPTIONS, seed=SEED), FastChance(SEED)
    yield from followed(match)
    called = False
    while not match.is_over:
        if not called and match.state.round == ROUNDS:
            called = True
            match.referee(TimeUp())
            yield "referee: time is up"
            yield from followed(match)
        yield asked(match)
        match.play_inner(match.options().sample(chooser))
        yield f"  {said(match.entries[-1].action)}"
        yield from followed(match)


def asked(match: Match) -> str:
    """The board, the seat and the number of each kind of option."""
    board = match.position().split(" ")[1]
    kinds = Counter(type(action).__name__ for action in match.actions())
    offer = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"\n{board} round {match.state.round}\nseat {match.awaited[0]}: {offer}"


def said(action: Action | None) -> str:
    """An action in its own words."""
    assert action is not None
    return repr(action)


def followed(match: Match) -> Iterator[str]:
    """What the last action brought."""
    return (f"    {line}" for line in told(match))


if __name__ == "__main__":
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")
