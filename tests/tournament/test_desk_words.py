"""Input at the desk: names, keys, hands and settings in natural notation, and refusals that name what is wrong."""

import pickle
from pathlib import Path

import pytest

from kamchatka.editions import edition
from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered, Proposed, Reported, TableReport, set_aside
from kamchatka.tournament.events.entrants import Entrant, check_name, find_entrant
from kamchatka.tournament.events.event import ClockState
from kamchatka.tournament.events.exchange import LARGEST, MOST_ENTRIES, read_lines
from kamchatka.tournament.events.folding import ChangeDoesNotFit, apply_change, fold
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.finishing import FinishingPoints
from kamchatka.tournament.referee import chance_of_closing, closing_throws, parse_hands, read_clock, turns_after_time
from kamchatka.tournament.registration import amend_player, change_settings, new_event, register_player
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.standings.tiebreaks import parse_tiebreaks
from kamchatka.tournament.validation import MOST, check_settings, check_sound
from tests.tournament.kit import open_event, points, seat_round, settings

ORGANISER = "50a6d57e29efec64a90b552a31a0f14966b1bd0f"  # from a secret of 32 bytes 0xab
SEVENTH = "7-5be6a13c142567f3"
KNOWN = [Entrant(n, name) for n, name in enumerate(["Anna Bo", "Annalisa", "Ann", "Bo", "Anton", "Anita", "Ante"], 1)]


def refusal(problem: pytest.ExceptionInfo[Problem]) -> str:
    """Return the refusal with its rule."""
    return problem.value.sentence("en")


# ------------------------------------------------------------------ names
@pytest.mark.parametrize("name", ["", "  ", "a\tb", "a\nb", "\u0301"])
def test_a_name_says_something(name: str) -> None:
    """A blank name or one with unprintable characters is refused, at the desk and in files."""
    with pytest.raises(Problem) as caught:
        check_name(name)
    assert refusal(caught) == f"“{name}” will not do as a name."
    with pytest.raises(Problem, match="will not do as a name"):
        apply_change(PlayerEntered(1, name), open_event(settings("ranking"), []), 0)


def test_a_name_fits_on_a_sheet() -> None:
    """A name has at most sixty letters, an event's title eighty."""
    check_name("x" * 60)
    with pytest.raises(Problem) as caught:
        check_name("x" * 61)
    assert refusal(caught) == f"“{'x' * 60}…” is too long: 61 letters, 60 at most."
    assert new_event("y" * 80, "ranking", [], "2026-11-17") == EventOpened(
        "y" * 80, settings("ranking"), "ranking", "2026-11-17"
    )
    with pytest.raises(Problem, match="81 letters, 80 at most"):
        new_event("y" * 81, "ranking", [], "")


def test_a_name_that_is_there_names_its_club() -> None:
    """The player's club is named too, so that namesakes can be told apart."""
    event = open_event(settings("ranking"), ["Ada/Circolo", "Bo"])
    for name, club in (("ADA", " (Circolo)"), ("bo", "")):
        with pytest.raises(Problem) as caught:
            apply_change(PlayerEntered(3, name), event, 0)
        number = 1 if club else 2
        assert f"“{name}” is already entered as number {number}{club}: " in refusal(caught)


@pytest.mark.parametrize(
    ("typed", "number"), [("3", 3), ("ann", 3), ("bo", 4), ("ANNALISA", 2), ("anna b", 1), ("7", 7)]
)
def test_an_entrant_is_found_by_number_name_or_beginning(typed: str, number: int) -> None:
    """An exact match of number or name takes precedence over the beginning of a name."""
    assert find_entrant(KNOWN, typed).number == number


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("anna", "“anna” may be Anna Bo (1), Annalisa (2): say which."),
        ("an", "“an” may be Anna Bo (1), Annalisa (2), Ann (3), Anton (5), Anita (6): say which."),
        ("zoe", "No entrant is called “zoe”."),
        ("", "No entrant is called “”."),
    ],
)
def test_an_entrant_who_is_nobody_or_several(typed: str, said: str) -> None:
    """The message names at most five."""
    with pytest.raises(Problem) as caught:
        find_entrant(KNOWN, typed)
    assert refusal(caught) == said


def test_players_are_entered_and_written_rightly() -> None:
    """Entering a player assigns the next number; editing keeps omitted fields and validates the others."""
    event = open_event(settings("ranking"), ["Ada/Circolo/Lazio", "Bo"])
    assert register_player(event, "Carla") == PlayerEntered(3, "Carla", "", "")
    assert register_player(event, "Carla", "Club", "Umbria") == PlayerEntered(3, "Carla", "Club", "Umbria")
    amended = amend_player(event, 1, "Adele", None, None)
    assert (amended.number, amended.name, amended.club, amended.region) == (1, "Adele", "Circolo", "Lazio")
    amended = amend_player(event, 1, None, "", "Umbria")
    assert (amended.name, amended.club, amended.region) == ("Ada", "", "Umbria")
    for words in (("\t", "", ""), ("A", "\t", ""), ("A", "", "\t")):
        with pytest.raises(Problem, match="will not do"):
            register_player(event, *words)
        with pytest.raises(Problem, match="will not do"):
            amend_player(event, 1, *words)
    with pytest.raises(Problem, match="No entrant has the number 9"):
        amend_player(event, 9, None, None, None)


