"""A table whose server is this test: any position on a real page, with every action played by the rules at once."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute

from kamchatka.kernel.edges import wire
from kamchatka.kernel.options import PASS
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.protocol.messages import Odds, Scene
from kamchatka.server.tables.attack_odds import chances
from tests.browser.person import Person
from tests.server.test_leaks import context


class Staged:
    """A staged table: seat 0 uses the page; the other seats pass or take the largest action."""

    def __init__(
        self, person: Person, match: Match, names: Sequence[str] = (), language: str = "en", lively: bool = False
    ) -> None:
        self.match = match
        self.lively = lively  # events are sent as they happen, not only the resulting scene
        self.shown = -1  # number of log entries that the page knows
        self.is_held = False  # while held, actions are acknowledged but their scene isn't sent
        self.names = [*names, *(f"P{seat}" for seat in range(match.seats))][: match.seats]
        self.language = language
        self.presenter = Presenter(match, self.names)
        self.acts: list[dict[str, Any]] = []  # what the page sent, in order
        person.page.route_web_socket("**/ws/tables/**", self._open)
        person.open(person.lay(match.edition.id, [{"kind": "me"}, *[{"kind": "open"}] * (match.seats - 1)]))

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))
        self._show(socket)

    def show_held(self) -> None:
        """Send the scene that was held back."""
        self.is_held = False
        self._show(self.socket)

    def _hear(self, socket: WebSocketRoute, word: dict[str, Any]) -> None:
        if word["type"] == "odds":
            asked = msgspec.convert(word | {"pieces": word["pieces"]}, Odds)
            found = chances(self.match, asked)
            socket.send(
                json.dumps(
                    {
                        "type": "odds",
                        "nonce": word["nonce"],
                        "wins": found.wins,
                        "lost": found.lost,
                        "beaten": found.beaten,
                        "god_war": found.prelude,
                    }
                )
            )
        elif word["type"] == "act":
            self.acts.append(word["act"])
            self._play(0, wire.inner(self.match.game, wire.decode(json.dumps(word["act"]))))
            while 0 not in self.match.awaited and not self.match.is_over:
                self._answer(self.match.awaited[0])
            socket.send(json.dumps({"type": "done", "nonce": word["nonce"], "version": len(self.match.entries)}))
            if not self.is_held:
                self._show(socket)

    def _answer(self, seat: int) -> None:
        options = self.match.options(seat)
        actions = options.expand()
        self._play(seat, next((one for one in actions if one.verb == PASS), actions[-1]))

    def _play(self, seat: int, action: Any) -> None:
        play_numeric(self.match, action, seat)
        self.presenter.on_entry(self.match.entries[-1])

    @property
    def viewpoint(self) -> Viewpoint:
        """Return the viewpoint of seat 0."""
        return Viewpoint(0, self.language, (0,))

    def context(self) -> TableContext:
        """Return the table with all names."""
        bare = context(self.match.seats)
        table = msgspec.structs.replace(bare.table, edition=self.match.edition.id)
        seated = zip(bare.sitting, self.names, strict=True)
        sitting = tuple(msgspec.structs.replace(one, name=name) for one, name in seated)
        return TableContext(table, sitting, bare.per, None)

    def scene(self) -> Scene:
        """Return the scene that the page shows."""
        return self.presenter.scene(self.viewpoint, self.context())

    def _show(self, socket: WebSocketRoute) -> None:
        if self.lively and self.shown >= 0:
            places = self.presenter.places()
            moved = self.presenter.build_moved(self.viewpoint, self.context(), self.shown, places)
            socket.send(msgspec.json.encode(moved).decode())
        else:
            socket.send(msgspec.json.encode(self.scene()).decode())
        self.shown = len(self.match.entries)
