"""Check messages for leaked secrets: `python -m tools.attacks.watch_secrets --messages 1000000 --seed 1 [--workers 4]`.

Random bots play games of every edition, with every number of seats and every option, at full speed: without sockets,
but with a server's audience and presenters. Every message to a player, a spectator or a late spectator is checked:

- players and spectators: a second world exists that this viewer can't distinguish from the real one. Everything hidden
  is dealt again, and every hidden field of new facts is changed. Both worlds must give the same bytes.
- late spectators: their bytes must equal those sent to live spectators DELAY seconds earlier.

A difference is printed with its seed, and ends the program with an error.
"""

import argparse
import multiprocessing
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator

from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Entry, Match, play_numeric
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.presentation.game_log import GameLog
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.presentation.replica import copy_of
from kamchatka.server.protocol.scene_types import ClockFace, LogLine, SeatSeen, TableSeen
from kamchatka.words import Words
from tests.laws.tables import Setup, setups
from tests.laws.test_secrets import scramble, vary

ACTIONS = 400  # per game
DELAY = 30.0  # seconds of the game's clock
LANGUAGES = ("en", "it")
LOOK_AGAIN = 100  # actions after which everybody requests the whole scene


class Leak(Exception):
    """A message by which a viewer could tell two worlds apart."""


class OnceTold(GameLog):
    """A log that formats each version once per language. Both worlds derive it from what the viewer saw."""

    def add(self) -> None:
        super().add()
        self.told: dict[tuple[str, int], tuple[LogLine, ...]] = {}

    def since(self, words: Words, version: int) -> tuple[LogLine, ...]:
        key = words.language, version
        if key not in self.told:
            self.told[key] = super().since(words, version)
        return self.told[key]


class Shadow:
    """A viewer's messages in a second world that is equal in everything the viewer may know."""

    def __init__(self, match: Match, viewer: int, real: Presenter, luck: FastChance) -> None:
        self.viewer = viewer
        self.luck = luck
        self.presenter = Presenter(copy_of(match), real.builders["en"].words.names.players)
        self.presenter.logs[viewer] = real.logs[viewer] = OnceTold(real.stories, viewer)

    def follow(self, match: Match) -> None:
        """Deal a new world for the real table's current position."""
        other, entry = self.presenter.match, match.entries[-1]
        other.table.state = scramble(match.game, match.table, self.viewer, self.luck).state
        other.entries.append(Entry(entry.seat, None, (), tuple(self._change(fact) for fact in entry.facts)))

    def _change(self, fact: Fact) -> Fact:
        """Change all fields of a fact that the viewer wasn't shown. The text must stay the same."""
        seen = fact.seen_by(self.viewer)
        if seen is fact:
            return fact
        own, shown = fields(fact), fields(seen)
        return type(fact)(**{name: vary(value, shown[name]) for name, value in own.items()})