# ------------------------------------------------------------------ settings
@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("rounds=0", "rounds cannot be less than 1."),
        ("prizes=100001", "prizes goes from 0 to 100000."),
        ("prizes=-1", "prizes goes from 0 to 100000."),
        ("live_class=-0.5", "live_class goes from 0 to 100000."),
        ("percent=3:100001", "percent goes from 0 to 100000."),
        ("final_seats=6", "Tables are for four or five, or all of them for three. [rtu.12.1a]"),
        (
            "tiebreaks=best,luck",
            "The tie-break “luck” is not there, or there twice: each once among best, second, third, wins, earlier, "
            "won, best_win, undiscarded, raw, lot.",
        ),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_its_bounds(choice: str, said: str) -> None:
    """The refusal is the same in every event, whether a booklet binds it or not."""
    with pytest.raises(Problem) as caught:
        check_sound(settings("evening", choice))
    assert refusal(caught) == said


def test_settings_at_their_bounds() -> None:
    """Settings accept their largest values, including a single leader who skips the semifinals."""
    check_settings(settings("evening", f"prizes={MOST}", f"percent=3:{MOST}"))
    check_settings(settings("evening", "advance=1", "direct_finalists=1"))
    with pytest.raises(Problem, match="“wins” is not there, or there twice"):
        parse_tiebreaks(("wins", "wins"))


def test_one_duration_for_all_rounds() -> None:
    """The duration can be changed before the first draw, but not after."""
    event = open_event(settings("ranking"), ["A", "B", "C", "D"])
    assert change_settings(event, ["minutes=105"]).settings.minutes == 105
    with pytest.raises(Problem) as caught:
        change_settings(seat_round(event, [1, 2, 3, 4]), ["minutes=105"])
    assert refusal(caught) == "The rounds drawn so far last 90 minutes: there is one duration. [rtu.12.2c]"


# ------------------------------------------------------------------ the referee
@pytest.mark.parametrize(("text", "hands"), [("1", [1]), ("1,2,4", [1, 2, 4]), ("5,3", [5, 3])])
def test_hands_as_people_write_them(text: str, hands: list[int]) -> None:
    """Hands are numbers separated by commas."""
    assert parse_hands(text) == hands


@pytest.mark.parametrize("text", ["", "0", "6", "1 2", "1,,2", "1,a"])
def test_hands_that_are_none(text: str) -> None:
    """Valid hands are 1 to 5."""
    with pytest.raises(Problem) as caught:
        parse_hands(text)
    assert refusal(caught) == f"“{text}” are no hands from 1 to 5. [rtu.0.3]"


def test_turns_after_time_up_to_the_last_asked_for() -> None:
    """The first closing throw is that of the last hand in the last round; each lap raises the threshold."""
    throws = closing_throws("challenge")
    found = turns_after_time(throws, [3, 1, 2], 2, 9)
    assert [(turn.part, turn.hand) for turn in found] == [
        ("penultimate", 2),
        ("penultimate", 3),
        ("last", 1),
        ("last", 2),
        ("last", 3),
        ("sdadata", 1),
        ("sdadata", 2),
        ("sdadata", 3),
        ("sdadata", 1),
    ]
    assert [turn.chance for turn in found[:4]] == [0.0] * 4
    assert [turn.threshold for turn in found[4:8]] == [throws.lowest] * 3 + [throws.lowest + 1]
    assert found[4].chance == chance_of_closing(throws.lowest)
    with pytest.raises(Problem) as caught:
        turns_after_time(throws, [1, 2], 3, 5)
    assert refusal(caught) == "Hand 3 is not in the game. [rtu.9.1]"


def test_the_chance_that_a_throw_closes() -> None:
    """The chance is computed from the 36 throws of two dice; the last threshold is certain."""
    assert [round(36 * chance_of_closing(total)) for total in (1, 2, 4, 7, 11, 12)] == [0, 1, 6, 21, 35, 36]


def test_a_clock_at_its_last_seconds() -> None:
    """A clock shows the last second and then none; setting the clock back counts no time."""
    assert read_clock(ClockState(0.0, 100.0), 1, 159.0).left == 1
    assert read_clock(ClockState(0.0, 100.0), 1, 159.0).phase == "running"
    assert read_clock(ClockState(0.0, 100.0), 1, 160.0).phase == "over"
    assert read_clock(ClockState(30.0, 100.0), 1, 50.0).left == 30
    assert ClockState(30.0, 100.0).set(50.0, False) == ClockState(30.0, 0.0)


