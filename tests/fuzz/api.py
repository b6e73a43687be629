"""`python -m tests.fuzz.api`: schemathesis against our own OpenAPI on a real server. For .venv-fuzz (`make fuzz`)."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from tests.fuzz.mixer import LIMITS
from tests.server.running import Server


def main() -> int:
    """Run this number of cases for each operation and its links; a 5xx or a logged error is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.api", description=__doc__)
    parser.add_argument("--cases", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kamchatka-api-") as folder:
        server = Server(str(Path(folder) / "games.db"), Path(folder) / "log", **LIMITS).start()
        try:
            token = register_user(server.address)
            done = subprocess.run(command(server.address, token, asked.cases, asked.seed), cwd=folder)
            bugs = server.log.read_text(errors="replace").count('"event": "bug"')
        finally:
            server.stop()
    print(f"schemathesis: {asked.cases} cases an operation, seed {asked.seed}, {bugs} bugs in the log")
    return 1 if done.returncode or bugs else 0


def register_user(address: str) -> str:
    """Return the token of a new guest, so that changes aren't rejected for lack of one."""
    with httpx.Client(base_url=address, trust_env=False) as http:
        csrf = http.get("/api/me").json()["csrf"]
        csrf = http.post("/api/session", json={"name": "Probe"}, headers={"X-CSRF-Token": csrf}).json()["csrf"]
        made = http.post(
            "/api/tokens", json={"label": "probe", "scopes": ["play", "organise"]}, headers={"X-CSRF-Token": csrf}
        ).json()
    return str(made["secret"])


def command(address: str, token: str, cases: int, seed: int) -> list[str]:
    """Return the schemathesis command with every phase; it checks for server errors, not undocumented statuses."""
    return [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{address}/api/openapi.json", "--url", address,
        "--header", f"Authorization: Bearer {token}",
        "--checks", "not_a_server_error", "--max-examples", str(cases), "--seed", str(seed), "--no-color",
        "--phases", "examples,coverage,fuzzing,stateful", "--suppress-health-check", "all",
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
