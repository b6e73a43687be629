"""Builds the messages about one game: public parts once per version, the rest once per viewpoint."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from kamchatka.editions.display import Display
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Entry, Match
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.game_log import GameLog, facts_seen
from kamchatka.server.presentation.placements import rest_of
from kamchatka.server.presentation.public_options import in_front_of_all
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.protocol.fact_types import FactSeen, fact_told
from kamchatka.server.protocol.messages import Moved, Presence, Scene
from kamchatka.server.protocol.scene_types import Ask, ClockFace, PlaceSeen, SeatSeen, TableSeen
from kamchatka.texts import languages
from kamchatka.words.story import Stories


@dataclass(frozen=True)
class TableContext:
    """What the room knows about the table that the game does not."""

    table: TableSeen
    sitting: tuple[SeatSeen, ...]
    per: str  # what the clocks measure
    clock: ClockFace | None  # the table's own clock
    most_dice: tuple[int, ...] = ()  # seats with auto-defend; sent to their owners only
    placed_for: tuple[int, ...] = ()  # seats whose placements a bot plays now: they are not asked
    undo_seat: int = -1  # the seat that may take its latest action back

    def later(self, seconds: float) -> "TableContext":
        """Return the context after `seconds` in which nothing happened, with running clocks advanced."""
        sitting = tuple(
            msgspec.structs.replace(
                one,
                clock=_run(one.clock, seconds),
                absent_in=None if one.absent_in is None else max(0.0, one.absent_in - seconds),
            )
            for one in self.sitting
        )
        return replace(self, sitting=sitting, clock=_run(self.clock, seconds))

    def bare(self) -> "TableContext":
        """Return the context without anything that depends on the moment."""
        sitting = tuple(
            SeatSeen(
                seat=one.seat,
                name=one.name,
                kind=one.kind,
                bot=one.bot,
                avatar=one.avatar,
                colour=one.colour,
                leaves=one.leaves,
            )
            for one in self.sitting
        )
        return replace(
            self,
            table=msgspec.structs.replace(self.table, watchers=0),
            sitting=sitting,
            clock=None,
            placed_for=(),
            undo_seat=-1,
        )


def _run(clock: ClockFace | None, seconds: float) -> ClockFace | None:
    return msgspec.structs.replace(clock, left=max(0.0, clock.left - seconds)) if clock and clock.running else clock


class Viewpoint(NamedTuple):
    """The seat whose view is shown (or ONLOOKER), the language, and all seats of the session.

    `plays` is the seat that answers. On a shared screen it may play while everybody watches.
    """

    viewer: int
    language: str
    yours: tuple[int, ...]
    plays: int = ONLOOKER

    @property
    def seat(self) -> int:
        """The seat that answers."""
        return self.viewer if self.plays == ONLOOKER else self.plays


@dataclass(frozen=True)
class Seen:
    """What one viewer may know at one version: their view of the state, and the edition's display."""

    version: int
    state: State
    display: Display


@dataclass(frozen=True)
class Shared:
    """What all viewers share at one version, moment and language: fields of a Picture."""

    version: int
    context: TableContext
    fields: JsonObject


