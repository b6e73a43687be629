"""What viewers are shown of one game: a picture for each seat and language, drawn once however many look at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kamchatka.kernel.state import State
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Entry, Match
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.game_log import Chronicle, events
from kamchatka.server.presentation.scene_builder import Painter
from kamchatka.server.protocol.messages import Moved, Presence, Scene
from kamchatka.server.protocol.scene_types import Ask, ClockFace, PlaceSeen, SeatSeen, TableSeen


@dataclass(frozen=True)
class Around:
    """What the room knows about the table that the game does not."""

    table: TableSeen
    sitting: tuple[SeatSeen, ...]
    per: str  # what the clocks measure
    clock: ClockFace | None  # the table's own


class Eyes(NamedTuple):
    """Through whose eyes, in which language, and all seats of that session."""

    viewer: int
    language: str
    yours: tuple[int, ...]


class Stage:
    """One match as it is shown. A late stage, for spectators, is a second match that takes the entries up later."""

    def __init__(self, match: Match, players: Sequence[str]) -> None:
        self.match = match
        self.painters = {language: Painter(match, players, language) for language in ("it", "en")}
        self.chronicles: dict[int, Chronicle] = {}
        self.last: dict[int, tuple[PlaceSeen, ...]] = {}  # by viewer: the places of the version before

    def hear(self, entry: Entry) -> None:
        """One more entry has been noted in the match."""
        for chronicle in self.chronicles.values():
            chronicle.hear(entry.facts)

    def forget(self, viewers: set[int]) -> None:
        """Nobody looks any more through other eyes than these."""
        for viewer in set(self.chronicles) - viewers:
            del self.chronicles[viewer]
            self.last.pop(viewer, None)

    def chronicle(self, viewer: int) -> Chronicle:
        """The story as this viewer was told it."""
        if viewer not in self.chronicles:
            self.chronicles[viewer] = Chronicle(self.painters["en"].words, self.match, viewer)
        return self.chronicles[viewer]

    # -------------------------------------------------------------- messages
    def scene(self, eyes: Eyes, around: Around) -> Scene:
        """The whole picture."""
        lines = self.chronicle(eyes.viewer).latest(self.painters[eyes.language].words)
        return Scene(**self._picture(eyes, around), places=self.places(eyes.viewer), log=lines)

    def moved(self, eyes: Eyes, around: Around, after: int, places: tuple[PlaceSeen, ...]) -> Moved:
        """Everything since a version, with the places that have changed."""
        match, words = self.match, self.painters[eyes.language].words
        since = match.entries[after:]
        happened = tuple(one for entry in since for one in events(match, entry.facts, eyes.viewer))
        return Moved(
            **self._picture(eyes, around),
            places=places,
            events=happened,
            log=self.chronicle(eyes.viewer).since(words, after),
            actor=since[-1].seat if since else None,
        )

    def presence(self, eyes: Eyes, around: Around) -> Presence:
        """Who is here."""
        state = self.match.view(eyes.viewer).state
        painter = self.painters[eyes.language]
        seats = painter.seats(state, painter.display(state, eyes.viewer), around.sitting)
        return Presence(seats, around.table.watchers)

    def places(self, viewer: int) -> tuple[PlaceSeen, ...]:
        """The board as a viewer sees it."""
        state = self.match.view(viewer).state
        painter = self.painters["en"]
        return painter.places(state, painter.display(state, viewer))

    def changed(self, viewer: int) -> tuple[PlaceSeen, ...]:
        """The places that are not as they were when this viewer was last shown them."""
        places, before = self.places(viewer), self.last.get(viewer, ())
        self.last[viewer] = places
        return tuple(place for place in places if place not in before) if before else places

    def _picture(self, eyes: Eyes, around: Around) -> dict[str, Any]:
        match, painter, viewer = self.match, self.painters[eyes.language], eyes.viewer
        state = match.view(viewer).state
        display = painter.display(state, viewer)
        seats = painter.seats(state, display, around.sitting)
        awaited = tuple(match.awaited)
        return {
            "version": len(match.entries),
            "table": painter.table(around.table),
            "boards": boards_of(match.edition.id),
            "closed_lanes": display.closed,
            "seats": seats,
            "you": viewer if viewer != ONLOOKER else None,
            "yours": eyes.yours,
            "turn": int(state.turn) if state.turn >= 0 else None,
            "round": int(state.round),
            "round_label": painter.round_label(state),
            "phases": painter.phases(state),
            "phase": painter.phase(state),
            "awaited": awaited,
            "waiting": painter.waiting(state, awaited),
            "ask": self._ask(viewer, painter, state, around) if viewer in awaited else None,
            "private": painter.private(state, viewer, display) if viewer != ONLOOKER else None,
            "public": painter.public(state, display),
            "clock": around.clock,
            "result": painter.result(state, seats),
        }

    def _ask(self, viewer: int, painter: Painter, state: State, around: Around) -> Ask | None:
        face = around.sitting[viewer].clock
        return painter.ask(state, viewer, face.left if face is not None else None, around.per)
