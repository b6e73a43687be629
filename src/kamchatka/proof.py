"""The proof of a finished game: every die and shuffle is what the sealed key gives, and every fact follows."""

from collections import Counter
from dataclasses import dataclass, field

from kamchatka.journal import Kept, new_match
from kamchatka.kernel.chance import SealedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.match import Entry, Match

DIE = 6


@dataclass(frozen=True)
class JournalProof:
    """What was checked. `strays` is the first entry whose facts the rules of this version do not give; None if none."""

    commitment: str
    entries: int
    draws: int
    faces: Counter[int] = field(default_factory=Counter)  # how often each face of a six-sided die came
    strays: int | None = None


def prove(kept: Kept, commitment: str | None = None) -> JournalProof:
    """Check a journal against its key, and against the commitment published before the game if it is given.

    A draw that is not the key's is a Problem: somebody meddled with the luck. Reading the journal has already checked
    that key and commitment belong together and that no line was changed.
    """
    sealed = kept.header.commitment
    if commitment is not None and commitment.strip().lower() != sealed:
        raise Problem("proof.another_game", sealed=sealed)
    entries = kept.match.entries
    _check_draws(entries, SealedChance(bytes.fromhex(kept.header.key)))
    draws = [draw for entry in entries for draw in entry.draws]
    faces = Counter(value + 1 for sides, value in draws if sides == DIE)
    return JournalProof(sealed, len(entries), len(draws), faces, _first_stray(kept))


def _check_draws(entries: list[Entry], luck: SealedChance) -> None:
    """Every number is the one that the key gives at its place."""
    for number, entry in enumerate(entries):
        for sides, value in entry.draws:
            due = luck.below(sides)
            if due != value:
                raise Problem("proof.another_draw", drawn=luck.drawn, number=number, value=value, sides=sides, due=due)


def _first_stray(kept: Kept) -> int | None:
    """The first entry that does not follow when the same actions are played again with the same luck."""
    told = kept.match.entries
    again = new_match(kept.header)
    for number, entry in enumerate(told):
        if number >= len(again.entries) and not _plays(again, entry):
            return number
        if _written(again, again.entries[number]) != _written(kept.match, entry):
            return number
    return None


def _plays(match: Match, entry: Entry) -> bool:
    if entry.action is None:
        return False
    try:
        match.play(entry.action, entry.seat)
    except (Refusal, Problem):
        return False
    return True


def _written(match: Match, entry: Entry) -> tuple[object, ...]:
    return entry.draws, [write_fact(match.game, fact) for fact in entry.facts]
