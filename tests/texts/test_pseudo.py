"""Nothing is left untranslated: in the pseudo-language, no word of three plain letters may appear."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka import EDITIONS
from kamchatka.boards.geometry import BOARDS
from kamchatka.boards.styles import THEMES
from kamchatka.cli import app
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.texts import catalogue, languages
from kamchatka.words import Story, Words
from tests.cli.terminal import run
from tests.pseudo import CODE, FIELD, left, pseudo

PLAYERS = ["Ä", "Ë", "Ï", "Ö"]  # their names can't be mistaken for English words
RUNNER = CliRunner()

pytestmark = pytest.mark.usefixtures("spoken")


def test_the_language_is_found() -> None:
    assert CODE in languages()
    assert pseudo("{n:army|armies} of {name!r:>3}: {x:.2f}") == "⟦{n:ⱥɍɱɏ|ⱥɍɱɨɇꞩ} øƒ {name!r:>3}: {x:.2f}⟧"
    assert left("⟦ⱥɍɱɏ⟧ std.attack.10 of Kamchatka", "Kamchatka") == []


# ------------------------------------------------------------------ at a table
def visible_texts(match: Match, words: Words) -> Iterator[str]:
    """Return all texts of a match: questions, legal actions, and what the table shows."""
    game, state = match.game, match.state
    yield words.phase(game, state)
    yield words.lap(state)
    for seat in match.awaited:
        options = match.options(seat)
        yield words.question(game, state, options, seat)
        for option in options.ranges:
            yield words.verb(option)
        yield words.action(options.sample(FastChance(seat)))
    for viewer in (-1, *match.awaited):
        display = match.edition.display(game, state, viewer)
        for counter in (*display.public, *display.secret, *(one for row in display.counters.values() for one in row)):
            yield counter.text(CODE)


def refusals(match: Match, words: Words, luck: FastChance) -> Iterator[str]:
    """Return the refusals that another seat gets for the same actions."""
    action = match.options(match.awaited[0]).sample(luck)
    for seat in range(match.seats):
        if seat not in match.awaited:
            try:
                play_numeric(match, action, seat)
            except Refusal as refusal:
                yield words.refusal(refusal, match.game, match.table)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_is_told_in_it(edition: str) -> None:
    """Facts, questions, actions, counters and refusals of a random game are translated for player and spectator."""
    match, luck = Match.new(edition, 4, seed=5), FastChance(5)
    words, seen = Words(CODE, match.edition, PLAYERS), set[str]()
    for _ in range(700):
        if match.is_over:
            break
        seen.update(visible_texts(match, words))
        seen.update(refusals(match, words, luck))
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
    for viewer in (ONLOOKER, 0):
        story = Story(words, match, viewer)
        story.hear(match.journal)
        seen.update(one.text for one in story.tell())
    assert len(seen) > 100
    assert [text for text in seen if left(text)] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_booklet_and_the_box_are_translated(edition: str) -> None:
    """Names of places, zones, cards, colours, pieces and objectives, faces, and every rule are translated."""
    booklet = EDITIONS[edition]
    things = (*booklet.cards, *booklet.objectives, *booklet.colours, *booklet.kinds, booklet.rulebook.book)
    boards = (one for sheet in booklet.sheets for one in (sheet, *sheet.places, *sheet.zones))
    said = [one.name(CODE) for one in (*things, *boards, *booklet.rulebook.phases)]
    said += [face.text(CODE) for face in booklet.faces]
    for rule in booklet.rulebook.rules:
        wording = rule.wording(CODE)
        said += [wording.title, wording.text, *filter(None, (wording.example, wording.ambiguity, wording.reading))]
    assert [text for text in said if left(text)] == []


# ------------------------------------------------------------------ in the terminal
TYPED = ("map", "hand", "objective", "near kam", "odds kam ala", "why attack kam ala", "rule std.attack.10", "log",
         "options", "undo", "again", "xyzzy", "attack", "attack kam", "trade nothing")  # fmt: skip
BOTS = ("Vega", "Rigel", "Mira")


def test_a_game_in_the_terminal(tmp_path: Path) -> None:
    """Help, questions, refusals and the game are translated, except input, names, paths and rule ids."""
    path = tmp_path / "game.jsonl"
    lines = ["1", "?", *TYPED, "99", *["1 1"] * 12, "?", *TYPED, "quit"]
    result = run(["play", "--seed", "7", "--journal", str(path), "--lang", CODE], "\n".join(lines), COLUMNS="300")
    assert (result.returncode, result.stderr) == (0, "")
    commitment = re.search(r"[0-9a-f]{64}", result.stdout)
    assert commitment is not None
    assert left(result.stdout, str(path), commitment[0], *lines[:-1], "quit", *BOTS, "kam") == []
    again = run(["replay", str(path), "--log", "--lang", CODE], COLUMNS="300")
    assert again.returncode == 0
    assert left(again.stdout, *BOTS) == []
    proof = run(["verify", str(path), "--lang", CODE], COLUMNS="300")
    assert proof.returncode == 0
    assert left(proof.stdout, commitment[0]) == []


COMMANDS = [
    (["odds", "8", "5"], "modern"),
    (["odds", "8", "5", "--through", "2,1", "--attack-eights", "1", "--fast", "--stop-at", "2"], "modern"),
    (["rules", "modern", "--id", "std.setup.4"], "tests"),
    (["rules"], *EDITIONS),
    (["arena", "--games", "2", "--workers", "1", "--seats", "random,cautious,random"], "modern", "random", "cautious"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0][0])
def test_the_other_commands(command: tuple[list[str], *tuple[str, ...]]) -> None:
    """Tables and sentences of the other commands are translated."""
    arguments, *allowed = command
    result = RUNNER.invoke(app, [*arguments, "--lang", CODE], env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    shown = re.sub(r"tests/\S+", " ", result.stdout)
    assert left(shown, *allowed) == []


@pytest.mark.parametrize("board", BOARDS)
def test_a_drawn_board(board: str, tmp_path: Path) -> None:
    """Every name on a drawn board is translated and fits the English name's room."""
    out = tmp_path / "board.svg"
    assert RUNNER.invoke(app, ["board", board, "--out", str(out), "--lang", CODE]).exit_code == 0
    names = re.findall(r"<text[^>]*>([^<]+)</text>", out.read_text(encoding="utf-8"))
    assert len(names) > 5
    assert [name for name in names if left(name)] == []


