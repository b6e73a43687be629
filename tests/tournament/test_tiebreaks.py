"""Tie-breaks as values: whole events give their stored standings, and each reason names the deciding one."""

import tomllib
from decimal import Decimal
from importlib import resources
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.results.table_tiebreaks import TABLE_TIEBREAKS
from kamchatka.tournament.results.tie_breaking import TieBreak, deciding_tiebreak, split_ties
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.standings.tiebreaks import TIEBREAKS, PlayerGames, parse_tiebreaks
from kamchatka.tournament.validation import check_settings
from tests.tournament.kit import settings
from tests.tournament.snapshot import DASHES, FOLDER, play_script, render

SNAPSHOTS = sorted(FOLDER.glob("*.txt"))
BY_SIZE = TieBreak[str]("size", lambda w: Decimal(len(w)))
BY_END = TieBreak[str]("end", lambda w: None if w == "?" else Decimal(ord(w[-1])))


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: path.stem)
def test_an_event_gives_the_standings_stored_with_it(path: Path) -> None:
    """An event gives its stored places, points, tie-breaks with sentences, table ties, final order and teams."""
    text, _, expected = path.read_text(encoding="utf-8").partition(DASHES)
    assert render(play_script(text)) == expected


def test_every_tie_break_decides_something_in_a_snapshot() -> None:
    """Every tie-break decides a snapshot, so a new one needs an event in which it does."""
    stored = [path.read_text(encoding="utf-8").partition(DASHES) for path in SNAPSHOTS]
    codes = {row.by for text, _, _ in stored for row in standings(play_script(text)) if row.by}
    assert codes == set(TIEBREAKS)
    reasons = [one.reason(Decimal(77), Decimal(66)).text("en").split("77")[0] for one in TABLE_TIEBREAKS.values()]
    assert all(any(reason in told for _, _, told in stored) for reason in reasons)


def test_every_preset_names_its_tie_breaks() -> None:
    """Every preset names existing tie-breaks, in its own order."""
    text = resources.files("kamchatka.tournament.settings").joinpath("presets.toml").read_text(encoding="utf-8")
    for preset in tomllib.loads(text)["preset"]:
        assert parse_tiebreaks(tuple(preset["settings"]["tiebreaks"]))


def test_the_order_of_the_codes_is_the_order_of_the_tie_breaks() -> None:
    """The same games with another order of codes give another order and another reason."""
    text, _, _ = (FOLDER / "wins_first.txt").read_text(encoding="utf-8").partition(DASHES)
    by_wins, by_best = play_script(text), play_script(text.replace("tiebreaks=wins,best,earlier", "tiebreaks=best"))
    assert [by_wins.names[row.entrant] for row in standings(by_wins)][1:4] == ["Eva", "Bruno", "Fabio"]
    assert [by_best.names[row.entrant] for row in standings(by_best)][1:4] == ["Eva", "Fabio", "Bruno"]
    assert [row.by for row in standings(by_best)][1:4] == ["best", "best", ""]
    none = play_script(text.replace("tiebreaks=wins,best,earlier", "tiebreaks="))
    assert [row.place for row in standings(none)][1:4] == [2, 2, 2]


@pytest.mark.parametrize("codes", ["luck", "best,best", "best,luck"])
def test_codes_that_are_not_there(codes: str) -> None:
    """Unknown tie-break codes are refused with the list of known ones."""
    with pytest.raises(Problem, match="each once among best, second, third, wins, earlier"):
        check_settings(settings("ranking", f"tiebreaks={codes}"))


def test_equals_are_told_apart_by_one_tie_break_after_the_other() -> None:
    """Tie-breaks apply one after another; players without reported values, or equal in all, stay together."""
    assert split_ties(["aa", "b", "ab", "a"], [BY_SIZE, BY_END]) == [["ab"], ["aa"], ["b"], ["a"]]
    assert split_ties(["aa", "ba", "b"], [BY_SIZE, BY_END]) == [["aa", "ba"], ["b"]]
    assert split_ties(["b", "?", "a", "aa"], [BY_SIZE, BY_END]) == [["aa"], ["b", "?", "a"]]
    assert deciding_tiebreak("ab", "a", [BY_END, BY_SIZE]) == (
        "end",
        Text("tiebreak_reason", "end", better="98", worse="97"),
    )
    assert deciding_tiebreak("aa", "a", [BY_END, BY_SIZE]) == (
        "size",
        Text("tiebreak_reason", "size", better="2", worse="1"),
    )
    assert deciding_tiebreak("?", "a", [BY_END]) is None


def test_an_earlier_place_is_shown_as_a_place() -> None:
    """An earlier place is compared in reverse but shown as a positive place."""
    first, second = (PlayerGames(number, (), number) for number in (1, 2))
    found = deciding_tiebreak(first, second, parse_tiebreaks(("earlier",)))
    assert found is not None
    assert found[0] == "earlier"
    assert found[1].text("en") == "stood 1 against 2 a round earlier"
    assert found[1].text("it") == "prima era 1° contro 2°"
