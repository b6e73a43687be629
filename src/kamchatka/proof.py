"""Verification of a finished game: the sealed key must reproduce every draw, and the rules every fact."""

from collections import Counter
from dataclasses import dataclass, field

from kamchatka.journal import Kept, new_match
from kamchatka.kernel.chance import SealedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.match import Entry, Match
from kamchatka.match.undoing import UndoStack, is_undo

DIE = 6


@dataclass(frozen=True)
class JournalProof:
    """The result of a verification. `strays` is the first entry whose facts these rules don't reproduce, or None."""

    commitment: str
    entries: int
    draws: int
    faces: Counter[int] = field(default_factory=Counter)  # how often each face of a six-sided die was rolled
    strays: int | None = None


def prove(kept: Kept, commitment: str | None = None) -> JournalProof:
    """Verify a journal against its key and, if given, the commitment published before the game.

    A draw that doesn't follow from the key raises a Problem, because the dice were manipulated. Loading the journal has
    already checked that key and commitment match and that no line was changed.
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
    """Check that every recorded number follows from the key."""
    for number, entry in enumerate(entries):
        for sides, value in entry.draws:
            due = luck.below(sides)
            if due != value:
                raise Problem("proof.another_draw", drawn=luck.drawn, number=number, value=value, sides=sides, due=due)


def _first_stray(kept: Kept) -> int | None:
    """Return the first entry that replaying the same actions with the same draws doesn't reproduce."""
    told = kept.match.entries
    again = new_match(kept.header)
    undo = UndoStack(again) if any(is_undo(entry) for entry in told) else None
    for number, entry in enumerate(told):
        if number >= len(again.entries):
            if not _plays(again, entry, undo):
                return number
            if undo is not None:
                undo.follow()
        if _entry_values(again, again.entries[number]) != _entry_values(kept.match, entry):
            return number
    return None


def _plays(match: Match, entry: Entry, undo: UndoStack | None) -> bool:
    try:
        if undo is not None and entry.seat is not None and is_undo(entry):
            undo.take_back(entry.seat)
            return True
        if entry.action is None:
            return False
        match.play(entry.action, entry.seat)
    except (Refusal, Problem):
        return False
    return True


def _entry_values(match: Match, entry: Entry) -> tuple[object, ...]:
    return entry.draws, [write_fact(match.game, fact) for fact in entry.facts]
