"""`python -m tests.playthroughs.make`: write the transcript of one seeded game of each edition for people to read."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import NamedAction, Stop, TimeUp
from kamchatka.match import Match, play_numeric
from tests.rules.modern.scene import fact_lines


@dataclass(frozen=True)
class Playthrough:
    """A random game of three seats, which the referee ends in the last round."""

    edition: str
    options: Mapping[str, object]
    seed: int
    rounds: int
    last_word: TimeUp | Stop

    @property
    def path(self) -> Path:
        """Return the path of its transcript."""
        return Path(__file__).parent / f"{self.edition}.txt"

    def transcript(self) -> str:
        """Return the transcript of the game, from the first die to its end."""
        title = f"{self.edition}, 3 seats, {self.options}, seed {self.seed}"
        return "\n".join([title, *self.lines()]) + "\n"

    def lines(self) -> Iterator[str]:
        """Record every decision: the board, the seats asked, the legal actions, the choice and its facts."""
        match, chooser = Match.new(self.edition, 3, self.options, seed=self.seed), FastChance(self.seed)
        yield from followed(match)
        called = False
        while not match.is_over:
            if not called and match.state.round == self.rounds:
                called = True
                match.referee(self.last_word)
                yield f"referee: {'time is up' if isinstance(self.last_word, TimeUp) else 'the game is called off'}"
                yield from followed(match)
            if not match.is_over:
                yield asked(match)
                play_numeric(match, match.options(match.awaited[0]).sample(chooser), match.awaited[0])
                yield f"  {action_line(match.entries[-1].action)}"
                yield from followed(match)


PLAYTHROUGHS = (
    Playthrough("modern", {"ending": "time_attack_clock"}, seed=4, rounds=2, last_word=TimeUp()),
    Playthrough("original", {}, seed=1, rounds=3, last_word=Stop()),
    Playthrough("challenge", {"kingmaker": True}, seed=2, rounds=2, last_word=TimeUp()),
    Playthrough("classic", {}, seed=3, rounds=2, last_word=Stop()),
    Playthrough("classic_ancient", {"card_draw_moment": "first_capture"}, seed=5, rounds=2, last_word=Stop()),
    Playthrough("risk2210", {}, seed=42, rounds=3, last_word=Stop()),
    Playthrough("godstorm", {}, seed=4, rounds=3, last_word=Stop()),
)


def asked(match: Match) -> str:
    """Return the board, the seat and the number of each kind of option."""
    board = match.position().split(" ")[1]
    kinds = Counter(type(action).__name__ for action in match.actions(match.awaited[0]))
    offer = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"\n{board} round {match.state.round}\nseat {match.awaited[0]}: {offer}"


def action_line(action: NamedAction | None) -> str:
    """Return an action in written form."""
    assert action is not None
    return repr(action)


def followed(match: Match) -> Iterator[str]:
    """Return the facts of the last action."""
    return (f"    {line}" for line in fact_lines(match))


if __name__ == "__main__":
    for one in PLAYTHROUGHS:
        one.path.write_text(one.transcript(), encoding="utf-8")