class Presenter:
    """Builds the messages of one match. Delayed spectators have a presenter with a match of its own."""

    def __init__(self, match: Match, players: Sequence[str]) -> None:
        self.match = match
        self.builders = {language: SceneBuilder(match, players, language) for language in languages()}
        self.stories = Stories(self.builders["en"].words, match)
        for entry in match.entries:
            self.stories.hear(entry.facts)
        self.logs: dict[int, GameLog] = {}
        self.last: tuple[PlaceSeen, ...] = ()  # the places at the previous version
        self._seen: dict[int, Seen] = {}  # by viewer, at the newest version requested
        self._shared: dict[str, Shared] = {}  # by language, at the newest version requested
        self._facts: dict[Fact, FactSeen] = {}  # encoded facts of the newest version

    def on_entry(self, entry: Entry) -> None:
        """Take note of a new entry in the match."""
        self._facts.clear()
        self.stories.hear(entry.facts)
        for log in self.logs.values():
            log.add()
            log.trim(self.match.forgotten)

    def forget(self, viewers: set[int]) -> None:
        """Drop the caches of all viewers except these."""
        for viewer in set(self.logs) - viewers:
            del self.logs[viewer], self.stories.groups_of[viewer]
            self._seen.pop(viewer, None)
        if not viewers:
            self.last = ()

    def view_of(self, viewer: int) -> Seen:
        """Return the table as a viewer may know it now, built once per version."""
        version, known = self.match.version, self._seen.get(viewer)
        if known is None or known.version != version:
            state = self.match.view(viewer).state
            display = self.match.edition.display(self.match.game, state, viewer)
            known = self._seen[viewer] = Seen(version, state, display)
        return known

    def log(self, viewer: int) -> GameLog:
        """Return this viewer's log."""
        if viewer not in self.logs:
            self.logs[viewer] = GameLog(self.stories, viewer)
        return self.logs[viewer]

    # -------------------------------------------------------------- messages
    def scene(self, viewpoint: Viewpoint, context: TableContext) -> Scene:
        """Return the whole scene."""
        lines = self.log(viewpoint.viewer).latest(self.builders[viewpoint.language].words)
        return Scene(**self._picture(viewpoint, context), places=self.places(), log=lines)

    def build_moved(
        self, viewpoint: Viewpoint, context: TableContext, after: int, places: tuple[PlaceSeen, ...]
    ) -> Moved:
        """Return everything since a version, with the places that have changed."""
        words, since = self.builders[viewpoint.language].words, self.match.since(after) or []
        return Moved(
            **self._picture(viewpoint, context),
            places=places,
            events=tuple([one for entry in since for one in self._events(entry, viewpoint.viewer)]),
            log=self.log(viewpoint.viewer).since(words, after),
            actor=since[-1].seat if since else None,
        )

    def presence(self, language: str, context: TableContext) -> Presence:
        """Return the presence message, which is the same for everybody."""
        return Presence(self._common(language, context)["seats"], context.table.watchers)

    def places(self) -> tuple[PlaceSeen, ...]:
        """Return the board, which is public."""
        seen = self.view_of(ONLOOKER)
        return self.builders["en"].places(seen.state, seen.display)

    def take_changes(self) -> tuple[PlaceSeen, ...]:
        """Return the places that have changed since the last call."""
        before, seen = self.last, self.view_of(ONLOOKER)
        if not before:
            self.last = self.places()
            return self.last
        self.last = self.builders["en"].refresh(before, seen.state, seen.display)
        return tuple([new for new, old in zip(self.last, before, strict=True) if new is not old])

    def _events(self, entry: Entry, viewer: int) -> Iterator[FactSeen]:
        """Yield the visible facts as this viewer may know them. Public facts are encoded once."""
        for seen in facts_seen(entry.facts, viewer):
            if seen not in self._facts:
                self._facts[seen] = fact_told(self.match.game, seen)
            yield self._facts[seen]

    def _picture(self, viewpoint: Viewpoint, context: TableContext) -> JsonObject:
        builder, viewer, common = (
            self.builders[viewpoint.language],
            viewpoint.viewer,
            self._common(viewpoint.language, context),
        )
        seen = self.view_of(viewer)
        asked = viewpoint.seat in common["awaited"] and viewpoint.seat not in context.placed_for
        return {
            **common,
            "you": viewpoint.seat if viewpoint.seat != ONLOOKER else None,
            "open": viewer == viewpoint.seat,
            "yours": viewpoint.yours,
            "most_dice": tuple([seat for seat in viewpoint.yours if seat in context.most_dice]),
            "may_undo": context.undo_seat in viewpoint.yours,
            "ask": self._ask(viewpoint, builder, seen.state, context) if asked else None,
            "private": builder.private(seen.state, viewer, seen.display) if viewer != ONLOOKER else None,
        }

    def _common(self, language: str, context: TableContext) -> JsonObject:
        """Return the fields shared by all pictures of a version, drawn from the public view."""
        version, known = self.match.version, self._shared.get(language)
        if known is None or known.version != version or known.context is not context:
            known = self._shared[language] = Shared(version, context, self._draw(self.builders[language], context))
        return known.fields

    def _draw(self, builder: SceneBuilder, context: TableContext) -> JsonObject:
        match, seen = self.match, self.view_of(ONLOOKER)
        state, display = seen.state, seen.display
        seats = builder.seats(state, display, context.sitting)
        awaited = tuple(match.awaited)
        return {
            "version": match.version,
            "table": builder.table(context.table),
            "boards": boards_of(match.edition.id),
            "closed_lanes": display.closed,
            "seats": seats,
            "neutral": builder.neutral(display),
            "turn": int(state.turn) if state.turn >= 0 else None,
            "round": int(state.round),
            "round_label": builder.round_label(state),
            "phases": builder.phases(state),
            "phase": builder.phase(state),
            "awaited": awaited,
            "waiting": builder.waiting(state, awaited),
            "public": builder.public(state, display),
            "clock": context.clock,
            "result": builder.result(state, display, seats),
        }

    def _ask(self, viewpoint: Viewpoint, builder: SceneBuilder, state: State, context: TableContext) -> Ask | None:
        seat, face = viewpoint.seat, context.sitting[viewpoint.seat].clock
        left = face.left if face is not None else None
        if viewpoint.viewer == seat:
            rest = rest_of(self.match, seat) if context.table.places_rest else ""
            return builder.ask(state, seat, left, context.per, rest=rest)
        shown = in_front_of_all(self.match.game, state, self.match.options(seat))
        if shown.ranges:
            return builder.ask(state, seat, left, context.per, shown)
        return Ask(seat, builder.phase(state), (), left)
