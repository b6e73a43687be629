"""Replays of finished games: steps, charts, and the proof of every die."""

import gzip
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kamchatka.analysis.finished import TurnFigures, reader_of
from kamchatka.journal import Header, open_journal
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Entry, Follower, Match
from kamchatka.server.display_names import in_words
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.game_log import GameLog, facts_seen
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.presentation.table_info import seat_seen, table_seen
from kamchatka.server.protocol.fact_types import fact_told
from kamchatka.server.protocol.payloads import Proof, Replay, Series, StepSeen
from kamchatka.server.protocol.scene_types import PlaceSeen
from kamchatka.server.storage.records import EntryRecord, TableRecord
from kamchatka.words.story import Stories

if TYPE_CHECKING:  # replays are made by workers, which need no database
    from kamchatka.server.storage.store import Store

METHOD = "kamchatka-1"  # docs/protocol.md, "Checking the dice"


async def journal_of(table: TableRecord, store: "Store") -> bytes:
    """Return the journal in file format."""
    return journal_from(table, await store.journal(table.id))


def journal_from(table: TableRecord, lines: Sequence[EntryRecord]) -> bytes:
    """Return the journal in file format, from a table's stored entries."""
    return (table.header or b"") + b"".join(entry.line for entry in lines)


def replay_packed(table: TableRecord, data: bytes, language: str) -> bytes:
    """Return the replay as compressed JSON. Long games take time, so run it in a worker."""
    return gzip.compress(msgspec.json.encode(replay_of(table, data, language)), 5, mtime=0)


def replay_of(table: TableRecord, data: bytes, language: str) -> Replay:
    """Build the replay of a whole game from its journal, with all secrets revealed."""
    opened = open_journal(data, table.id)
    reader, told = reader_of(opened), ReplayBuilder(opened.match, opened.header, language)
    kept = opened.replay(reader, told)
    match, builder, game = kept.match, told.builder, reader.game()
    state = match.view(ONLOOKER).state
    sitting = tuple(seat_seen(seat, one, language) for seat, one in enumerate(table.seats))
    display = builder.display(state, ONLOOKER)
    seats = builder.seats(state, display, sitting)
    draws = tuple(draw for entry in match.entries for draw in entry.draws)
    return Replay(
        in_words(table_seen(table, 0, True), language),
        boards_of(match.edition.id),
        seats,
        builder.result(state, display, seats),
        tuple(told.steps),
        tuple(series_of(turn) for turn in game.turns if turn.seat is not None or turn is game.turns[-1]),
        Proof(METHOD, kept.header.commitment, kept.header.key, draws),
        builder.neutral(display),
    )


class ReplayBuilder(Follower):
    """Makes a step of every entry while a game is replayed."""

    def __init__(self, match: Match, header: Header, language: str) -> None:
        self.match = match
        self.builder = SceneBuilder(match, [player.name for player in header.players], language)
        self.stories = Stories(self.builder.words, match)
        self.log = GameLog(self.stories, None)
        self.steps: list[StepSeen] = []
        self.drawn = 0  # numbers drawn before the current entry
        self.places: tuple[PlaceSeen, ...] = ()

    def end(self, entry: Entry) -> None:
        """Add a step."""
        self.stories.hear(entry.facts)
        self.log.add()
        state, number, drawn = self.match.state, len(self.steps), self.drawn + len(entry.draws)
        lines = self.log.since(self.builder.words, number)
        self.steps.append(
            StepSeen(
                number,
                entry.seat,
                int(state.turn) if state.turn >= 0 else None,
                int(state.round),
                self.builder.round_label(state),
                tuple([fact_told(self.match.game, fact) for fact in facts_seen(entry.facts, None)]),
                lines,
                self._take_changes(),
                (self.drawn, drawn),
            )
        )
        self.drawn = drawn

    def _take_changes(self) -> tuple[PlaceSeen, ...]:
        state = self.match.state
        places = self.builder.places(state, self.builder.display(state, ONLOOKER))
        changed = tuple(new for n, new in enumerate(places) if not self.places or new != self.places[n])
        self.places = places
        return changed


def series_of(turn: TurnFigures) -> Series:
    """Return a point of the charts."""
    return Series(turn.entry, turn.round, turn.seat, turn.territories, turn.armies, turn.income)
