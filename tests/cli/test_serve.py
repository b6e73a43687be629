"""`kamchatka serve` says where it is."""

import socket
from collections.abc import Callable
from ipaddress import IPv4Address

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.cli.commands import serve
from kamchatka.server.http import serving

RUNNER = CliRunner()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is ready at port 8210 and stops."""

    def run(settings: object, host: str, port: int, is_ready: Callable[[str], None], quiet: bool) -> None:
        is_ready("http://localhost:8210/")

    monkeypatch.setattr(serving, "serve", run)


def test_others_on_the_network_get_an_address(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "find_own_address", lambda: "192.0.2.7")
    open_to_all = RUNNER.invoke(app, ["serve", "--host", "0.0.0.0", "--lang", "en"])
    assert "Others on your network open http://192.0.2.7:8210/" in open_to_all.stdout
    assert "network" not in RUNNER.invoke(app, ["serve", "--lang", "en"]).stdout


def test_a_machine_without_a_network_has_no_address(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(probe: socket.socket, address: object) -> None:
        raise OSError("Network is unreachable")

    found = serve.find_own_address()
    assert found is None or IPv4Address(found).version == 4
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert serve.find_own_address() is None
    assert "network" not in RUNNER.invoke(app, ["serve", "--host", "0.0.0.0", "--lang", "en"]).stdout
