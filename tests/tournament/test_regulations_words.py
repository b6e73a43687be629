"""Departures from the regulations in words, and settings in natural notation."""

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.settings.settings import EventSettings, format_value, with_choices
from tests.tournament.kit import settings


def departures_in_words(preset_id: str, *choices: str) -> list[str]:
    """Return an event's departures from the booklet, in English."""
    return [problem.sentence("en") for problem in departures(settings(preset_id, "booklet=false", *choices))]


TWO_STAGES = (
    "A ranking and then a final: the booklet has a ranking or direct elimination, not one after the other. [rtu.12.2a]"
)


@pytest.mark.parametrize(
    ("choices", "sentences"),
    [
        (["format=teams", "team_results=16"], ["teams"]),
        (["format=teams", "team_results=15"], ["teams", "Of 24 results of a team 15 count: two thirds must."]),
        (["format=finals", "semifinals=false", "advance=2", "direct_finalists=1"], ["finals"]),
        (["format=finals", "advance=1"], ["finals"]),
        (["format=finals", "advance=2"], ["finals", "From a semifinal 2 go on, not the winner alone."]),
        (["format=finals", "direct_finalists=1"], ["finals", "One may reach the final without winning a semifinal."]),
        (["format=finals", "sizes=3", "final_seats=3"], ["finals"]),
        (["format=finals", "sizes=3"], ["finals", "three"]),
        (["format=finals", "sizes=4", "final_seats=3"], ["finals", "three"]),
        (["sizes=4,3"], ["three"]),
        (["sizes=4", "final_seats=3"], []),
        (["format=knockout", "sizes=4", "final_seats=5"], ["A final of 5 is no table of this event."]),
        (["prizes=100,0"], []),
        (["prizes=101"], ["The Victory Prize cannot be 101: it goes from 0 to 100."]),
        (["prizes=10,-1"], ["The Victory Prize cannot be -1: it goes from 0 to 100."]),
        (["prize_four=100"], ["Where there are tables of 4 and 5 the prize at fours is 80%, not 100%."]),
        (["prize_four=100", "prizes=0"], []),
        (["discards=2"], []),
        (["discards=3"], ["Of 6 games at most 2 may be discarded, not 3: two thirds must count."]),
        (["objective_points=110"], ["An objective reached in time is worth 100 points, not 110."]),
        (["percent=5:125"], ["At tables of 5 points are worth 125%: for the booklet they count as they are."]),
        (["percent=3:75"], []),
        (["most_table_points=100"], []),
        (["most_table_points=1"], ["Table points stop at 1: the booklet sets them no limit."]),
        (["most_table_points=99"], ["Table points stop at 99: the booklet sets them no limit."]),
        (["sizes=", "most_table_points=100"], []),
        (
            ["percent=5:200", "most_table_points=199"],
            [
                "At tables of 5 points are worth 200%: for the booklet they count as they are.",
                "Table points stop at 199: the booklet sets them no limit.",
            ],
        ),
        (["shared_wins=true"], ["shared"]),
        (["place_points=3,2"], ["Places at the table make the points of the standings, not territories."]),
        (["eliminated_points=3"], ["Who was eliminated has points: without territories the booklet gives none."]),
        (["army_cap=0"], ["There is no army cap: an official game has one."]),
    ],
    ids=lambda value: " ".join(value) or "none",
)
def test_each_departure_has_its_sentence(choices: list[str], sentences: list[str]) -> None:
    """The sentence names the numbers, just beyond the bound but not at the bound."""
    short = {
        "teams": "Standings of teams: the booklet adds up the points of each player.",
        "finals": TWO_STAGES.partition(" [")[0],
        "three": "Tables of three are for events made of tables of three only.",
        "shared": "Equal points share the win: "
        "the booklet looks at territories outside the objective, then at the hand.",
    }
    told = [one.partition(" [")[0] for one in departures_in_words("ranking", *choices)]
    assert told == [short.get(one, one) for one in sentences]


def test_departures_name_their_rules() -> None:
    """The example is an event that departs in nearly everything."""
    told = departures_in_words(
        "ranking", "format=finals", "advance=2", "direct_finalists=1", "sizes=4,3", "percent=4:90", "discards=3"
    )
    assert told == [
        TWO_STAGES,
        "From a semifinal 2 go on, not the winner alone. [rtu.12.3a]",
        "One may reach the final without winning a semifinal. [rtu.12.3a]",
        "Tables of three are for events made of tables of three only. [rtu.12.1b]",
        "At tables of 4 points are worth 90%: for the booklet they count as they are. [rtu.10.2]",
        "Of 6 games at most 2 may be discarded, not 3: two thirds must count. [rtu.12.2.3]",
    ]
    assert departures_in_words("ranking", "format=teams", "team_results=9", "discards=0")[1:] == [
        "Of 24 results of a team 9 count: two thirds must. [rtu.12.2.3]"
    ]


def test_an_event_of_another_edition_departs_in_one_thing() -> None:
    """The edition's booklet has no rules for events."""
    assert departures_in_words("points", "edition=modern") == [
        "The booklet of the edition modern has no rules for events: these settings alone count."
    ]


# ------------------------------------------------------------------ settings as typed
FIELDS = ", ".join(EventSettings.__struct_fields__)


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("colour=red", f"“colour=red” is not of the form name=value with one of these names: {FIELDS}."),
        ("minutes", f"“minutes” is not of the form name=value with one of these names: {FIELDS}."),
        ("minutes=1=2", "“1=2” will not do for minutes: Expected `int`, got `str` - at `$.minutes`."),
        ("percent=5", "“5” will not do for percent: Expected `int`, got `str` - at `$.percent[...]`."),
        ("percent=5:1:2", "“5:1:2” will not do for percent: Expected `int`, got `str` - at `$.percent[...]`."),
    ],
)
def test_a_choice_that_will_not_do_is_told_whole(choice: str, sentence: str) -> None:
    """The message has the input and the valid values."""
    with pytest.raises(Problem) as caught:
        with_choices(EventSettings(), [choice])
    assert caught.value.text("en") == sentence


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (90, "90"), (0.5, "0.5"), ("Roma", "Roma"), ((12, 7), "12,7"), ({5: 125, 3: 75}, "5:125,3:75")],
)
def test_values_are_written_as_they_are_typed(value: object, text: str) -> None:
    """Yes and no are lower case, words unchanged."""
    assert format_value(value) == text


@pytest.mark.parametrize(
    ("preset_id", "it", "en"),
    [("ranking", "rtu.12.2", "rtu.12.2"), ("evening", "pratica dei circoli", "club practice")],
)
def test_a_preset_tells_where_its_numbers_come_from(preset_id: str, it: str, en: str) -> None:
    """The source is a rule, or a description in both languages."""
    assert (preset(preset_id).origin("it"), preset(preset_id).origin("en")) == (it, en)
