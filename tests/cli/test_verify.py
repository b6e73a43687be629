"""`kamchatka verify` passes honest games and finds a changed die, card or line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.journal import Player, Writer, new_header, new_match, read, seal_line
from kamchatka.kernel.problem import Problem
from kamchatka.match import play_numeric
from kamchatka.players import bot
from kamchatka.proof import prove

KEY = bytes(range(16))


def game(path: Path, actions: int = 120) -> str:
    """Return the journal of a game of random bots, and its commitment."""
    header = new_header("modern", {}, tuple(Player(name, "random") for name in "ABC"), KEY)
    match = new_match(header)
    writer = Writer(path, header)
    writer.write(match.game, match.entries[0])
    players = [bot("random", match.game, seat) for seat in range(3)]
    for _ in range(actions):
        if match.is_over:
            break
        seat = match.awaited[0]
        play_numeric(match, players[seat].decide(match.view(seat), match.options(seat)), seat)
        writer.write(match.game, match.entries[-1])
    writer.file.close()
    return header.commitment


def forge(path: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Return the same journal with one row changed and every hash recomputed to match."""
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(rows)
    mark, lines = "", []
    for row in rows:
        row.pop("mark")
        mark, line = seal_line(mark, row)
        lines.append(line)
    path.write_bytes(b"".join(lines))


def test_an_honest_game_is_proved(tmp_path: Path) -> None:
    commitment = game(tmp_path / "a.journal")
    ran = CliRunner().invoke(app, ["verify", str(tmp_path / "a.journal"), "--commitment", commitment, "--lang", "en"])
    assert ran.exit_code == 0, ran.output
    assert commitment in ran.output
    assert "each is the one the key gives" in ran.output
    proof = prove(read(tmp_path / "a.journal"))
    assert proof.faces.total() > 50
    assert set(proof.faces) == {1, 2, 3, 4, 5, 6}


def test_another_commitment_is_refused(tmp_path: Path) -> None:
    game(tmp_path / "a.journal", 3)
    ran = CliRunner().invoke(app, ["verify", str(tmp_path / "a.journal"), "--commitment", "0" * 64, "--lang", "it"])
    assert ran.exit_code == 2


def test_a_changed_line_is_found_by_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    game(path, 20)
    honest = path.read_bytes()
    rows = honest.splitlines()
    for tampered in (honest.replace(b'"armies":3', b'"armies":4', 1), b"\n".join([*rows[:5], *rows[6:]]) + b"\n"):
        assert tampered != honest
        path.write_bytes(tampered)
        with pytest.raises(Problem, match="is not as it was written"):
            read(path)


def test_a_chosen_die_is_found_even_with_fresh_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    game(path)

    def luckier(rows: list[dict[str, Any]]) -> None:
        draws = next(row["draws"] for row in rows[2:] if any(sides == 6 for sides, _ in row.get("draws", ())))
        draws[0][1] = (draws[0][1] + 1) % draws[0][0]

    forge(path, luckier)
    with pytest.raises(Problem, match="the key gives"):
        prove(read(path))


def test_a_fact_that_does_not_follow_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    game(path)

    def stronger(rows: list[dict[str, Any]]) -> None:
        facts = [fact for row in rows[1:] for fact in row["facts"] if fact["fact"] == "ArmiesGranted"]
        facts[-1]["armies"] += 1

    forge(path, stronger)
    assert prove(read(path)).strays is not None
    ran = CliRunner().invoke(app, ["verify", str(path), "--lang", "en"])
    assert ran.exit_code == 1
    assert "does not follow" in ran.output
