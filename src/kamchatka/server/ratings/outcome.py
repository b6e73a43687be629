"""What a finished game says of those who played it, read off its journal: places, who left, how long it was."""

from collections.abc import Collection, Sequence

import msgspec

from kamchatka.journal import parse
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Match
from kamchatka.server.storage.records import EntryRecord
from kamchatka.words.moment import lap_of

GONE = 2  # rounds at the end in which a bot alone played for somebody: they have left, whatever their seat says


class SeatOutcome(msgspec.Struct, frozen=True):
    """How a game went for one seat."""

    place: int | None  # 1: won; none for who was still there when the game was called off
    rank: int  # the same for ratings: who stayed stands before who left, even if nobody has won
    objective: str
    zones: tuple[str, ...]  # held whole at the end


class GameOutcome(msgspec.Struct, frozen=True):
    """How a game went; `absent` are the seats whose players had gone before its end without a word."""

    seats: tuple[SeatOutcome, ...]
    absent: frozenset[int]
    rounds: int
    seconds: int
    is_decided: bool


def outcome_of(header: bytes, lines: Sequence[EntryRecord], name: str, left: Collection[int]) -> GameOutcome:
    """The outcome of a finished game; `left` are the seats whose players stood up. Games are long: for a thread."""
    acted: dict[int, tuple[int, int]] = {}  # by seat: the round of its last action, and of the last by a person

    def entered(match: Match) -> None:
        line, entry = lines[len(match.entries) - 1], match.entries[-1]
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
            SeatOutcome(place, rank, _objective(match, seat), _zones(match, seat))
            for seat, (place, rank) in enumerate(zip(places, ranks, strict=True))
        ),
        absent,
        lap_of(match.state),
        lines[-1].clock // 1000,
        bool(match.winners),
    )


def ranks_of(match: Match, gone: Collection[int]) -> list[int]:
    """Who came in where: winners, then survivors, then the others as they fell, the last first; who left is last."""
    fallen = [int(fact.seat) for fact in match.journal if isinstance(fact, Eliminated)]

    def behind(seat: int) -> int:
        """How many steps behind a winner."""
        if has(match.state.winners, seat):
            return 0
        return len(fallen) - fallen.index(seat) + 1 if seat in fallen else 1

    reached = {seat: behind(seat) for seat in range(match.seats)}
    last = 2 + len(fallen)
    kept = {seat: last if seat in gone else steps for seat, steps in reached.items()}
    stood_in = sum(1 for seat in gone if reached[seat] == 0)  # a bot won for somebody who was not there
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
