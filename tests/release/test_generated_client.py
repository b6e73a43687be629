"""A Python client that is generated from our OpenAPI plays a game."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.release.programs import ROOT, program
from tests.server.running import PACKAGE, Server

HUNG = 600.0  # seconds
# Operations that return files, for which the generator has no type.
FILES = ["/api/events/{id}/file", "/api/events/{id}/sheets/{kind}", "/api/tables/{id}/journal"]


def test_a_generated_client_plays_a_game(server: Server, tmp_path: Path) -> None:
    """The commands of docs/protocol.md generate a client that plays a game."""
    source, client = f"{server.address}/api/openapi.json", tmp_path / "kamchatka_client"
    command: list[str | Path] = [
        program("openapi-python-client"),
        "generate",
        "--url",
        source,
        "--meta",
        "none",
        "--output-path",
        client,
    ]
    made = subprocess.run(command, capture_output=True, text=True, timeout=HUNG)
    assert made.returncode == 0, made.stdout + made.stderr
    left_out = re.findall(r"WARNING parsing GET (\S+)", made.stderr)
    assert sorted(left_out) == FILES, made.stderr
    played = subprocess.run(
        [sys.executable, "-m", "examples.generated_client", server.address],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT), str(PACKAGE)])},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert played.returncode == 0, played.stderr
    assert "steps; winners:" in played.stdout


def test_a_program_gets_a_token_in_one_command(server: Server) -> None:
    """A program's token, created by one command, lets it read and play, and nothing else."""
    command: list[str | Path] = [sys.executable, ROOT / "examples" / "guest_token.py", server.address, "Robot"]
    secret = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    request = urllib.request.Request(f"{server.address}/api/me", headers={"Authorization": f"Bearer {secret}"})
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["name"] == "Robot"
