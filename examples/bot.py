"""A bot in sixty lines: it creates a table against the server's own bots, or joins one, and plays any edition.

    python examples/bot.py http://127.0.0.1:8210 TOKEN [TABLE]

It needs `pip install websockets` and knows no rules, so it plays every edition. docs/protocol.md explains the protocol.
"""

import asyncio
import json
import random
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import connect


def post(server: str, token: str, path: str, body: dict[str, Any]) -> Any:
    """Send a POST request."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(ask: dict[str, Any]) -> dict[str, Any]:
    """Choose any legal action: a range, then the values that it leaves open."""
    offered = random.choice(ask["ranges"])
    if offered["kind"] == "choice":
        action: dict[str, Any] = random.choice(offered["choices"])["action"]
        return action
    action, fields = {"act": offered["act"], **offered["fixed"]}, offered["fields"]
    least, most = offered.get("least", 0), offered.get("most", 0)
    if offered["kind"] == "pairs":
        action[fields["at"]], action[fields["to"]], least, most = random.choice(offered["pairs"])
    if offered["kind"] == "spots":
        action[fields["at"]] = random.choice(offered["places"])
    if offered["kind"] == "parties":
        party = random.choice(offered["parties"])
        chosen = random.choice(party["sets"])
        action[fields["what"]], least, most = chosen["pieces"], chosen["least"], chosen["most"]
        action |= {fields[at]: party[end] for at, end in (("at", "source"), ("to", "target")) if party[end]}
    if "n" in fields:
        action[fields["n"]] = random.randint(least, most)
    return action


async def play(server: str, token: str, table: str) -> None:
    """Play at the table until its game is over."""
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}?lang=en"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        async for message in socket:
            said = json.loads(message)
            for line in said.get("log", ()):
                print(line["text"])
            if said.get("result"):
                return
            if said.get("ask"):
                act = {
                    "type": "act",
                    "act": choose(said["ask"]),
                    "after": said["version"],
                    "nonce": f"{random.getrandbits(64):x}",
                }
                await socket.send(json.dumps(act))


if __name__ == "__main__":
    where, secret, *given = sys.argv[1:]
    seats = [{"kind": "me"}, *({"kind": "bot"} for _ in range(3))]
    laid = given[0] if given else post(where, secret, "/api/tables", {"edition": "modern", "seats": seats})["id"]
    if given:
        post(where, secret, f"/api/tables/{laid}/join", {})
    asyncio.run(play(where, secret, laid))
