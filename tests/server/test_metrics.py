"""Metrics count what happened, are served on a separate port, and contain no names."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from examples.bot import choose
from kamchatka.editions import EDITIONS
from kamchatka.server.faults import STATUS
from kamchatka.server.game_server import GameServer
from kamchatka.server.settings import ServerSettings
from tests.server.client import PATIENCE, Browser, Seat
from tests.server.databases import chosen
from tests.server.running import ROOT, Server
from tests.server.together import together

REGULAR = dict.fromkeys(("requests_a_minute", "logins_a_minute"), "100000")


class Figures:
    """The metrics of a server at one moment."""

    def __init__(self, text: str) -> None:
        self.text = text
        samples = [one for family in text_string_to_metric_families(text) for one in family.samples]
        self.values = {(one.name, tuple(sorted(one.labels.items()))): one.value for one in samples}

    def __getitem__(self, name: str) -> float:
        """Return a sample such as `kamchatka_actions_total edition=modern by=bot`, summed over unnamed labels."""
        wanted, *labels = name.split()
        pairs = {tuple(label.split("=")) for label in labels}
        return sum(value for (found, at), value in self.values.items() if found == wanted and pairs <= set(at))

    def labels(self, label: str) -> set[str]:
        """Return all values of a label."""
        return {value for _, labels in self.values for name, value in labels if name == label}


def private(server: Server) -> str:
    """Read the address of the metrics from the log."""
    found = re.search(r"http://127\.0\.0\.1:\d+/metrics", server.log.read_text())
    assert found
    return found.group()


def figures(server: Server) -> Figures:
    """Read what Prometheus would read now."""
    answer = httpx.get(private(server), timeout=PATIENCE, trust_env=False)
    assert answer.status_code == 200
    return Figures(answer.text)


async def plays(seat: Seat, actions: int) -> None:
    """Take this number of actions."""
    for _ in range(actions):
        scene = await seat.asked()
        assert (await seat.act(choose(scene["ask"])))["type"] == "done"
        await seat.until("moved")


@together
async def test_what_is_counted_is_what_happened(own_server: Callable[..., Server]) -> None:
    """Metrics count actions, refusals, commits, messages and times, and contain no name, id or secret."""
    server = own_server(metrics_port="0", **REGULAR)
    async with Browser(server.address, "Aurelio") as ada:
        table = await ada.lay("modern", "mrr")
        async with ada.at(table) as seat:
            await plays(seat, 6)
            await seat.asked()
            forbidden = {"act": "attack", "source": "japan", "target": "japan", "dice": 1}
            refused = await seat.act(forbidden, nonce="a-nonce-of-mine")
            stale = await seat.act({"act": "pass"}, after=1)
            await seat.say(type="nonsense")
            await seat.until("problem")
            assert (refused["type"], stale["type"]) == ("refused", "stale")
            await ada.get(f"/api/tables/{'f' * 32}", status=404)
            now, version = figures(server), (await seat.asked())["version"]
    assert now["kamchatka_actions_total edition=modern by=person"] == 6
    assert now["kamchatka_actions_total edition=modern"] == version - 1  # the preparation is no player's action
    assert now["kamchatka_actions_total"] == version - 1
    for code in ("rule", "stale", "malformed"):
        assert now[f"kamchatka_refusals_total code={code}"] == 1
    assert now["kamchatka_messages_received_total type=act"] == 8
    assert now["kamchatka_shown_seconds_count"] == 6
    assert 0 < now["kamchatka_shown_seconds_sum"] < PATIENCE
    assert now["kamchatka_messages_sent_total"] >= len(seat.heard)
    assert now["kamchatka_commit_seconds_count"] >= version
    assert now["kamchatka_commit_failures_total"] == 0
    assert now["kamchatka_thought_seconds_count"] == now["kamchatka_actions_total by=bot"]
    assert now["kamchatka_rooms state=playing"] == now["kamchatka_sockets at=tables"] == 1
    assert now["kamchatka_queue_length"] == now["kamchatka_bots_thinking"] == 0
    assert now["kamchatka_requests_total route=/api/tables method=POST status=201"] == 1
    assert now["kamchatka_loop_lag_seconds_count"] > 0
    secrets = [table, "Aurelio", ada.csrf, *ada.http.cookies.values(), "f" * 32, "a-nonce-of-mine", "127.0.0.1"]
    assert [one for one in secrets if one in now.text] == []


def test_labels_are_known_beforehand(own_server: Callable[..., Server]) -> None:
    """Whatever addresses, methods and ids are tried, no label takes a value from outside."""
    server = own_server(metrics_port="0", **REGULAR)
    with httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
        for n in range(30):
            for path in (f"/x{n}", f"/a/b/{n}", f"/api/tables/{n}", f"/api/boards/{n}", f"/api/{n}", f"/ws/{n}"):
                http.get(path)
            http.request(f"M{n}", "/")
            http.post(f"/api/events/{n}/draw")
        http.head("/")
        known = {*http.get("/api/openapi.json").json()["paths"], "/api/openapi.json", "/", "/{path}", "none"}
    now = figures(server)
    assert now["kamchatka_requests_total"] == 30 * 8 + 2
    assert now["kamchatka_requests_total method=HEAD route=/ status=200"] == 1
    assert now.labels("route") <= known
    assert now.labels("method") <= {"GET", "HEAD", "POST", "other"}
    assert now.labels("code") <= {"rule", *STATUS}
    assert now.labels("edition") == {*EDITIONS}


@together
async def test_the_port_of_the_metrics_has_nothing_else(own_server: Callable[..., Server]) -> None:
    """The page's port has no metrics either."""
    server = own_server(metrics_port="0")
    address = private(server).removesuffix("/metrics")
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
        assert (await http.head(f"{address}/metrics")).status_code == 200
        for path in ("/", "/healthz", "/api/me", "/metrics/"):
            assert (await http.get(address + path)).status_code == 404
        public = await http.get(f"{server.address}/metrics")
    assert "kamchatka_" not in public.text
    assert public.headers["content-type"].startswith("text/html")
    with pytest.raises(InvalidStatus):
        async with Seat(f"{address.replace('http', 'ws', 1)}/ws/lobby", {}):
            pass


def test_there_is_no_such_port_unless_asked_for(server: Server) -> None:
    assert '"metrics"' not in server.log.read_text()


def test_operators_read_what_there_is(tmp_path: Path) -> None:
    """docs/operations.md names exactly the existing metrics and settings."""
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    server = GameServer(ServerSettings(database=chosen.url(tmp_path / "games.db")))
    ours = [family for family in server.metrics.registry.collect() if family.name.startswith("kamchatka_")]
    exported = {family.name + {"counter": "_total", "info": "_info"}.get(family.type, "") for family in ours}
    named = {name.removesuffix("_bucket") for name in re.findall(r"\bkamchatka_[a-z_]+", text)}
    assert named == exported
    settings = {f"KAMCHATKA_{field.name.upper()}" for field in msgspec.structs.fields(ServerSettings)}
    named = {name.removesuffix("_FILE") for name in re.findall(r"KAMCHATKA_[A-Z_]+", text)}
    assert named == settings


def test_houses_count_for_themselves(tmp_path: Path) -> None:
    """Two servers in one process share no counter."""
    one, other = (GameServer(ServerSettings(database=chosen.url(tmp_path / f"{n}.db"))) for n in range(2))
    one.metrics.count_refusal("rule")
    name, labels = "kamchatka_refusals_total", {"code": "rule"}
    assert one.metrics.registry.get_sample_value(name, labels) == 1
    assert other.metrics.registry.get_sample_value(name, labels) == 0
