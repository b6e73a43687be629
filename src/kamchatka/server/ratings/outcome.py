"""The outcome of a finished game for its players, derived from the journal: places, leavers and length."""

from collections.abc import Collection, Sequence

import msgspec

from kamchatka.analysis.finished import FinishedGame
from kamchatka.analysis.luck import Luck
from kamchatka.match import Match
from kamchatka.server.storage.records import EntryRecord
from kamchatka.words.decision_fields import lap_of

GONE = 2  # if only a bot acted in this many final rounds, the player counts as gone


class LuckNoted(msgspec.Struct, frozen=True):
    """The dice luck of one seat: armies lost and destroyed in its throws, with their expected values."""

    throws: int = 0
    lost: int = 0
    lost_mean: float = 0.0
    beaten: int = 0
    beaten_mean: float = 0.0


class SeatOutcome(msgspec.Struct, frozen=True):
    """How a game went for one seat."""

    place: int | None  # 1 for a win; None for a player who was present when the game was called off
    rank: int  # place for ratings; leavers come last, even if nobody has won
    objective: str
    zones: tuple[str, ...]  # zones held completely at the end
    turns: int = 0  # own turns in which the player acted in person, without the preparation
    luck: LuckNoted = LuckNoted()


class GameOutcome(msgspec.Struct, frozen=True):
    """The outcome of a game. `absent` are the seats whose players disappeared without leaving formally."""

    seats: tuple[SeatOutcome, ...]
    absent: frozenset[int]
    rounds: int
    seconds: int
    is_decided: bool


def outcome_of(game: FinishedGame, lines: Sequence[EntryRecord], left: Collection[int]) -> GameOutcome:
    """Return the outcome of a game. `lines` are its stored entries; `left` are seats whose players left."""
    acted: dict[int, tuple[int, int]] = {}  # by seat: the rounds of the last action, and of the last one by a person
    turns = set[tuple[int, int]]()  # (seat, round) of every turn in which a person acted
    for moment, line in zip(game.moments, lines, strict=True):
        if line.author is not None and moment.seat == moment.turn and moment.before > 0:
            turns.add((moment.turn, moment.before))
        if moment.seat is not None and moment.seat >= 0:
            _, own = acted.get(moment.seat, (0, 0))
            acted[moment.seat] = moment.after, moment.after if line.author is not None else own
    absent = frozenset(seat for seat, (last, own) in acted.items() if last - own >= GONE)
    gone, match = absent | set(left), game.match
    ranks = game.ranks(gone)
    places = [rank if match.winners or seat in gone else None for seat, rank in enumerate(ranks)]
    return GameOutcome(
        tuple(
            SeatOutcome(
                place,
                rank,
                _objective(match, seat),
                _zones(match, seat),
                sum(one == seat for one, _ in turns),
                luck_noted(game.luck.get(seat)),
            )
            for seat, (place, rank) in enumerate(zip(places, ranks, strict=True))
        ),
        absent,
        lap_of(match.state),
        lines[-1].clock // 1000,
        bool(match.winners),
    )


def luck_noted(luck: Luck | None) -> LuckNoted:
    """Convert a seat's luck to its stored form."""
    if luck is None:
        return LuckNoted()
    return LuckNoted(luck.throws, luck.lost, luck.lost_on_average, luck.beaten, luck.beaten_on_average)


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
