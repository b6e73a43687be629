"""The proxy files of deploy/ work as they are, but for host name, ports and certificate."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.release.programs import ROOT
from tests.server.conftest import running_in
from tests.server.running import Server
from tests.server.together import together
from tests.server_program import ServerProgram

DEPLOY = ROOT / "deploy"
NGINX = "pid {folder}/pid; events {{}} http {{ access_log off; {temporary} include {folder}/site.conf; }}"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # files of nginx that would need more rights
PATIENCE = 120.0
TOO_LARGE = b" " * 5_000_000


@dataclass
class Site:
    """A server behind a proxy."""

    address: str
    tls: ssl.SSLContext

    def client(self) -> httpx.AsyncClient:
        """Return a client that trusts the proxy's certificate."""
        headers = {"Origin": self.address}
        return httpx.AsyncClient(
            base_url=self.address, verify=self.tls, timeout=PATIENCE, trust_env=False, headers=headers
        )


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that marks its cookies as secure."""
    yield from running_in(tmp_path_factory.mktemp("behind"), secure_cookies="1")


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, behind: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a proxy with its file."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    folder = tmp_path_factory.mktemp(request.param)
    _create_certificate(folder)
    port = _free_port()
    program = (_nginx if request.param == "nginx" else _caddy)(folder, port, behind.port)
    try:
        yield Site(f"https://localhost:{port}", ssl.create_default_context(cafile=folder / "certificate"))
    finally:
        program.process.terminate()
        program.wait()


@together
async def test_the_page_and_the_api(site: Site) -> None:
    """A browser gets the page, a session that is bound to the host, and a sentence for a body that is too large."""
    async with site.client() as client:
        page = await client.get("/")
        assert page.status_code == 200
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        csrf = (await client.get("/api/me")).json()["csrf"]
        named = await client.post("/api/session", json={"name": "Ada"}, headers={"X-CSRF-Token": csrf})
        assert named.json()["name"] == "Ada"
        assert all(name.startswith("__Host-") for name in client.cookies)
        headers = {"X-CSRF-Token": named.json()["csrf"]}
        large = await client.post("/api/session", content=TOO_LARGE, headers=headers)
        assert large.status_code == 413


@together
async def test_a_socket_at_a_table(site: Site) -> None:
    """WebSockets pass, and a table answers."""
    async with site.client() as client:
        csrf = (await client.get("/api/me")).json()["csrf"]
        named = (await client.post("/api/session", json={"name": "Ada"}, headers={"X-CSRF-Token": csrf})).json()
        form = {"edition": "modern", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
        laid = await client.post("/api/tables", json=form, headers={"X-CSRF-Token": named["csrf"]})
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"{site.address.replace('https', 'wss', 1)}/ws/tables/{laid.json()['id']}?lang=en"
    headers = {"Cookie": cookies, "Origin": site.address}
    async with connect(address, ssl=site.tls, additional_headers=headers, proxy=None, max_size=None) as opened:
        assert '"type":"scene"' in str(await opened.recv(decode=True))


def _create_certificate(folder: Path) -> None:
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    files: list[str | Path] = ["-keyout", folder / "key", "-out", folder / "certificate"]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _nginx(folder: Path, port: int, server: int) -> ServerProgram:
    """Start nginx with deploy/nginx.conf in its `http` block."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for known, ours in {
        "listen 443 ": f"listen {port} ",
        "play.example.org;": "localhost;",
        "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(folder / "certificate"),
        "/etc/letsencrypt/live/play.example.org/privkey.pem": str(folder / "key"),
        "127.0.0.1:8210": f"127.0.0.1:{server}",
    }.items():
        assert known in text
        text = text.replace(known, ours)
    (folder / "site.conf").write_text(text)
    temporary = " ".join(f"{name}_temp_path {folder / name};" for name in TEMPORARY)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, temporary=temporary))
    command = ["nginx", "-c", str(folder / "nginx.conf"), "-g", "daemon off; error_log stderr notice;"]
    return ServerProgram(command, b"start worker process ", folder / "log")


def _caddy(folder: Path, port: int, server: int) -> ServerProgram:
    """Start Caddy with deploy/Caddyfile, and our certificate in place of one from Let's Encrypt."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for known, ours in {
        "play.example.org {": f"localhost:{port} {{\n\ttls {folder / 'certificate'} {folder / 'key'}",
        "127.0.0.1:8210": f"127.0.0.1:{server}",
        "{\n\tservers": "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers",
    }.items():
        assert known in text
        text = text.replace(known, ours)
    (folder / "Caddyfile").write_text(text)
    command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    return ServerProgram(command, b"serving initial configuration", folder / "log")
