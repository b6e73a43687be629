"""Mutation testing by package: `make mutants`, or `make mutants EDITION=classic` for one of them.

mutmut supports one configuration and one results folder. So each room (a package with its tests) has a workshop,
`mutants/<room>`: links to sources and tests, and this repository's pyproject.toml with the room's sources and tests in
`[tool.mutmut]`. Results of other rooms stay in place; `tools/quality/mutation_report.py` reads all of them.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from mutmut.stats import status_by_exit_code

from kamchatka.editions import booklets

ROOT = Path(__file__).parents[2]
WORKSHOPS = ROOT / "mutants"
LINKED = ("src", "tests", "docs")  # docs: some tests run the examples of a page

BY_TYPES = "caught by type check"
BY_TESTS = {"killed", "timeout"}
UNTRIED = {"not checked", "check was interrupted by user"}

SOURCES = "src/kamchatka"
# Parts of an edition besides its rules. Bots, advice, display and chronicle have tests of their own; odds and
# tournaments belong to those rooms.
NOT_RULES = ("bots.py", "bots/*", "advice.py", "display.py", "chronicle.py", "*odds.py", "tournament.py")


def gates(edition: str) -> list[str]:
    """List the tests of all editions: step names in saved games, and the clause cited by each refusal."""
    former = "test_former_names.py::test_what_was_written_before_is_read_and_written_as_today"
    refused = "test_refusals.py::test_every_example_is_refused_by_its_clause_and_paragraph"
    return ["tests/kernel/test_saved_names.py", f"tests/kernel/{former}", f"tests/refusals/{refused}[{edition}]"]


# slow tournament tests, whose functions faster tests also reach
SLOW = (
    "test_sheets.py::test_two_hundred_players_fit",
    "test_sheets.py::test_one_score_sheet_a_table_and_a_wall_list",
    "test_rounds.py::test_hands_are_balanced_over_rounds",
    "test_rounds.py::test_the_same_seed_gives_the_same_round",
    "test_draw.py::test_the_optimiser_finds_what_there_is",
    "test_online.py::test_a_round_is_played_and_counts_by_itself",
    "test_hundred.py",
    "test_editions.py::test_score_sheets_name_the_places_of_the_edition",
    "test_editions.py::test_a_finished_game_makes_its_report",
    "test_server_side.py::test_semifinals_changed_by_hand_stay_in_their_groups",
    "test_exchange.py::test_a_long_chain_of_undoings_is_folded_in_one_pass",
    "test_imports.py::test_no_bytes_are_too_strange",
    "test_trail.py::test_every_change_can_be_undone_and_brought_back",
)

# room → the folder to mutate, and the tests to run against each mutant
ROOMS: dict[str, tuple[str, list[str]]] = {
    "kernel": (f"{SOURCES}/kernel", ["tests/kernel", "tests/rules"]),
    **{name: (f"{SOURCES}/editions/{name}", [f"tests/rules/{name}", *gates(name)]) for name in booklets()},
    "tournament": (
        f"{SOURCES}/tournament",
        ["tests/tournament", *(f"--deselect=tests/tournament/{test}" for test in SLOW)],
    ),
    "odds": (f"{SOURCES}/odds", ["tests/odds"]),
}
# parts of editions that belong to a room
BESIDES = {"tournament": [f"{SOURCES}/editions/*/tournament.py"], "odds": [f"{SOURCES}/editions/*/*odds.py"]}


def settings(room: str, pyproject: str) -> str:
    """Return the pyproject.toml of a room. `[tool.mutmut]` must be the last table and end with mypy's command."""
    sources, tests = ROOMS[room]
    command, closed = pyproject.rstrip().removesuffix("]"), pyproject.rstrip().endswith("]")
    if not closed or "[tool.mutmut]" not in pyproject:
        sys.exit("[tool.mutmut] must be the last table of pyproject.toml and type_check_command its last value.")
    return (
        f"{command}    {', '.join(json.dumps(path) for path in paths_to_check(room))},\n]\n"
        f"only_mutate = {json.dumps([sources + '/*', *BESIDES.get(room, [])])}\n"
        f"do_not_mutate = {json.dumps([f'{sources}/{part}' for part in NOT_RULES] if room in booklets() else [])}\n"
        f"pytest_add_cli_args_test_selection = {json.dumps(tests)}\n"
    )


def paths_to_check(room: str) -> list[str]:
    """Return the paths that mypy checks: the room's folder and its parts in editions."""
    files = (path for pattern in BESIDES.get(room, []) for path in sorted(ROOT.glob(pattern)))
    return [ROOMS[room][0], *(str(path.relative_to(ROOT)) for path in files)]


def prepare(room: str, keep: bool) -> Path:
    """Create a room's workshop. Unless `keep`, old results are deleted, so that changed tests meet every mutant."""
    workshop = WORKSHOPS / room
    if not keep:
        shutil.rmtree(workshop, ignore_errors=True)
    # tests have changed, so their coverage must be measured again
    (workshop / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    workshop.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        if not (workshop / name).is_symlink():
            (workshop / name).symlink_to(ROOT / name)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (workshop / "pyproject.toml").write_text(settings(room, text), encoding="utf-8")
    return workshop


def verdicts(room: str) -> Iterator[tuple[str, Path, str]]:
    """Yield each mutant, the file it changes, and its result."""
    made = WORKSHOPS / room / "mutants"
    for meta in sorted((made / SOURCES).rglob("*.meta")):
        source = meta.relative_to(made).with_suffix("")
        for mutant, code in json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            yield mutant, source, status_by_exit_code[code]


def living(room: str) -> list[str]:
    """Return the mutants that survived the last run."""
    return [mutant for mutant, _, fate in verdicts(room) if fate not in BY_TESTS | UNTRIED | {BY_TYPES}]


def main() -> None:
    """Run mutmut in the requested workshops, by default in all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all of them by default")
    parser.add_argument("--children", default="2", help="mutants tried at the same time")
    parser.add_argument("--again", action="append", default=[], metavar="GLOB", help="only these, keeping the rest")
    parser.add_argument("--living", action="store_true", help="only those that lived, keeping the rest")
    parser.add_argument("--go-on", action="store_true", help="keep what an interrupted run has found")
    asked = parser.parse_args()
    if unknown := set(asked.rooms) - set(ROOMS):
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    for room in asked.rooms or ROOMS:
        chosen = [*asked.again, *(living(room) if asked.living else ())]
        if asked.living and not chosen:
            continue
        workshop = prepare(room, keep=bool(chosen or asked.go_on))
        print(f"— {room}", flush=True)
        subprocess.run(["mutmut", "run", "--max-children", asked.children, *chosen], cwd=workshop, check=True)


if __name__ == "__main__":
    main()