WRONG = [
    (["play", "--seats", "2"], ()),
    (["play", "--edition", "atlantis"], ("atlantis", *EDITIONS)),
    (["play", "--option", "army_cap=7"], ("army_cap",)),
    (["play", "--option", "army_cap"], ("army_cap",)),
    (["play", "--players", "Ada,Ada,bot"], ("Ada",)),
    (["play", "--players", "Ada,,bot"], ()),
    (["play", "--players", "Ada,bot,bot", "--seats", "4"], ()),
    (["play", "--resume", "nowhere.jsonl"], ("nowhere.jsonl", "No such file or directory")),
    (["play", "--resume", "nowhere.jsonl", "--seed", "3"], ()),
    (["rules", "atlantis"], ("atlantis", *EDITIONS)),
    (["rules", "--json", "--markdown"], ()),
    (["arena", "--games", "0"], ("--games",)),
    (["board", "planisphere", "--theme", "neon", "--out", "board.svg"], ("neon", *THEMES)),
]


@pytest.mark.parametrize(("arguments", "allowed"), WRONG)
def test_problems(arguments: list[str], allowed: tuple[str, ...]) -> None:
    """Problems are translated, except quoted input and messages of the system."""
    result = RUNNER.invoke(app, [*arguments, "--lang", CODE])
    assert result.exit_code == 2, result.output
    assert "⟦" in result.stderr
    assert left(result.stderr, *allowed) == []


def test_every_problem_of_the_catalogues() -> None:
    """Every problem in the catalogues is translated."""
    known = catalogue.phrases(CODE).tree["problem"]
    assert len(known) > 60
    assert [key for key in known if left(FIELD.sub(" ", known[key]))] == []


def test_a_name_that_is_not_there_is_told_in_it() -> None:
    """A problem from the kernel about an unknown name is translated and cites its rule."""
    game = Match.new("modern", 3, seed=1).game
    with pytest.raises(Problem) as raised:
        number_of(game, "place", "Ä")
    assert left(raised.value.sentence(CODE)) == []
