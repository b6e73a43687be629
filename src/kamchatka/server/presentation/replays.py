"""Replays of finished games: steps, charts, and the proof of every die."""

import gzip
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from kamchatka.editions.holdings import territories
from kamchatka.journal import Header, parse
from kamchatka.kernel.facts import ArmiesGranted, TurnBegan
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, apply_entry
from kamchatka.server.naming import in_words
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.game_log import GameLog, facts_seen
from kamchatka.server.presentation.replica import empty_copy
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.presentation.table_info import seat_seen, table_seen
from kamchatka.server.protocol.fact_types import fact_told
from kamchatka.server.protocol.payloads import Proof, Replay, Series, StepSeen
from kamchatka.server.protocol.scene_types import PlaceSeen
from kamchatka.server.storage.records import TableRecord
from kamchatka.words.story import Stories

if TYPE_CHECKING:  # replays are made by workers, which need no database
    from kamchatka.server.storage.store import Store

METHOD = "kamchatka-1"  # docs/protocol.md, "Checking the dice"
INCOME = ("reinforce.", "collect.")  # clauses that editions count as a turn's income; trios, cards and relics are extra


async def journal_of(table: TableRecord, store: "Store") -> bytes:
    """Return the journal in file format."""
    return (table.header or b"") + b"".join(entry.line for entry in await store.journal(table.id))


def replay_packed(table: TableRecord, data: bytes, language: str) -> bytes:
    """Return the replay as compressed JSON. Long games take time, so run it in a worker."""
    return gzip.compress(msgspec.json.encode(replay_of(table, data, language)), 5, mtime=0)


def replay_of(table: TableRecord, data: bytes, language: str) -> Replay:
    """Build the replay of a whole game from its journal, with all secrets revealed."""
    kept = parse(data, table.id)
    match = kept.match
    told = ReplayBuilder(match, kept.header, language)
    steps = tuple(told.steps())
    state = match.view(ONLOOKER).state
    builder = SceneBuilder(match, [player.name for player in kept.header.players], language)
    sitting = tuple(seat_seen(seat, one, language) for seat, one in enumerate(table.seats))
    display = builder.display(state, ONLOOKER)
    seats = builder.seats(state, display, sitting)
    draws = tuple(draw for entry in match.entries for draw in entry.draws)
    return Replay(
        in_words(table_seen(table, 0, True), language),
        boards_of(match.edition.id),
        seats,
        builder.result(state, display, seats),
        steps,
        tuple(told.series),
        Proof(METHOD, kept.header.commitment, kept.header.key, draws),
        builder.neutral(display),
    )


class ReplayBuilder:
    """Replays a game: a second match takes up the entries one by one."""

    def __init__(self, match: Match, header: Header, language: str) -> None:
        self.match = match
        self.replica = empty_copy(match)
        self.builder = SceneBuilder(self.replica, [player.name for player in header.players], language)
        self.stories = Stories(self.builder.words, self.replica)
        self.log = GameLog(self.stories, None)
        self.series: list[Series] = []
        self.income = [0] * match.seats  # armies granted in each seat's last turn
        self.places: tuple[PlaceSeen, ...] = ()

    def steps(self) -> Iterator[StepSeen]:
        """Yield one step per entry, and add a chart point whenever a turn ends."""
        drawn = 0
        for number, entry in enumerate(self.match.entries):
            turn = int(self.replica.state.turn)
            apply_entry(self.replica, entry)
            self.stories.hear(entry.facts)
            self.log.add()
            self._earn(entry.facts)
            state = self.replica.state
            if (int(state.turn) != turn and turn >= 0) or state.over:
                self._figure(number, turn)
            lines = self.log.since(self.builder.words, number)
            yield StepSeen(
                number,
                entry.seat,
                int(state.turn) if state.turn >= 0 else None,
                int(state.round),
                self.builder.round_label(state),
                tuple([fact_told(self.replica.game, fact) for fact in facts_seen(entry.facts, None)]),
                lines,
                self._changed(),
                (drawn, drawn + len(entry.draws)),
            )
            drawn += len(entry.draws)

    def _earn(self, facts: Sequence[Fact]) -> None:
        """Add granted armies to the turn's income, as each edition counts income."""
        for fact in facts:
            if isinstance(fact, TurnBegan):
                self.income[fact.seat] = 0
            elif isinstance(fact, ArmiesGranted) and fact.clause.startswith(INCOME):
                self.income[fact.seat] += int(fact.armies)

    def _changed(self) -> tuple[PlaceSeen, ...]:
        state = self.replica.state
        places = self.builder.places(state, self.builder.display(state, ONLOOKER))
        changed = tuple(new for n, new in enumerate(places) if not self.places or new != self.places[n])
        self.places = places
        return changed

    def _figure(self, step: int, turn: int) -> None:
        state = self.replica.state
        armies = [0] * int(state.seats)
        for place, owner in enumerate(state.owner):
            if owner >= 0:
                armies[owner] += int(state.armies[place])
        income = tuple(armies if state.is_alive(seat) else 0 for seat, armies in enumerate(self.income))
        lands = [territories(self.replica.game.board, state, seat) for seat in range(int(state.seats))]
        self.series.append(
            Series(step, int(state.round), turn if turn >= 0 else None, tuple(lands), tuple(armies), income)
        )
