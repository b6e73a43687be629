"""What a finished game is remembered for: exact luck, battles, continents held longest, eliminations, strength."""

import gzip
from collections.abc import Iterable

import msgspec

from kamchatka.analysis.luck import FoughtBattle, battles_of, luck_of
from kamchatka.analysis.report import SeatLuck, seat_luck
from kamchatka.analysis.throws import BattleThrow, ThrowReader, blank_copy
from kamchatka.journal import parse
from kamchatka.kernel.facts import Eliminated, TurnBegan
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.players.admiral.judge import is_judged
from kamchatka.words import Words

JUDGED_SECONDS = 3.0  # that a network takes for about 500 decisions


class SeatBattle(msgspec.Struct, frozen=True):
    """A battle as one of its two seats remembers it. `luck` is that seat's, in armies."""

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
    """The end of an eliminated seat. `by` is None if no seat did it."""

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
    """Exact facts about a finished game, available at once. `analysis_seconds` is the time that its analysis takes."""

    luck: tuple[SeatLuck, ...]
    best: tuple[SeatBattle, ...]  # the luckiest battle of each seat, if it had one
    worst: tuple[SeatBattle, ...]
    held: tuple[HeldZone, ...]
    falls: tuple[FallSeen, ...]
    strength: tuple[TurnStrength, ...]
    last_turn: int  # index of the journal entry with which the last turn began
    analysis_seconds: float


def highlights_packed(id: str, data: bytes, language: str, seconds: float) -> bytes:
    """Return the highlights of a journal as compressed JSON."""
    kept = parse(data, id)
    words = Words(language, kept.match.edition, [player.name for player in kept.header.players])
    if is_judged(kept.match.edition.id):
        seconds = min(seconds, JUDGED_SECONDS)
    return gzip.compress(msgspec.json.encode(Chronicler(kept.match, words).highlights(seconds)), 5, mtime=0)


class Chronicler:
    """Reads a game once, turn by turn."""

    def __init__(self, match: Match, words: Words) -> None:
        self.match = match
        self.words = words
        self.again = blank_copy(match)
        self.throws: list[BattleThrow] = []
        self.falls: list[FallSeen] = []
        self.strength: list[TurnStrength] = []
        self.streaks: dict[tuple[int, int], int] = {}  # by seat and zone: turns held in a row until now
        self.longest: dict[int, tuple[int, int]] = {}  # by seat: most turns in a row, and the zone
        self.last_turn = 0

    def highlights(self, seconds: float) -> HighlightsSeen:
        """Read the game and return what it is remembered for."""
        self._read()
        battles = battles_of(self.throws)
        names = self.words.names.zones
        return HighlightsSeen(
            tuple(seat_luck(seat, luck) for seat, luck in luck_of(self.throws).items()),
            tuple(self._extremes(battles, 1)),
            tuple(self._extremes(battles, -1)),
            tuple(HeldZone(seat, names[zone], turns) for seat, (turns, zone) in sorted(self.longest.items())),
            tuple(self.falls),
            tuple(self.strength),
            self.last_turn,
            seconds,
        )

    def _read(self) -> None:
        reader, table = ThrowReader(self.match.edition, self.match.game), self.again.table
        for number, entry in enumerate(self.match.entries):
            reader.begin(entry)
            for fact in entry.facts:
                if (thrown := reader.hear(table, fact, number)) is not None:
                    self.throws.append(thrown)
                table.note(fact)
                if isinstance(fact, Eliminated):
                    by = int(fact.by) if fact.by >= 0 else None
                    self.falls.append(FallSeen(int(fact.seat), by, int(table.state.round), number))
                elif isinstance(fact, TurnBegan):
                    self.last_turn = number
                    self._note_turn(number)
        self._note_turn(len(self.match.entries) - 1)

    def _note_turn(self, entry: int) -> None:
        """Record strength and zones at the end of a turn."""
        state, board = self.again.state, self.match.game.board
        lands, armies = [0] * int(state.seats), [0] * int(state.seats)
        for place, owner in enumerate(state.owner):
            if owner >= 0:
                lands[owner] += 1
                armies[owner] += int(state.armies[place])
        self.strength.append(TurnStrength(entry, tuple(lands), tuple(armies)))
        display = self.match.edition.display(self.match.game, state, ONLOOKER)
        held = {(seat, int(zone)) for seat in range(state.seats) for zone in display.controlled(board, state, seat)}
        self.streaks = {key: self.streaks.get(key, 0) + 1 for key in held}
        for (seat, zone), turns in self.streaks.items():
            self.longest[seat] = max(self.longest.get(seat, (0, zone)), (turns, zone))

    def _extremes(self, battles: Iterable[FoughtBattle], sign: int) -> Iterable[SeatBattle]:
        """Yield each seat's battle with the most good (sign 1) or bad luck (-1)."""
        found: dict[int, SeatBattle] = {}
        for battle in battles:
            first = battle.first
            for seat, luck in ((first.attacker, battle.luck.armies), (first.defender, -battle.luck.armies)):
                if seat >= 0 and luck * sign > 0 and (seat not in found or luck * sign > found[seat].luck * sign):
                    found[seat] = self._battle(seat, first, luck)
        return [found[seat] for seat in sorted(found)]

    def _battle(self, seat: int, first: BattleThrow, luck: float) -> SeatBattle:
        places = self.words.names.places
        return SeatBattle(
            seat, first.entry, first.round, seat == first.attacker, places[first.source], places[first.target], luck
        )
