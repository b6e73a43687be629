"""Bots as classes and functions: how they are found, what they see, and how their failures are handled."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka import EDITIONS, Attack, Bot, Match, NamedAction, Pass, Problem, SeatView, make_bot
from kamchatka.arena import play_series
from kamchatka.cli import app
from kamchatka.players import bot, house_bot, levels_of, named, reference_to

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


class Last(Bot):
    """Take the last legal action."""

    def choose(self, table: SeatView) -> NamedAction:
        """Return the last legal action."""
        return table.legal_actions[-1]


class Hopeless(Bot):
    """Raise an error at every decision."""

    def choose(self, table: SeatView) -> NamedAction:
        """Raise an error."""
        raise RuntimeError("no idea\nsecond line")


class Unborn(Bot):
    """Can't be created."""

    def __init__(self) -> None:
        raise ValueError("no")


def cheat(table: SeatView) -> NamedAction:
    """Choose an action that is never legal."""
    return Attack("alaska", "alaska", 99)


def silent(table: SeatView) -> NamedAction:
    """Choose nothing."""
    return None  # type: ignore[return-value]  # what a careless author writes


def lucky(table: SeatView) -> NamedAction:
    """Choose at random."""
    return table.random.choice(table.legal_actions)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a working directory with a module of bots."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "some_bots.py").write_text((EXAMPLES / "mybot.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("\nraise OSError('out of order')\n", encoding="utf-8")
    yield tmp_path
    for name in ("some_bots", "broken_bots"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("source", [Last, lucky])
def test_a_class_and_a_function_play_every_edition(edition: str, source: named.Source) -> None:
    seats = EDITIONS[edition].seats[-1]
    report = play_series(edition, [source, *["random"] * (seats - 1)], games=1, turn_limit=1)
    assert report.forfeits == []
    assert report.games[0].actions > 10
    again = play_series(edition, [source, *["random"] * (seats - 1)], games=1, turn_limit=1)
    assert again.games == report.games


def test_a_stand_in_decides_for_a_bot_that_fails() -> None:
    for source, said in (
        (Hopeless, "it failed: RuntimeError: no idea ("),
        (cheat, "action not allowed: Attack"),
        (silent, "action not allowed: None"),
    ):
        report = play_series("modern", [source, "random", "random"], games=1, turn_limit=4)
        assert len(report.forfeits) == named.STRIKES  # then the failed bot isn't asked any more
        assert said in report.forfeits[0]
        assert report.forfeits[0].startswith(reference_to(source))
    assert "test_named.py:" in play_series("modern", [Hopeless, "random", "random"], 1, turn_limit=1).forfeits[0]


def test_what_is_no_bot_is_refused() -> None:
    for wrong in (dict, len, 7):
        with pytest.raises((Problem, AttributeError)):
            reference_to(wrong)  # type: ignore[arg-type]
    with pytest.raises(Problem, match=r"can’t be loaded: ValueError: no \("):
        play_series("modern", [Unborn, "random", "random"], 1)
    for name in ("math:pi", "kamchatka:Match", "json:dumps_nothing", "no_such:Bold"):
        with pytest.raises(Problem, match=name):
            bot(name, Match.new("modern", 3).game, 0)
    for name in ("math", "math:", "math:pi!", "no module:Bold"):
        with pytest.raises(Problem, match="There is no bot"):
            bot(name, Match.new("modern", 3).game, 0)


def test_several_workers_need_bots_that_can_be_imported() -> None:
    def local(table: SeatView) -> NamedAction:
        return table.legal_actions[0]

    assert len(play_series("modern", [local, "random", "random"], 1, turn_limit=1).games) == 1
    with pytest.raises(Problem, match="take one worker"):
        play_series("modern", [local, "random", "random"], 1, workers=2)


def test_the_arena_finds_bots_of_the_working_directory(folder: Path) -> None:
    words = ["--games", "2", "--workers", "1", "--turn-limit", "2", "--json"]
    result = CliRunner().invoke(app, ["arena", "--seats", "some_bots:Bold,some_bots:hasty,random", *words])
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout)["by_bot"]) == {"some_bots:Bold", "some_bots:hasty", "random"}


def test_a_module_that_cannot_be_imported_is_named_with_its_line(folder: Path) -> None:
    result = CliRunner().invoke(app, ["arena", "--seats", "broken_bots:Bold,random,random"], env={"LC_ALL": "en_GB"})
    assert result.exit_code == 2
    assert "The bot broken_bots:Bold can’t be loaded: OSError: out of order" in result.stderr
    assert "broken_bots.py:2)" in result.stderr
    assert "Traceback" not in result.stderr


def test_our_bots_choose_by_name() -> None:
    match = Match.new("modern", 3, seed=1)
    for name in ("captain", "random", f"{__name__}:Last"):
        if name.startswith(__name__):
            reference_to(Last)
        assert make_bot(name, match).choose(match.seat_view()) in match.legal_actions
    assert reference_to("captain") == "captain"
    with pytest.raises(Problem, match="missing 1 required"):
        bot("kamchatka.bots.bot:RandomBot", match.game, 0)


def test_a_server_offers_its_operators_bots_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game, name = Match.new("modern", 3).game, reference_to(Last)
    with pytest.raises(Problem, match="There is no bot"):
        house_bot(name, game, 0)
    monkeypatch.setenv(named.OPERATORS_BOTS, f"{name}, not a reference")
    assert levels_of("modern")[-1] == name
    match = Match.new("modern", 3)
    assert match.options().allows(house_bot(name, game, 0).decide(match.view(0), match.options()))
    with pytest.raises(Problem, match="There is no bot"):
        house_bot(reference_to(Hopeless), game, 0)
    assert Pass() not in match.legal_actions
