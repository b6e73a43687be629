"""The documented protocol is the implemented one, and a bot client fits in sixty lines."""

import ast
import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec

from kamchatka.kernel.edges import wire
from kamchatka.server.faults import STATUS, Fault
from kamchatka.server.protocol import messages
from kamchatka.server.storage.errors import Unstorable
from kamchatka.texts import phrases
from tests.server.client import Browser
from tests.server.running import ROOT, Server
from tests.server.together import to_its_end, together

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_every_code_is_documented_with_its_status() -> None:
    documented = {code: int(status) for code, status in re.findall(r"^\| `(\w+)` \| (\d+) \|", PROTOCOL, re.MULTILINE)}
    assert documented == STATUS


def test_every_message_is_documented() -> None:
    for words, line in (
        (messages.AnyClientMessage, "Client → server:"),
        (messages.AnyServerMessage, "Server → client:"),
    ):
        tags = [str(word.__struct_config__.tag) for word in get_args(words)]
        said = next(text for text in PROTOCOL.splitlines() if text.startswith(line))
        assert re.findall(r"`(\w+)`", said) == tags


def test_every_fault_in_the_code_has_its_sentence_in_both_languages() -> None:
    """Every error code in the code has a sentence in both languages, and no sentence is unused."""
    used, constants = set(STATUS), set[str]()
    for path in (ROOT / "src" / "kamchatka" / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
                used |= {str(one.value) for one in node.args[1:2] if isinstance(one, ast.Constant)}
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
    used.add(Unstorable().phrase)
    for language in ("it", "en"):
        known = set(phrases(language).tree["fault"])
        assert known >= used - {"problem", "taken", "wrong_time"}
        assert known <= used | constants
    assert Fault("not_seated").sentence("it") == "Questo posto non è tuo."


@together
async def test_schemas_come_from_the_types(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        schema = await anybody.get("/api/schema")
        assert set(schema) == {"client", "server", "$defs"}
        for struct in (*get_args(messages.AnyClientMessage), *get_args(messages.AnyServerMessage), *wire.SHAPES):
            assert struct.__name__ in schema["$defs"]
        assert set(schema["$defs"]["Moved"]["properties"]) >= {
            field.name for field in msgspec.structs.fields(messages.Moved)
        }
        api = await anybody.get("/api/openapi.json")
        documented = set(re.findall(r"`(?:GET|POST|DELETE) (/api/[^`?]+)", PROTOCOL))
        served = {re.sub(r"\{\w+\}", "{}", path) for path in api["paths"]} | {"/api/openapi.json"}
        assert {re.sub(r"\{\w+\}", "{}", path) for path in documented} - {"/api/boards/{}.svg"} == served


def test_the_example_bot_has_sixty_lines_and_plays(server: Server) -> None:
    source = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8")
    code = [line for line in source.partition('"""\nimport')[2].splitlines() if line.strip()]
    assert len(code) <= 60
    said = to_its_end(_with_the_example(server, ROOT / "examples" / "bot.py"))
    assert "takes" in said


async def _with_the_example(server: Server, path: Path) -> str:
    async with Browser(server.address, "Gino") as gino:
        token = (await gino.post("/api/tokens", {"label": "example", "scopes": ["play"]}))["secret"]
        table = await gino.lay(seats="orr")
        command = [sys.executable, str(path), server.address, token, table]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        async with gino.at(table) as watching:
            while watching.scene.get("version", 0) < 30:
                await watching.until("scene", "moved")
        await gino.post(f"/api/tables/{table}/stop")
        out, _ = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 0, out
        return out.decode()
