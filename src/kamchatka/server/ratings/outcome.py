"""A finished game's outcome for its players, derived from the journal: places, leavers and length."""

from collections.abc import Collection, Sequence

import msgspec

from kamchatka.journal import parse
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Match
from kamchatka.server.storage.records import EntryRecord
from kamchatka.words.moment import lap_of

GONE = 2  # final rounds in which only a bot acted, from which a player counts as gone


class SeatOutcome(msgspec.Struct, frozen=True):
    """How a game went for one seat."""

    place: int | None  # 1: won; None for a player still present when the game was called off
    rank: int  # place for ratings: leavers come last, even if nobody has won
    objective: str
    zones: tuple[str, ...]  # held completely at the end
    turns: int = 0  # own turns in which the player acted in person, without setup


class GameOutcome(msgspec.Struct, frozen=True):
    """How a game went. `absent` are the seats whose players went away without leaving formally."""

    seats: tuple[SeatOutcome, ...]
    absent: frozenset[int]
    rounds: int
    seconds: int
    is_decided: bool


def outcome_of(header: bytes, lines: Sequence[EntryRecord], name: str, left: Collection[int]) -> GameOutcome:
    """Return the outcome of a finished game.

    `left` are seats whose players left. Long games take time: run in a thread.
    """
    acted: dict[int, tuple[int, int]] = {}  # by seat: rounds of the last action, and of the last one by a person
    turns = set[tuple[int, int]]()  # (seat, round) of every turn in which a person acted
    before = (0, -1)  # round and active seat before the current entry

    def entered(match: Match) -> None:
        nonlocal before
        line, entry = lines[len(match.entries) - 1], match.entries[-1]
        if line.author is not None and entry.seat == before[1] and before[0] > 0:
            turns.add((before[1], before[0]))
        before = lap_of(match.state), int(match.state.turn)
        if entry.seat is not None and entry.seat >= 0:
            lap, (_, own) = lap_of(match.state), acted.get(entry.seat, (0, 0))
            acted[entry.seat] = lap, lap if line.author is not None else own

    match = parse(header + b"".join(one.line for one in lines), name, entered).match
    absent = frozenset(seat for seat, (last, own) in acted.items() if last - own >= GONE)
    gone = absent | set(left)
    ranks = ranks_of(match, gone)
    places = [rank if match.winners or seat in gone else None for seat, rank in enumerate(ranks)]
    return GameOutcome(
        tuple(
            SeatOutcome(place, rank, _objective(match, seat), _zones(match, seat), sum(one == seat for one, _ in turns))
            for seat, (place, rank) in enumerate(zip(places, ranks, strict=True))
        ),
        absent,
        lap_of(match.state),
        lines[-1].clock // 1000,
        bool(match.winners),
    )


def ranks_of(match: Match, gone: Collection[int]) -> list[int]:
    """Return the ranks: winners, survivors, then the eliminated, latest first; leavers come last."""
    fallen = [int(fact.seat) for fact in match.journal if isinstance(fact, Eliminated)]

    def behind(seat: int) -> int:
        """Return the number of steps behind a winner."""
        if has(match.state.winners, seat):
            return 0
        return len(fallen) - fallen.index(seat) + 1 if seat in fallen else 1

    reached = {seat: behind(seat) for seat in range(match.seats)}
    last = 2 + len(fallen)
    kept = {seat: last if seat in gone else steps for seat, steps in reached.items()}
    stood_in = sum(1 for seat in gone if reached[seat] == 0)  # bots that won for absent players
    return [1 + sum(other < kept[seat] for other in kept.values()) + stood_in for seat in range(match.seats)]


def _objective(match: Match, seat: int) -> str:
    number = int(match.state.objective[seat])
    return match.game.objectives[number] if number >= 0 else ""


def _zones(match: Match, seat: int) -> tuple[str, ...]:
    board, owner = match.game.board, match.state.owner
    return tuple(
        zone
        for number, zone in enumerate(board.zone_ids)
        if all(owner[place] == seat for place in range(len(board.places)) if board.zone[place] == number)
    )
