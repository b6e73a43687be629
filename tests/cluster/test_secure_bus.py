"""The bus with a password and TLS, configured by deploy/. A password is never sent in plain text."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.aio.client import Client

from kamchatka.kernel.problem import Problem
from kamchatka.server.bus.nats_bus import NatsBus
from tests import nats
from tests.architecture.project import ROOT
from tests.cluster.test_bus import CARD, Hand, opened, secret
from tests.nats import Nats
from tests.server.together import together

HOST = "localhost"
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that deploy/make_secrets.sh writes, for a NATS on this machine."""
    folder = tmp_path_factory.mktemp("secrets")
    environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", "HOST_OF_NATS": HOST}
    subprocess.run(["sh", ROOT / "deploy" / "make_secrets.sh", folder], check=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def secured(secrets: Path) -> Iterator[Nats]:
    """Start NATS with the configuration of deploy/, at another port and without the port for health checks."""
    program = nats.find_program()
    if program is None:
        pytest.skip(nats.MISSING)
    text = (ROOT / "deploy" / "nats.conf").read_text(encoding="utf-8")
    for old, new in (("/etc/nats", str(secrets)), ("\nlisten:", "\n# listen:"), ("\nhttp:", "\n# http:")):
        text = text.replace(old, new)
    (secrets / "nats.conf").write_text(text, encoding="utf-8")
    server = Nats(program, secrets, "--config", secrets / "nats.conf")
    server.start()
    yield server
    server.kill()


def address(server: Nats, secrets: Path, password: str = "") -> str:
    """Return the address that `deploy/make_secrets.sh` writes, with the test's port."""
    written = (secrets / "bus").read_text().replace(":4222", f":{server.port}")
    return written.replace((secrets / "nats_password").read_text(), password) if password else written


def bus_to(where: str, authority: str = "") -> NatsBus:
    """Connect to a bus without retries."""
    return NatsBus(where, "test", secret, patience=60.0, authority=authority)


async def refuse(bus: NatsBus, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return why the connection fails. One attempt is enough."""
    connect = bus.client.connect

    async def once(*given: object, **named: object) -> None:
        await connect(*given, **{**named, "allow_reconnect": False, "max_reconnect_attempts": 1})  # type: ignore[arg-type]

    monkeypatch.setattr(bus.client, "connect", once)
    with pytest.raises(Problem) as refused:
        await bus.open(lambda: None, lambda: None)
    if bus.client._transport is not None:  # a connection refused before CONNECT stays open
        bus.client._transport.close()  # type: ignore[no-untyped-call]
    return str(refused.value.fields["error"])


@together
async def test_servers_talk_over_tls(secured: Nats, secrets: Path) -> None:
    """Address and certificate authority come from the script."""
    one, other = (bus_to(address(secured, secrets), str(secrets / "ca.crt")) for _ in range(2))
    heard: asyncio.Queue[Hand] = asyncio.Queue()
    async with opened(one, other):
        await other.listen("show", Hand, heard.put_nowait)
        one.publish("show", Hand(CARD))
        assert await heard.get() == Hand(CARD)
        assert isinstance(one.client, Client)


@together
async def test_a_wrong_password_is_refused(secured: Nats, secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bus = bus_to(address(secured, secrets, "wrong"), str(secrets / "ca.crt"))
    assert "Authorization" in await refuse(bus, monkeypatch)


@together
async def test_another_authority_is_not_trusted(secured: Nats, secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the file only the machine's authorities are trusted."""
    assert "CERTIFICATE_VERIFY_FAILED" in await refuse(bus_to(address(secured, secrets)), monkeypatch)


@together
async def test_a_password_is_not_sent_in_plain_text(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy between us and NATS claims that it needs no TLS: the client sends nothing."""
    heard, ended = bytearray(), asyncio.Event()

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"2.12.0","auth_required":true,"max_payload":1048576}\r\n')
        heard.extend(await reader.read(4096))
        writer.close()
        ended.set()

    listener = await asyncio.start_server(pretend, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        bus = bus_to(f"tls://kamchatka:secret@127.0.0.1:{port}", str(secrets / "ca.crt"))
        assert "secure connection" in await refuse(bus, monkeypatch)
        await ended.wait()
    assert heard == b""


@together
async def test_a_missing_authority_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problem) as missing:
        await bus_to("tls://localhost:1", str(tmp_path / "ca.crt")).open(lambda: None, lambda: None)
    assert "ca.crt" in missing.value.sentence("en")
