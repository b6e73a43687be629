"""The file of cups: the package's, an operator's, and clear messages about mistakes."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.server.cups.cup_plan import CupPlan, check_plan
from kamchatka.server.cups.cups_file import parse_cups, read_cups
from kamchatka.server.cups.season import seasons_until
from kamchatka.server.cups.timetable import next_start, season_bounds, season_of
from tests.server.cup_kit import FILE

ROOT = Path(__file__).parents[2]


def test_the_package_has_a_daily_and_a_weekly_cup() -> None:
    daily, weekly = read_cups("")
    assert (daily.edition, len(daily.days), daily.options["ending"]) == ("modern", 7, "time_attack_cards")
    assert (weekly.edition, weekly.days) == ("challenge", ("saturday",))
    for plan in (daily, weekly):
        check_plan(plan)
    assert weekly.table_form(weekly.opening(""), 4, "x").options["time_limit_minutes"] == 45


def test_an_operator_may_have_none() -> None:
    assert read_cups("off") == ()


def test_an_operator_may_have_others(tmp_path: Path) -> None:
    file = tmp_path / "cups.toml"
    file.write_text(FILE, encoding="utf-8")
    assert [plan.id for plan in read_cups(str(file))] == ["quick"]
    with pytest.raises(Problem, match="can’t be read: No such file"):
        read_cups(str(tmp_path / "none.toml"))
    file.write_bytes(b"\xff")
    with pytest.raises(Problem, match="can’t be read: UTF-8"):
        read_cups(str(file))
    file.write_bytes(b"#" * 100_001)
    with pytest.raises(Problem, match="larger than 100000 bytes"):
        read_cups(str(file))


@pytest.mark.parametrize(
    ("now", "then", "said"),
    [
        ("[[cup]]", "[[cup", "invalid: "),
        ("rounds = 2", "rouns = 2", "unknown field `rouns`"),
        ("rounds = 2", "rounds = 0", "rounds"),
        ('time = "19:30"', 'time = "24:30"', "time"),
        ('time = "19:30"', 'time = "19:30"\nzone = "Europe/Atlantis"', "time zone “Europe/Atlantis”"),
        ('time = "19:30"', 'time = "19:30"\nzone = "../../etc/passwd"', "time zone"),
        ('time = "19:30"', 'time = "19:30"\ndays = []', "at least one day"),
        ('time = "19:30"', 'time = "19:30"\ndays = ["monday", "monday"]', "at least one day"),
        ('"modern"', '"moderno"', "isn’t installed"),
        ('"cautious"', '"champion"', "champion"),
        ('ending = "time_attack_cards"', 'ending = "never"', "ending"),
        ("points = [10, 7, 5]", "points = []", "points"),
        ("points = [10, 7, 5]", 'preset = "best"', "best"),
        ("points = [10, 7, 5]", "settings = { discards = -1 }", "discards"),
        ("points = [10, 7, 5]", "settings = { nothing = 1 }", "nothing"),
    ],
)
def test_a_mistake_is_named(now: str, then: str, said: str) -> None:
    assert now in FILE
    with pytest.raises(Problem) as caught:
        parse_cups(FILE.replace(now, then), "cups.toml")
    sentence = caught.value.sentence("en")
    assert said in sentence
    assert "cups.toml" in sentence
    assert len(sentence) < 1000


def test_a_cup_is_described_once() -> None:
    with pytest.raises(Problem, match="describes “quick” twice"):
        parse_cups(FILE + FILE, "cups.toml")
    with pytest.raises(Problem, match="more than 20 cups"):
        parse_cups("".join(FILE.replace("quick", f"quick{n}") for n in range(21)), "cups.toml")


def _plan(**more: object) -> CupPlan:
    return CupPlan(**{"id": "x", "en": "X", "it": "X", "edition": "modern", "time": "02:30", **more})  # type: ignore[arg-type]


def test_starts_follow_the_days_and_the_zone() -> None:
    sunday = datetime(2026, 11, 22, 2, 30, tzinfo=UTC).timestamp()
    assert next_start(_plan(days=("sunday",)), sunday - 1) == sunday
    assert next_start(_plan(days=("sunday",)), sunday) == sunday + 7 * 86_400
    rome = _plan(zone="Europe/Rome", time="21:00")
    winter, summer = datetime(2026, 1, 10, 12, tzinfo=UTC), datetime(2026, 7, 10, 12, tzinfo=UTC)
    starts = [datetime.fromtimestamp(next_start(rome, day.timestamp()), UTC).hour for day in (winter, summer)]
    assert starts == [20, 19]


def test_a_start_exists_on_the_day_without_that_hour() -> None:
    """On 2026-03-29 clocks in Rome go from 2:00 to 3:00."""
    night = datetime(2026, 3, 28, 12, tzinfo=UTC).timestamp()
    assert datetime.fromtimestamp(next_start(_plan(zone="Europe/Rome"), night), UTC).day == 29


def test_seasons_are_quarters() -> None:
    first, last = season_bounds("2026-4")
    assert (season_of(first), season_of(last), season_of(first - 1)) == ("2026-4", "2027-1", "2026-3")
    assert seasons_until(None, first) == ("2026-4",)
    assert seasons_until(first - 100 * 86_400, first) == ("2026-4", "2026-3", "2026-2")


def test_without_bots_any_number_of_people_can_be_seated() -> None:
    plan = parse_cups(FILE.replace("rounds = 2", "bots = false\nrounds = 2"), "x")[0]
    assert (plan.sizes, plan.least) == ((4, 3, 5), 3)


def test_the_example_of_the_docs_is_a_cup() -> None:
    content = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    example = content.split("## Cups")[1].split("```toml")[1].split("```")[0]
    assert [plan.id for plan in parse_cups(example, "docs")] == ["sunday"]
