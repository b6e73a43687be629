"""Stored games give the same end as before, and today's rules play them in the same way."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kamchatka
from kamchatka.editions import edition
from kamchatka.journal import Kept, read
from kamchatka.kernel.chance import ScriptedChance, SealedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.rules.ages import Measure
from kamchatka.match import Match
from tests.golden.games import STORE, Golden
from tests.golden.make import describe_end, ends
from tests.golden.shelf import SHELF
from tests.kit import script_left
from tests.stored.shelf import same, same_position

PACKAGE = Path(kamchatka.__file__).parent


@pytest.fixture(
    params=[golden for games in SHELF.values() for golden in games],
    ids=lambda golden: f"{golden.edition}-{golden.name}",
)
def golden(request: pytest.FixtureRequest) -> Golden:
    """Yield each golden game."""
    found: Golden = request.param
    return found


@pytest.fixture
def golden_journal(golden: Golden) -> Kept:
    """Return its journal; no test changes it."""
    return journal(golden.path)


@cache
def journal(path: Path) -> Kept:
    """Return the journal of a golden game."""
    return read(path)


def test_the_journal_folds_to_the_end_it_had(golden: Golden, golden_journal: Kept) -> None:
    """Position, winners and ending equal those from when the game was stored."""
    assert not golden_journal.torn
    before, now = (
        json.loads(ends(golden.edition).read_text(encoding="utf-8"))[golden.name],
        describe_end(golden_journal.match),
    )
    assert same(before, now)
    assert same(now, before)
    assert golden.is_shown_by(golden_journal.match)
    start = golden.start().position() if golden.start else ""
    assert same_position(golden_journal.header.start, start)
    assert same_position(start, golden_journal.header.start)


def test_the_rules_play_the_game_as_it_was_played(golden_journal: Kept) -> None:
    """The same actions with the same luck give the same facts, so a changed rule is noticed."""
    header = golden_journal.header
    luck = ScriptedChance([value for entry in golden_journal.match.entries for _, value in entry.draws])
    entries = list(golden_journal.match.entries)
    if header.start:
        match = Match.from_position(header.start, header.options, chance=luck)
    else:
        match = Match.new(header.edition, len(header.players), header.options, chance=luck)
        assert match.entries[0].draws == entries.pop(0).draws
    for entry in entries:
        assert entry.action is not None
        match.play(entry.action, entry.seat)
        written = [[write_fact(match.game, fact) for fact in one.facts] for one in (match.entries[-1], entry)]
        assert written[0] == written[1]
        assert match.entries[-1].draws == entry.draws
    assert match.position() == golden_journal.match.position()
    assert script_left(match) == 0


def test_the_dice_are_those_of_the_key(golden_journal: Kept) -> None:
    """Every draw of the journal follows from the key that was committed to before the game."""
    luck = SealedChance(bytes.fromhex(golden_journal.header.key))
    assert golden_journal.header.commitment == luck.commitment()
    draws = [draw for entry in golden_journal.match.entries for draw in entry.draws]
    assert [(n, luck.below(n)) for n, _ in draws] == draws


def clauses_that_end_games(booklet: str) -> Iterator[str]:
    """Return every clause that an edition's code can give for the end of a game."""
    for path in (*PACKAGE.glob("kernel/**/*.py"), *PACKAGE.glob(f"editions/{edition(booklet).booklet}/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _names_an_ending(node.func):
                yield from (
                    part.value
                    for given in node.args
                    for part in ast.walk(given)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)


def _names_an_ending(called: ast.expr) -> bool:
    """Return whether a call creates the fact that ends a game, or a measure by which it ends."""
    named = {"GameEnded", *(measure.__name__ for measure in Measure.__subclasses__())}
    return (isinstance(called, ast.Name) and called.id in named) or (
        isinstance(called, ast.Attribute) and called.attr == "__init__"
    )


@pytest.mark.parametrize("booklet", SHELF)
def test_every_ending_has_a_golden_game(booklet: str) -> None:
    """Every ending has a golden game, and every journal belongs to one."""
    clauses = {
        clause
        for clause in clauses_that_end_games(booklet)
        if clause in edition(booklet).citations and clause.split(".")[0] in ("end", "referee")
    }
    assert clauses == {golden.clause for golden in SHELF[booklet]}
    assert {path.stem for path in (STORE / booklet).glob("*.jsonl")} == {golden.name for golden in SHELF[booklet]}


def test_the_golden_games_are_small() -> None:
    """The golden games of an edition together stay below three megabytes."""
    for booklet in SHELF:
        assert sum(path.stat().st_size for path in (STORE / booklet).iterdir()) < 3_000_000
