"""A hundred games over sockets: every message in both directions is valid against the published schemas."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import IO

from examples.bot import choose
from kamchatka.editions import EDITIONS
from tests.release.programs import program
from tests.server.client import Browser, Json
from tests.server.running import Server
from tests.server.test_schemas import Recorded
from tests.server.together import together

GAMES = 100
TOGETHER = 4  # concurrent games
OWN_ACTIONS = 20  # actions, after which a bot takes the seat to finish the game faster
QUESTIONS: tuple[Json, ...] = (
    {"type": "act", "act": {"act": "time_up"}, "after": 0, "nonce": "refused"},
    {"type": "say", "text": "Well played!"},
    {"type": "suggest", "nonce": "1"},
    {"type": "ping"},
    {"type": "why", "act": {"act": "pass"}, "nonce": "2"},
    {"type": "mute", "name": "Nobody"},
    {"type": "language", "language": "it"},
    {"type": "most_dice", "seat": 0, "on": True},
    {"type": "bot_pace", "pace": "instant"},
    {"type": "resync"},
)


class Validator:
    """A process that validates the messages it is sent."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.pipe = pipe

    def send(self, seat: Recorded) -> None:
        """Send the messages of a game in both directions."""
        for message in seat.heard:
            self.pipe.write(b"server\t" + message + b"\n")
        for said in seat.said:
            self.pipe.write(b"client\t" + json.dumps(said).encode() + b"\n")


async def play(ada: Browser, edition: str) -> Recorded:
    """Play some actions and ask every kind of question, then let bots end the game."""
    table = await ada.lay(edition, "mbb", pace="instant")
    async with Recorded(ada.at(table)) as seat:
        for number in range(OWN_ACTIONS):
            if (await seat.asked())["result"]:
                return seat
            if number < len(QUESTIONS):
                await seat.say(**QUESTIONS[number])
            await seat.act(choose(seat.scene["ask"]))
        if not seat.scene["result"]:
            await ada.post(f"/api/tables/{table}/leave")
        while not seat.scene["result"]:
            await seat.until("scene", "moved")
        return seat


@asynccontextmanager
async def validator(schema: Json, folder: Path) -> AsyncIterator[Validator]:
    """Validate until the end of the block, and check that nothing was invalid."""
    (folder / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    command = [program("python"), Path(__file__).with_name("validate.py"), folder / "schema.json"]
    with (
        (folder / "faults").open("w+") as faults,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=faults) as process,
    ):
        assert process.stdin is not None
        yield Validator(process.stdin)
        process.stdin.close()
        process.wait()
        faults.seek(0)
        *invalid, read = faults.read().splitlines()
    assert invalid == []
    assert json.loads(read)["client"] >= GAMES * OWN_ACTIONS
    assert json.loads(read)["server"] >= GAMES * 100


@together
async def test_every_message_of_a_hundred_games_is_valid(server: Server, tmp_path: Path) -> None:
    """All messages of a hundred games are valid, in every edition, with several games at a time."""
    editions = list(islice(cycle(EDITIONS), GAMES))
    async with Browser(server.address, "Ada") as ada, validator(await ada.get("/api/schema"), tmp_path) as valid:

        async def play_in_turn() -> None:
            while editions:
                valid.send(await play(ada, editions.pop()))

        await asyncio.gather(*(play_in_turn() for _ in range(TOGETHER)))
