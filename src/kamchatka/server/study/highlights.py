"""Highlights of a finished game: exact luck, battles, continents held longest, eliminations and strength."""

import gzip
from collections.abc import Iterable

import msgspec

from kamchatka.analysis.finished import FinishedGame, read_game
from kamchatka.analysis.luck import FoughtBattle
from kamchatka.analysis.report import SeatLuck, seat_luck
from kamchatka.analysis.throws import BattleThrow
from kamchatka.players.admiral.judge import is_judged
from kamchatka.words import Words

JUDGED_SECONDS = 3.0  # time that a network takes for about 500 decisions


class SeatBattle(msgspec.Struct, frozen=True):
    """A battle from the point of view of one of its two seats. `luck` is that seat's, in armies."""

    seat: int
    entry: int
    round: int
    attacked: bool
    source: str
    target: str
    luck: float


class HeldZone(msgspec.Struct, frozen=True):
    """The zone that a seat held for the most turns in a row."""

    seat: int
    zone: str  # its name
    turns: int


class FallSeen(msgspec.Struct, frozen=True):
    """The elimination of a seat. `by` is None if no seat caused it."""

    seat: int
    by: int | None
    round: int
    entry: int


class TurnStrength(msgspec.Struct, frozen=True):
    """Territories and armies of all seats after a turn."""

    entry: int
    lands: tuple[int, ...]
    armies: tuple[int, ...]


class HighlightsSeen(msgspec.Struct, frozen=True):
    """Exact facts about a finished game, available at once. `analysis_seconds` is how long its analysis takes."""

    luck: tuple[SeatLuck, ...]
    best: tuple[SeatBattle, ...]  # the luckiest battle of each seat that has one
    worst: tuple[SeatBattle, ...]
    held: tuple[HeldZone, ...]
    falls: tuple[FallSeen, ...]
    strength: tuple[TurnStrength, ...]
    last_turn: int  # index of the journal entry that began the last turn
    analysis_seconds: float


def highlights_packed(id: str, data: bytes, language: str, seconds: float) -> bytes:
    """Return the highlights of a journal as compressed JSON."""
    game = read_game(data, id)
    if is_judged(game.match.edition.id):
        seconds = min(seconds, JUDGED_SECONDS)
    return gzip.compress(msgspec.json.encode(Highlights(game, language).describe(seconds)), 5, mtime=0)


class Highlights:
    """Describes a finished game's highlights in words."""

    def __init__(self, game: FinishedGame, language: str) -> None:
        self.game = game
        self.names = Words(language, game.match.edition, game.names).names

    def describe(self, seconds: float) -> HighlightsSeen:
        """Return all highlights of the game."""
        game = self.game
        return HighlightsSeen(
            tuple(seat_luck(seat, luck) for seat, luck in game.luck.items()),
            tuple(self._extremes(game.battles, 1)),
            tuple(self._extremes(game.battles, -1)),
            tuple(HeldZone(seat, self.names.zones[zone], turns) for seat, (turns, zone) in game.longest.items()),
            tuple(FallSeen(fall.seat, fall.by, fall.round, fall.entry) for fall in game.falls),
            tuple(TurnStrength(turn.entry, turn.places, turn.armies) for turn in game.turns),
            game.last_turn,
            seconds,
        )

    def _extremes(self, battles: Iterable[FoughtBattle], sign: int) -> Iterable[SeatBattle]:
        """Yield each seat's luckiest battle (`sign` 1) or unluckiest one (-1)."""
        found: dict[int, SeatBattle] = {}
        for battle in battles:
            first = battle.first
            for seat, luck in ((first.attacker, battle.luck.armies), (first.defender, -battle.luck.armies)):
                if seat >= 0 and luck * sign > 0 and (seat not in found or luck * sign > found[seat].luck * sign):
                    found[seat] = self._battle(seat, first, luck)
        return [found[seat] for seat in sorted(found)]

    def _battle(self, seat: int, first: BattleThrow, luck: float) -> SeatBattle:
        places = self.names.places
        return SeatBattle(
            seat, first.entry, first.round, seat == first.attacker, places[first.source], places[first.target], luck
        )
