"""Messages over sockets and HTTP match the published schemas in both directions."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from examples.bot import choose
from kamchatka.editions import EDITIONS
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import together

READ = [
    "/api/me",
    "/api/editions",
    "/api/presets",
    "/api/phrases",
    "/api/tables",
    "/api/mine",
    "/api/events",
    "/api/rulebook/modern",
    "/api/puzzles",
    "/api/odds?edition=modern&attackers=5&defenders=3",
    "/api/profile",  # an error: the name is missing
    "/api/profile?name=Ada",
    "/api/bots/captain",
    "/api/quick/presets",
    "/api/training",
    "/api/tables/{table}",
    "/api/tables/{table}/replay",
    "/api/tables/nowhere",
]


class Recorded(Seat):
    """A socket that also records what is sent."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.address, seat.headers, seat.origin)
        self.said: list[Json] = []

    async def __aenter__(self) -> "Recorded":
        await super().__aenter__()
        return self

    async def say(self, **message: Any) -> None:
        self.said.append(message)
        await super().say(**message)


def faults(validator: Any, messages: list[Any]) -> list[str]:
    """Return the schema errors of messages, one line each."""
    return [
        f"{error.json_path}: {error.message[:200]} in {str(one)[:300]}"
        for one in messages
        for error in validator.iter_errors(one)
    ]


async def validators(browser: Browser) -> tuple[Any, Any]:
    """Return the validators of messages to and from the server."""
    schema = await browser.get("/api/schema")
    found = [{**schema[side], "$defs": schema["$defs"]} for side in ("client", "server")]
    for one in found:
        Draft202012Validator.check_schema(one)
    return Draft202012Validator(found[0]), Draft202012Validator(found[1])


async def converse(seat: Recorded, actions: int) -> None:
    """Play some actions, with a refusal, a question, chat and a message of unknown type."""
    for turn in range(actions):
        scene = await seat.asked()
        if scene["result"]:
            return
        if turn == 3:
            await seat.act({"act": "time_up"})
            await seat.say(type="say", text="Well played!")
            await seat.say(type="suggest", nonce="1")
        await seat.act(choose(scene["ask"]))
        await seat.until("moved", "scene")


@pytest.mark.parametrize("edition", EDITIONS)
@together
async def test_messages_of_a_game_are_valid(server: Server, edition: str) -> None:
    async with Browser(server.address, "Ada") as ada:
        to_server, from_server = await validators(ada)
        table = await ada.lay(edition, "mrr", pace="instant")
        async with Recorded(ada.at(table)) as seat:
            await converse(seat, 25)
        heard = [json.loads(message) for message in seat.heard]
        assert {"scene", "moved", "done", "refused"} <= {one["type"] for one in heard}
        assert faults(from_server, heard) == []
        assert faults(to_server, seat.said) == []
        assert {one["type"] for one in seat.said} == {"act", "say", "suggest"}


@together
async def test_a_message_that_is_wrong_is_noticed(server: Server) -> None:
    """The schemas can fail: a missing field, a wrong type, an unknown action."""
    async with Browser(server.address, "Ada") as ada:
        to_server, from_server = await validators(ada)
        table = await ada.lay("modern", "mrr", pace="instant")
        async with ada.at(table) as seat:
            scene = await seat.asked()
    assert faults(from_server, [scene]) == []
    assert faults(from_server, [{name: value for name, value in scene.items() if name != "version"}])
    assert faults(from_server, [scene | {"version": "one"}])
    assert faults(to_server, [{"type": "act", "act": {"act": "fly"}, "after": 1, "nonce": "1"}])


@together
async def test_answers_are_what_the_openapi_says(server: Server) -> None:
    """HTTP responses match the OpenAPI document: public routes, a created table and an error."""
    async with Browser(server.address, "Ada") as ada:
        document = await ada.get("/api/openapi.json")
        assert not loose_unions(document)
        table = await ada.lay("modern", "mrr", pace="instant")
        async with ada.at(table) as seat:
            await seat.asked()
        for path in READ:
            answer = await ada.http.get(path.format(table=table))
            assert faults(answers(document, path.partition("?")[0], "get", answer.status_code), [answer.json()]) == []


def answers(document: Json, path: str, method: str, status: int) -> Any:
    """Return the validator of a response."""
    (known,) = [one for one in document["paths"] if one.count("/") == path.count("/") and alike(one, path)]
    content = document["paths"][known][method]["responses"][str(status)]["content"]
    return Draft202012Validator({**content["application/json"]["schema"], "components": document["components"]})


def alike(known: str, path: str) -> bool:
    """Return whether a path of the document is this one, whatever its parameters."""
    pairs = zip(known.split("/"), path.split("/"), strict=True)
    return all(one == other or one.startswith("{") for one, other in pairs)


def loose_unions(part: Any) -> list[Any]:
    """Return unions that contain the schema of everything, because they break generated clients."""
    if isinstance(part, list):
        return [found for one in part for found in loose_unions(one)]
    if not isinstance(part, dict):
        return []
    here = [part] if any({} in part.get(union, []) for union in ("oneOf", "anyOf")) else []
    return here + [found for one in part.values() for found in loose_unions(one)]