class Watched:
    """One game with all its viewers and their messages."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.luck, self.now = setup, FastChance(seed), 0.0
        self.players = [f"P{seat}" for seat in range(setup.seats)]
        self.match = Match.new(setup.edition, setup.seats, setup.options, seed=seed)
        self.live = Audience(self.context, 0.0)
        self.later = Audience(self.context, DELAY, lambda: self.now)
        self.sitting = [self._listener(self.live, seat) for seat in range(setup.seats)]
        self.spectators = [self._listener(self.live, ONLOOKER, language) for language in LANGUAGES]
        self.late = [self._listener(self.later, ONLOOKER, language) for language in LANGUAGES]
        for audience in (self.live, self.later):
            audience.open(self.match, self.players)
        assert self.live.live is not None
        real = self.live.live
        self.shadows = {viewer: Shadow(self.match, viewer, real, self.luck) for viewer in range(ONLOOKER, setup.seats)}
        # by language: messages that late spectators should receive
        self.expected: list[deque[bytes]] = [deque() for _ in LANGUAGES]

    def _listener(self, audience: Audience, viewer: int, language: str = "") -> Listener:
        yours = (viewer,) if viewer >= 0 else ()
        one = Listener(None, language or LANGUAGES[(viewer + self.setup.seats) % 2], viewer, yours)
        audience.listeners.add(one)
        return one

    def context(self) -> TableContext:
        """Return a table context with running clocks. Nothing in it depends on a secret."""
        table = TableSeen(
            id="t", name="T", edition=self.setup.edition, edition_name="", status="playing", host="", options={},
            private=False, watchers=2, commitment="",
        )  # fmt: skip
        asked = members(self.match.game.awaits(self.match.table))
        sitting = tuple(
            SeatSeen(
                seat=seat, name=name, kind="person", clock=ClockFace(round(600 - self.now, 3), seat in asked, "game")
            )
            for seat, name in enumerate(self.players)
        )
        return TableContext(table, sitting, "game", None)

    # -------------------------------------------------------------- play
    def play(self, most: int) -> Iterator[int]:
        """Play on and yield the number of messages checked after every action."""
        for action in range(most):
            self.now += float(self.luck.below(8))
            self.later.show_late()
            self._act()
            if self.match.is_over:
                return  # all secrets are revealed now
            for shadow in self.shadows.values():
                shadow.follow(self.match)
            again = action % LOOK_AGAIN == LOOK_AGAIN - 1
            yield self._look(again)

    def _act(self) -> None:
        match = self.match
        asked = match.awaited
        seat = asked[self.luck.below(len(asked))]
        play_numeric(match, match.options(seat).sample(self.luck), seat)
        for audience in (self.live, self.later):
            audience.show(match.entries[-1])

    # -------------------------------------------------------------- checks
    def _look(self, again: bool) -> int:
        """Compare all pending messages. With `again`, everybody also requests the whole scene."""
        seen, after = self.context(), len(self.match.entries) - 1
        moved = {viewer: shadow.presenter.take_changes() for viewer, shadow in self.shadows.items()}
        for listener in (*self.sitting, *self.spectators):
            shadow, viewpoint = self.shadows[listener.viewer].presenter, listener.viewpoint
            told = _next(listener)
            self._same(told, encode(shadow.build_moved(viewpoint, seen, after, moved[listener.viewer])), viewpoint)
            if listener in self.spectators:
                self.expected[self.spectators.index(listener)].append(told)
            if again:
                self.live.show_scene(listener)
                self._same(_next(listener), encode(shadow.scene(viewpoint, seen)), viewpoint)
        heard = sum(self._hear_late(n) for n in range(len(self.late)))
        return (1 + again) * (len(self.sitting) + len(self.spectators)) + heard

    def _hear_late(self, n: int) -> int:
        """Check that late spectators receive exactly what the others received."""
        heard = 0
        while not self.late[n].outbox.empty():
            self._same(_next(self.late[n]), self.expected[n].popleft(), self.late[n].viewpoint)
            heard += 1
        return heard

    def _same(self, told: bytes, other: bytes, viewpoint: Viewpoint) -> None:
        if told != other:
            at = next((n for n, (a, b) in enumerate(zip(told, other, strict=False)) if a != b), 0)
            parts = (told[max(0, at - 60) : at + 60], other[max(0, at - 60) : at + 60])
            raise Leak(f"{viewpoint} at version {len(self.match.entries)}: {parts[0]!r} or {parts[1]!r}")


def _next(listener: Listener) -> bytes:
    message = listener.outbox.get_nowait()
    assert message is not None
    return message


def tables(seed: int) -> Iterator[tuple[Setup, int]]:
    """Yield tables without end: every edition in turn, with varying seats, options and luck."""
    number = seed * 1_000_003
    while True:
        for edition in EDITIONS:
            number += 1
            known = setups(edition)
            yield known[number // len(EDITIONS) % len(known)], number


def watch(messages: int, seed: int) -> Counter[str]:
    """Check this many messages and return their number by edition; raise Leak if there is one."""
    looked = Counter[str]()
    for setup, number in tables(seed):
        try:
            for heard in Watched(setup, number).play(ACTIONS):
                looked[setup.edition] += heard
                if looked.total() >= messages:
                    return looked
        except Leak as leak:
            raise Leak(f"{setup}, seed {number}: {leak}") from None
    raise AssertionError("there is always one more table")


def _share(work: tuple[int, int]) -> Counter[str]:
    return watch(*work)


def main() -> None:
    """Check messages and print their number."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes; each has seeds of its own")
    asked = parser.parse_args()
    begun = time.perf_counter()
    shares = [(-(-asked.messages // asked.workers), asked.seed + n) for n in range(asked.workers)]
    try:
        if asked.workers == 1:
            found = [watch(*shares[0])]
        else:
            with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
                found = pool.map(_share, shares, 1)
    except Leak as leak:
        sys.exit(f"a secret was told: {leak}")
    looked, seconds = sum(found, Counter[str]()), time.perf_counter() - begun
    for edition, count in looked.items():
        print(f"{edition:16} {count:>10} messages")
    seeds, rate = f"seeds {asked.seed} to {asked.seed + asked.workers - 1}", looked.total() / seconds
    print(f"{looked.total()} messages without a secret, {seeds}, {seconds:.0f} s ({rate:.0f} a second)")


if __name__ == "__main__":
    main()
