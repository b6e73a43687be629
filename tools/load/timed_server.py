"""`python -m tools.load.timed_server serve …`: the command `kamchatka` with a timer for each part of an action.

Times are CPU times of this process's main thread, for each part without the parts that it calls. The rest is the event
loop, its tasks and the way to the database. Each SIGUSR1 prints the times since the last one on standard error.
"""

import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from kamchatka.cli import main
from kamchatka.server.http import sockets
from kamchatka.server.http.gate import Gate
from kamchatka.server.presentation import audience, presenter
from kamchatka.server.presentation.game_log import GameLog
from kamchatka.server.presentation.presenter import Presenter
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.tables import stored_match
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.room_context import RoomContexts
from kamchatka.server.tables.stored_match import StoredMatch

PARTS: dict[str, list[tuple[Any, str]]] = {
    "socket, in": [(Gate, "data_received")],
    "message read": [(sockets, "_decode")],
    "rules": [(StoredMatch, "play")],
    "journal's line": [(stored_match, "line_of"), (stored_match, "seal_line")],
    "table's row": [(stored_match, "with_round_and_colours")],
    "who is here": [(RoomContexts, "now")],
    "story heard": [(Presenter, "on_entry")],
    "story told": [(GameLog, "since")],
    "view": [(Presenter, "view_of")],
    "places": [(Presenter, "take_changes")],
    "everybody's picture": [(Presenter, "_common")],
    "question": [(Presenter, "_ask")],
    "own corner": [(SceneBuilder, "private")],
    "rest of each picture": [(Presenter, "_picture"), (Presenter, "build_moved")],
    "events": [(presenter, "fact_told")],
    "JSON": [(audience, "encode")],
    "bots woken": [(Room, "wake_bots")],
}
REST = "loop, tasks, database"

now = time.thread_time_ns


class Stopwatch:
    """CPU nanoseconds by part."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.begun = now()
        self.inner = [0]  # for each part being timed, the time of the parts called within it

    def time_part(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that is timed as a part."""

        def run(*given: Any, **named: Any) -> Any:
            begun = now()
            self.inner.append(0)
            try:
                return work(*given, **named)
            finally:
                self._note(part, now() - begun)

        return run

    def _note(self, part: str, took: int) -> None:
        self.spent[part] += took - self.inner.pop()
        self.inner[-1] += took

    def tell(self, *signalled: object) -> None:
        """Print the nanoseconds by part in one line, and reset them."""
        total = now() - self.begun
        print(
            msgspec.json.encode({**self.spent, REST: total - self.spent.total()}).decode(), file=sys.stderr, flush=True
        )
        self.spent.clear()
        self.begun = now()


if __name__ == "__main__":
    watch = Stopwatch()
    for part, places in PARTS.items():
        for where, name in places:
            setattr(where, name, watch.time_part(part, getattr(where, name)))
    signal.signal(signal.SIGUSR1, watch.tell)
    main()