# ------------------------------------------------------------------ keys
def test_keys_stay_what_they_were(tmp_path: Path) -> None:
    """A link from an earlier version still works; a browser without any link of the event gets no access."""
    (tmp_path / "cup.key").write_text("ab" * 32)
    keys = Keys.of(tmp_path / "cup.kam")
    assert (keys.organiser(), keys.player(7)) == (ORGANISER, SEVENTH)
    assert (keys.holder(ORGANISER), keys.holder(SEVENTH)) == (0, 7)
    for key in (f"x-{ORGANISER}", f"{SEVENTH}-", "7", "", "1-2-3", keys.player(1234567890)):
        assert keys.holder(key) is None
    assert keys.holder(keys.player(123456789)) == 123456789


def test_a_secret_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    """The file is created once, readable by its owner alone, and again if it is damaged."""
    (tmp_path / "cup.key").write_text("no secret")
    first = Keys.of(tmp_path / "cup.kam").organiser()
    assert Keys.of(tmp_path / "cup.kam").organiser() == first
    assert len((tmp_path / "cup.key").read_text()) == 64
    assert (tmp_path / "cup.key").stat().st_mode & 0o777 == 0o600


# ------------------------------------------------------------------ changes that do not fit
def test_an_event_is_opened_once_and_first() -> None:
    """Three kinds of invalid files each get their own message."""
    begun = EventOpened("Cup", settings("ranking"), "ranking", "2026-11-17")
    event = fold([(1, begun)])
    assert (event.preset, event.date) == ("ranking", "2026-11-17")
    for entries, said in (
        ([], "The file holds no event."),
        ([(1, PlayerEntered(1, "A"))], "The file does not begin by opening an event."),
        ([(1, begun), (2, begun)], "The event is open already."),
    ):
        with pytest.raises(Problem) as caught:
            fold(entries)
        assert refusal(caught) == said


def test_a_result_must_be_of_its_table_and_is_stored_once() -> None:
    """The same holds for a result proposed by a player."""
    event = open_event(settings("ranking"), ["A", "B", "C", "D"])
    event = points(seat_round(event, [1, 2, 3, 4]), 1, A=9, B=8, C=7, D=6)
    report = event.rounds[0].reports[1]
    with pytest.raises(Problem) as caught:
        apply_change(Reported(1, 1, report), event, 0)
    assert refusal(caught) == "Table 1 of round 1 has a result already: correct it to change it."
    for change in (Reported(1, 1, TableReport(report.lines[1:]), True), Proposed(1, 1, 1, TableReport(()))):
        with pytest.raises(Problem) as caught:
            apply_change(change, event, 0)
        assert refusal(caught) == "The result is not of those at table 1 of round 1."


def test_a_change_that_does_not_fit_travels_whole() -> None:
    """The change arrives from a worker with its message, rule and number."""
    before = ChangeDoesNotFit(Problem("event.no_number", "rtu.0.3", number=9), 4)
    after = pickle.loads(pickle.dumps(before))
    assert (after.sentence("en"), after.number) == ("No entrant has the number 9. [rtu.0.3]", 4)


def test_a_line_set_aside_keeps_its_words_in_every_language() -> None:
    """File name and line are shortened; round and table appear only if known."""
    aside = set_aside(Problem("event.no_number", number=9), "s" * 101, 3, "t" * 2001)
    assert (len(aside.source), len(aside.text), aside.round, aside.table) == (100, 2000, 0, 0)
    assert aside.why.text("en") == "No entrant has the number 9."
    assert aside.why.text("it") == Problem("event.no_number", number=9).text("it")


def test_an_event_in_lines_has_an_end() -> None:
    """The message gives the limits in entries and bytes."""
    with pytest.raises(Problem) as caught:
        read_lines(b"x" * (LARGEST + 1))
    assert refusal(caught) == f"The event is too long: at most {MOST_ENTRIES} entries and {LARGEST} bytes."


# ------------------------------------------------------------------ points by order of finish
def test_every_territory_of_a_board_may_be_one_players() -> None:
    """One player may hold all of them, but the total never exceeds the board; sheets follow the same limit."""
    chosen = settings("points", "sizes=4", "objective_points=200")
    rules = FinishingPoints(edition("modern"))
    most, names = rules.most_points, {n: f"P{n}" for n in range(1, 5)}
    whole = [PlayerResult(1, most), *(PlayerResult(n, 0) for n in (2, 3, 4))]
    assert check_report(TableReport(tuple(whole)), (1, 2, 3, 4), chosen, names).lines == tuple(whole)
    for lines, said in (
        (
            [PlayerResult(1, most + 1), *whole[1:]],
            f"{most + 1} points for P1: each territory is worth one, {most} in all.",
        ),
        (
            [whole[0], PlayerResult(2, 1), *whole[2:]],
            f"The table declares {most + 1} territories in all, but the board has {most}.",
        ),
    ):
        with pytest.raises(Problem) as caught:
            check_report(TableReport(tuple(lines)), (1, 2, 3, 4), chosen, names)
        assert refusal(caught) == said
    assert rules.sheet is edition("modern").sheets[0]
    moon = edition("risk2210")
    assert len(FinishingPoints(moon).sheet.places) == sum(len(sheet.places) for sheet in moon.sheets)
