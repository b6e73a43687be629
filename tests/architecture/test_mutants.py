"""Mutation testing covers every room, and its report knows which mutants may survive."""

import tomllib
from collections import Counter

import pytest

from tools.quality.mutants import BY_TYPES, ROOMS, ROOT, paths_to_check, settings
from tools.quality.mutation_report import REASONS, Result, Survivor, complaints, find_unexplained, reasons, stale

ALIVE = Survivor("cards.draw", "n = 1 → n = 2")
OTHER = Survivor("cards.draw", "n = 1 → n = 3")


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_sources_and_tests_and_its_own_configuration(room: str) -> None:
    sources, tests = ROOMS[room]
    assert (ROOT / sources).is_dir()
    files = [test.removeprefix("--deselect=").partition("::")[0] for test in tests]
    assert all((ROOT / file).exists() for file in files)
    made = tomllib.loads(settings(room, (ROOT / "pyproject.toml").read_text(encoding="utf-8")))["tool"]
    assert made["mutmut"]["only_mutate"][0] == f"{sources}/*"
    assert all(list(ROOT.glob(pattern)) for pattern in made["mutmut"]["only_mutate"])
    assert made["mutmut"]["pytest_add_cli_args_test_selection"] == tests
    assert made["mutmut"]["type_check_command"][-len(paths_to_check(room)) :] == paths_to_check(room)
    assert paths_to_check(room)[0] == sources
    assert made["pytest"]["ini_options"]["xfail_strict"]


def test_every_edition_is_a_room() -> None:
    editions = {path.parent.name for path in (ROOT / "src/kamchatka/editions").glob("*/rulebook.toml")}
    assert editions <= set(ROOMS)


def test_reasons_are_given_for_rooms_and_are_not_empty() -> None:
    assert {path.stem for path in REASONS.glob("*.toml")} <= set(ROOMS)
    for room in ROOMS:
        assert all(why and why != "?" for changes in reasons(room).values() for why in changes.values())


def test_a_survivor_wants_a_reason_and_a_reason_a_survivor() -> None:
    known = {"cards.draw": {ALIVE.change: "nobody can tell"}}
    assert find_unexplained([ALIVE, OTHER], known) == [OTHER]
    assert stale([OTHER], known) == [ALIVE]
    every = {"cards.draw": {"*": "runs at import"}}
    assert (find_unexplained([ALIVE, OTHER], every), stale([ALIVE], every)) == ([], [])
    assert stale([], every) == [Survivor("cards.draw", "*")]


@pytest.mark.parametrize(
    ("fates", "says"),
    [
        ({"killed": 89, "survived": 11, BY_TYPES: 400}, ["no-room: tests kill fewer than 90%"]),
        ({"killed": 45, "timeout": 45, "no tests": 10, BY_TYPES: 1}, []),
        ({"killed": 90, "not checked": 1}, ["no-room: 1 mutants are not tried"]),
    ],
)
def test_the_share_is_of_what_mypy_lets_through(fates: dict[str, int], says: list[str]) -> None:
    assert list(complaints(Result("no-room", Counter(fates), []))) == says
