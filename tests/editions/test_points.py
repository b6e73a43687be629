"""The parts of points that screens show at the end are those that the game counted, and explain the winner."""

from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from kamchatka.cli.screen.points_table import points_table
from kamchatka.editions.challenge.kingmaker import KingsRevealed
from kamchatka.editions.challenge.scoring import Scored
from kamchatka.editions.display import Points
from kamchatka.editions.modern.time_attack import PointsCounted
from kamchatka.journal import parse
from kamchatka.kernel.ages.age_facts import Reckoned
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.server.presentation.presenter import Presenter, Viewpoint
from kamchatka.texts import languages
from kamchatka.words import Words
from tests.rules.risk2210.scene import scene
from tests.server.test_leaks import context
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

COUNTED = (Reckoned, PointsCounted, Scored)  # facts that announce a seat's points
NOT_BY_POINTS = {"end.survivor", "end.stopped"}


@cache
def games() -> dict[str, Match]:
    """Return the stored finished games, of every edition and ending."""
    read = {
        shelf_name(path): parse(read_unpacked(path), shelf_name(path)).match
        for path in stored_files("journals/*.jsonl.xz")
    }
    return {name: match for name, match in read.items() if match.is_over}


def visible_points(match: Match, viewer: int = ONLOOKER) -> dict[int, Points]:
    """Return the points that a viewer may know."""
    return dict(match.edition.display(match.game, match.view(viewer).state, viewer).points)


def announced_points(match: Match) -> dict[int, int]:
    """Return the points that facts announced last, including Kingmaker cards."""
    found: dict[int, int] = {}
    for entry in match.entries:
        for fact in entry.facts:
            known = fields(fact)
            if isinstance(fact, COUNTED):
                found[known["seat"]] = known["points"]
            elif isinstance(fact, KingsRevealed):
                found[known["seat"]] = known["total"]
    return found


@pytest.mark.parametrize("name", games())
def test_the_parts_make_what_was_counted(name: str) -> None:
    """The parts add up to the counted points for a player and a spectator; games without points show none."""
    match = games()[name]
    counted = announced_points(match) if match.state.ending not in NOT_BY_POINTS else {}
    for viewer in (ONLOOKER, 0):
        assert {seat: one.total for seat, one in visible_points(match, viewer).items()} == counted


def test_there_are_games_of_each_edition_with_points() -> None:
    """The games of the test above cover all four ways of counting, including Kingmaker and ties."""
    pointed = [match for match in games().values() if visible_points(match)]
    assert {match.edition.id for match in pointed} >= {"modern", "challenge", "risk2210", "godstorm"}
    assert any(match.state.ending.startswith("end.kingmaker") for match in pointed)
    assert any(match.state.ending == "end.armies" for match in pointed)


@pytest.mark.parametrize("name", [name for name, match in games().items() if visible_points(match)])
def test_the_winners_have_the_most(name: str) -> None:
    """Winners have the most points, then the best tie-breaks in the shown order; an objective may come before."""
    match = games()[name]
    if match.state.ending == "end.objective":
        return
    points = {seat: one for seat, one in visible_points(match).items() if match.state.is_alive(seat)}
    ranked = {seat: (one.total, *(tie.value for tie in one.ties)) for seat, one in points.items()}
    assert all(ranked[winner] == max(ranked.values()) for winner in match.winners)


@pytest.mark.parametrize("language", languages())
def test_screens_show_the_parts_in_words(language: str) -> None:
    """The page's result and the terminal's table name every part with its number, never by catalogue key."""
    for match in [match for match in games().values() if visible_points(match)]:
        presenter = Presenter(match, [f"P{seat}" for seat in range(match.seats)])
        result = presenter.scene(Viewpoint(ONLOOKER, language, ()), context(match.seats)).result
        assert result is not None
        written = printed(match, language)
        for score in result.scores:
            assert (score.points or 0) == sum(part.value for part in score.parts)
            for part in score.parts:
                assert "." not in part.label
                assert part.value == 0 or part.label in written
                assert str(part.value) in written


def printed(match: Match, language: str) -> str:
    """Return the terminal's table on a wide screen."""
    words = Words(language, match.edition, [f"P{seat}" for seat in range(match.seats)])
    table = points_table(match.game, words, match.view(ONLOOKER).state)
    assert table is not None
    console = Console(file=StringIO(), width=200)
    console.print(table)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def test_the_parts_of_2210_by_play() -> None:
    """In 2210, four territories and Australia's two points count; ties go to energy, then units."""
    australia = ("aboriginal_league", "australian_testing_ground", "java_cartel", "new_guinea")
    lands = {**{place: (0, 1) for place in australia}, "mexico": (1, 5), "egypt": (2, 3)}
    match = scene("Rewards", lands, rest=None, turn=2, year=5, energy={0: 4})
    parts = {seat: [part.value for part in one.parts] for seat, one in visible_points(match).items()}
    assert parts == {0: [4, 2, 0], 1: [1, 0, 0], 2: [1, 0, 0]}
    assert [tie.value for tie in visible_points(match)[0].ties] == [4, 4]
