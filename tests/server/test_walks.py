"""Upper bounds for the files and calls of one attack, one decision of a bot and one finished game.

`python -m pytest -s tests/server/test_walks.py` prints them. A call is a call of a Python function of ours in the
interpreted build, generators' steps and comprehensions included.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import pytest

import kamchatka
from kamchatka.kernel.edges import wire
from kamchatka.match import Match
from kamchatka.players import bot
from kamchatka.server import randomness
from kamchatka.server.protocol.messages import Act
from tests.analysis.test_finished import GAMES, USES
from tests.server.test_room import hears, lay, open_server, sits_down, waits_for_a_person
from tests.server.together import together
from tests.stored.shelf import read_unpacked

PACKAGE = str(Path(kamchatka.__file__).parent) + os.sep
INTERPRETED = pytest.mark.skipif(
    os.environ.get("KAMCHATKA_BUILD") == "compiled", reason="compiled functions aren't seen by a profiler"
)


# Maximum files and calls, a little above those counted on 19 November 2026.
LIMITS = {
    "attack": (76, 1_300),  # includes undo and its rules; which files are used depends on the dice
    "decision": (20, 210),
    "outcome": (52, 93_000),  # 161,857 calls at d1ef6bf5, where the luck was read again
    "highlights": (62, 110_000),
    "lessons": (68, 125_000),
    "analysis": (79, 143_000),
    "replay": (73, 268_000),
}


class Walk:
    """The files and the number of our calls between two moments, in this thread."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.calls = 0

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Count a call."""
        if event == "call" and (name := frame.f_code.co_filename).startswith(PACKAGE):
            self.files.add(name.removeprefix(PACKAGE))
            self.calls += 1


@contextmanager
def walked(name: str) -> Iterator[Walk]:
    """Count the calls made in the block."""
    walk = Walk()
    sys.setprofile(walk.note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
    print(f"{name}: {len(walk.files)} files, {walk.calls} calls")


def attacks_in(match: Match) -> list[wire.NamedAction]:
    """Return the attacks that seat 0 may make."""
    actions = [action for option in match.options(0).ranges for action in option.expand()]
    return [named for action in actions if isinstance(named := wire.outer(match.game, action), wire.Attack)]


def some_action(match: Match) -> wire.NamedAction:
    """Return the first action that seat 0 may choose, by the order of the options."""
    return wire.outer(match.game, match.options(0).ranges[0].expand()[0])


@INTERPRETED
@together
async def test_an_attack_through_the_room(tmp_path: Path) -> None:
    """Measure from a decoded message to the messages for a seat and a spectator, with the entry stored.

    The second attack is counted, when texts and boards are cached. Dice and bots are the same each time.
    """
    randomness.use(Random(8))
    async with open_server(tmp_path) as server:
        ada, bruno = [await server.accounts.guest(name, f"cookie of {name}") for name in ("Ada", "Bruno")]
        live_table = await lay(server, ada)
        room, seat, spectator = live_table.room, await sits_down(live_table, ada), await sits_down(live_table, bruno)
        seen = 0
        for n in range(400):
            await waits_for_a_person(room)
            assert room.stored is not None
            match = room.stored.match
            attacks = attacks_in(match)
            action = attacks[0] if attacks else some_action(match)
            act = Act(action, match.version, str(n))  # type: ignore[arg-type]
            seat.outbox.take()
            spectator.outbox.take()
            if attacks and seen:
                break
            seen += bool(attacks)
            await room.submit(lambda act=act: live_table.handler.handle(seat, act))  # type: ignore[misc]
        with walked("an attack through the room") as walk:
            await room.submit(lambda: live_table.handler.handle(seat, act))
        assert (await hears(seat, "moved"))["actor"] == (await hears(spectator, "moved"))["actor"] == 0
    assert len(walk.files) <= LIMITS["attack"][0]
    assert walk.calls <= LIMITS["attack"][1]


@INTERPRETED
def test_a_decision_of_a_captain() -> None:
    """Measure a captain's first placement on a dealt board."""
    match = Match.new("modern", 3, seed=1)
    captain = bot("captain", match.game, 0)
    seat = match.awaited[0]
    view, options = match.view(seat), match.options(seat)
    with walked("a captain's decision") as walk:
        action = captain.decide(view, options)
    assert options.allows(action)
    assert len(walk.files) <= LIMITS["decision"][0]
    assert walk.calls <= LIMITS["decision"][1]


@INTERPRETED
@pytest.mark.parametrize("use", USES)
def test_a_finished_game(use: str) -> None:
    """Measure each use of one stored game."""
    data = read_unpacked(GAMES[0])
    USES[use](data)
    with walked(f"a finished game, {use}") as walk:
        USES[use](data)
    assert len(walk.files) <= LIMITS[use][0]
    assert walk.calls <= LIMITS[use][1]
