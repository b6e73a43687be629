"""`kamchatka play`: whole games, pipes, the curtain, kill -9 and resume."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.journal import read
from kamchatka.kernel.facts import CardDrawn, ObjectiveGiven
from kamchatka.words import Words
from tests.cli.terminal import Terminal, no_terminal_left, run

__all__ = ["no_terminal_left"]
RUNNER = CliRunner()
CURTAIN = "press Enter when you are alone"
ENTER = "Enter to go on"
END = "To see it again"
ANSWERS = {  # what a quiet player types, by the last question
    ENTER: "",
    CURTAIN: "",
    "Defend with": "",
    "Choose the colour": "1",
    "move in from": "max",
    "Place ": "1 max",
    "Attack, or end": "done",
    "Move armies once": "done",
    "Play a trio": "done",
}


def step(terminal: Terminal, *prompts: str) -> str:
    """Read to the next prompt, answer its question, and return the text."""
    page = terminal.read_until(*prompts, ENTER, CURTAIN, END)
    seen = text(terminal.seen[-60_000:].decode(errors="replace"))
    if END not in page:
        terminal.type(ANSWERS[max(ANSWERS, key=seen.rfind)])
    return page


def text(page: str) -> str:
    """Return a page without colours, and with single spaces."""
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", page).split())


# ------------------------------------------------------------------ pipes
def test_a_pipe_plays_line_by_line_and_ends_politely(tmp_path: Path) -> None:
    """In a pipe there are no colours and no lost questions; at the end of input the game is saved, with status 0."""
    path = tmp_path / "game.jsonl"
    result = run(["play", "--seed", "7", "--journal", str(path), "--lang", "it"], "nero\nmano\nvicini kam\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout
    assert "sceglie il nero" in result.stdout
    assert "Nessuna carta in mano." in result.stdout
    assert "Giappone" in result.stdout
    assert f"kamchatka play --resume {path}" in result.stdout
    resumed = run(["play", "--resume", str(path), "--lang", "en"])
    assert resumed.returncode == 0
    assert "Going on where it was" in resumed.stdout


def test_nothing_is_told_twice(tmp_path: Path) -> None:
    """No sentence is repeated: after the first placement, only what happened since the deal is printed."""
    path = tmp_path / "game.jsonl"
    typed = "1\n1 2\n1 1\nobjective\n"
    told = run(["play", "--edition", "godstorm", "--seats", "3", "--seed", "3", "--journal", str(path)], typed).stdout
    assert told.count("has 14 territories") == 3
    assert "nobody has an objective" in told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Going on where it was: 0 actions in the journal."),
        ("it", "Si riprende da dove si era: 0 azioni già nel giornale."),
    ],
)
def test_a_game_cut_off_after_its_header_begins_anew(tmp_path: Path, language: str, sentence: str) -> None:
    """A game that was cut off after its header restarts from the same seed, with the same preparation."""
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    run(["play", "--seed", "7", "--journal", str(whole)], "1\n")
    cut.write_bytes(whole.read_bytes().splitlines(keepends=True)[0])
    nothing = run(["replay", str(cut), "--lang", "en"])
    assert (nothing.returncode, nothing.stderr) == (2, "Nothing has happened in this game yet.\n")
    resumed = run(["play", "--resume", str(cut), "--lang", language], "1\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert sentence in resumed.stdout
    first, second = read(whole).match, read(cut).match
    assert [repr(one.facts) for one in second.entries] == [repr(one.facts) for one in first.entries]
    assert second.position() == first.position()


def test_the_default_journal_is_among_the_users_data(tmp_path: Path) -> None:
    """The default journal is in the user's data folder, and its path is printed."""
    result = run(["play", "--lang", "en"], "quit\n", XDG_DATA_HOME=str(tmp_path))
    files = list((tmp_path / "kamchatka").iterdir())
    assert len(files) == 1
    assert str(files[0]) in result.stdout
    assert read(files[0]).header.commitment in result.stdout


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """The same seed gives the same draws, actions and facts, bots included."""
    games = []
    for name in ("one", "two"):
        path = tmp_path / name
        bots = "bot:random,bot:cautious,bot:cautious"
        result = RUNNER.invoke(app, ["play", "--players", bots, "--seed", "3", "--journal", str(path), "--lang", "en"])
        assert result.exit_code == 0, result.output
        games.append(read(path).match)
    assert games[0].position() == games[1].position()
    assert [entry.draws for entry in games[0].entries] == [entry.draws for entry in games[1].entries]
    assert games[0].is_over


def test_the_luck_can_be_checked(tmp_path: Path) -> None:
    """The key shown at the end matches the commitment printed at the beginning."""
    path = tmp_path / "game.jsonl"
    result = RUNNER.invoke(app, ["play", "--players", "bot,bot,bot", "--journal", str(path), "--lang", "en"])
    header = read(path).header
    told = " ".join(result.stdout.split())
    assert told.index(f"commitment {header.commitment}") < told.index(f"The key of the luck: {header.key}")
    assert "wins the game!" in told


QUESTIONS = [
    ("why attack brazil china", "[std.setup.12]"),
    ("perché attacca brasile cina", "[std.setup.12]"),
    ("why frobnicate", "I do not understand"),
    ("undo", "There is no way back"),
    ("rule std.attack.10", "The attacker"),
    ("rule std.nothing.1", "There is no rule “std.nothing.1”"),
    ("rule", "Which rule?"),
    ("hand", "No card in hand"),
    ("objective", "Objective:"),
    ("near kamchatka", "Mongolia"),
    ("near", "Which territory?"),
    ("log", "A die each"),
    ("map", "Madagascar"),
    ("?", "What you can type now"),
    ("odds brazil venezuela", "more than a single army"),
    ("frobnicate", "“frobnicate”: I do not understand"),
    ("999", "There is no option 999"),
    ("place 0 1", "territor"),
    ("place 1000000 alaska", "[std."),
    ("place 1 alas", "[std."),
    ("done", "[std."),
    ("options", "1 "),
    ("", ""),
    ("!", "There is no attack to repeat"),
    ("attack kam ala", "[std.setup.12]"),
    ("\x00\x07", "I do not understand"),
]


@pytest.mark.parametrize(("typed", "told"), QUESTIONS)
def test_what_can_be_asked(typed: str, told: str, tmp_path: Path) -> None:
    """Each question and each bad line gets an answer, and the journal does not grow."""
    path = tmp_path / "game.jsonl"
    RUNNER.invoke(app, ["play", "--seed", "7", "--journal", str(path), "--lang", "en"], input="black\n")
    before = path.read_bytes()
    result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", "en"], input=f"{typed}\n")
    assert result.exit_code == 0, result.output
    assert told in " ".join(result.stdout.partition("›")[2].split())
    assert path.read_bytes() == before


# ------------------------------------------------------------------ terminals
def test_a_whole_game_against_bots(tmp_path: Path) -> None:
    """A whole game against bots works in a terminal, from the choice of colours to all objectives and the key."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--players", "Ada,bot,bot,bot", "--journal", str(path), "--lang", "en"])
    page = ""
    for _ in range(400):
        page = step(terminal, "Ada › ")
        if END in page:
            break
    end = text(page + terminal.rest())
    assert terminal.process.returncode == 0
    assert "The objectives" in end
    kept = read(path)
    assert kept.match.is_over
    assert kept.header.key in end
    for number in kept.match.state.objective:
        assert kept.match.edition.objectives[number].en in end


def plain(page: str) -> str:
    """Return a page without its colours and cursor movements."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", page.replace("\r", ""))


@pytest.mark.parametrize("columns", [80, 120, 160])
def test_no_line_is_wider_than_the_window(columns: int, tmp_path: Path) -> None:
    """No line is wider than the window, narrow or wide, in the longer language."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", str(path), "--lang", "it"], columns=columns)
    terminal.read_until("› ")
    terminal.type("1")
    page = terminal.read_until("restano")
    assert max(len(line) for line in plain(page).split("\n")) <= columns
    assert "Territori del Nord Ovest" in page
    terminal.kill()


def test_neutral_armies_are_counted_like_anybodys(tmp_path: Path) -> None:
    """In the classic game for two, the board shows neutral armies at their places and the seats their total."""
    path = str(tmp_path / "game.jsonl")
    terminal = Terminal(
        ["play", "--edition", "classic", "--seats", "2", "--seed", "3", "--fast", "--journal", path, "--lang", "en"],
        NO_COLOR="1",
    )
    terminal.read_until("› ")
    terminal.type("1")
    page = plain(terminal.read_until("two armies of yours"))
    assert re.search(r"· neutral +14 +14\b", page)
    assert re.search(r"· 1\b.{0,12}Andorra", page)
    terminal.kill()


def test_no_colour_is_respected(tmp_path: Path) -> None:
    """With NO_COLOR the page has no colours but keeps its symbols."""
    path = str(tmp_path / "game.jsonl")
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", path, "--lang", "en"], NO_COLOR="1")
    terminal.read_until("› ")
    terminal.type("1")
    terminal.read_until("left in all")
    assert not re.search(rb"\x1b\[[0-9;]*(38|48|3[0-7]|4[0-7])[;m]", terminal.seen)
    assert "★".encode() in terminal.seen
    terminal.kill()


def test_kill_and_resume_lose_nothing(tmp_path: Path) -> None:
    """After three kill -9 in mid-game every action that was shown is still there, and the game continues."""
    path = tmp_path / "game.jsonl"
    arguments = ["play", "--seed", "2", "--players", "Ada,bot,bot,bot", "--journal", str(path)]
    entries = 0
    for _ in range(3):
        terminal = Terminal([*arguments, "--lang", "en", "--fast"])
        for _ in range(6):
            step(terminal, "Ada › ")
        shown = text(terminal.read_until("Ada › "))
        terminal.kill()
        kept = read(path)
        assert not kept.torn
        assert len(kept.match.entries) > entries
        entries = len(kept.match.entries)
        lands = int(kept.match.state.lands[0])
        assert f"Ada {lands} " in shown
        arguments = ["play", "--resume", str(path)]


def test_a_torn_last_line_is_said_and_dropped(tmp_path: Path) -> None:
    """A torn last line, which was never acknowledged, is reported and dropped; the file continues before it."""
    path = tmp_path / "game.jsonl"
    RUNNER.invoke(app, ["play", "--seed", "7", "--journal", str(path)], input="1\n1 1\n")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":99,"facts":[{"fa')
    for language, sentence in (("it", "L’ultima riga del giornale era spezzata"), ("en", "was cut short")):
        path.write_bytes(whole + b'{"n":99,"facts":[{"fa')
        result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", language], input="1 1\n")
        assert result.exit_code == 0, result.output
        assert sentence in result.stdout
        assert path.read_bytes().startswith(whole)
        assert not read(path).torn
        whole = path.read_bytes()


def test_two_people_never_see_each_others_secrets(tmp_path: Path) -> None:
    """After each curtain, no byte contains an objective, card or drawing of the other person."""
    path = tmp_path / "game.jsonl"
    arguments = ["--seed", "8", "--players", "Ada,Bruno,bot", "--journal", str(path), "--lang", "en", "--fast"]
    terminal = Terminal(["play", *arguments], columns=80, lines=60)
    pages: dict[str, str] = {"Ada": "", "Bruno": ""}
    reader = ""
    for _ in range(120):
        page = step(terminal, "Ada › ", "Bruno › ")
        if END in page:  # all objectives are public from here on
            break
        before, passed, after = page.partition("The keyboard goes to ")
        if reader:
            pages[reader] += before
        if passed:
            assert "\x1b[3J" in page
            reader = "Ada" if after.startswith("Ada") else "Bruno"
            pages[reader] += after
    terminal.kill()
    match = read(path).match
    words = Words("en", match.edition, ["Ada", "Bruno", "Vega"])
    assert match.state.round > 2
    for name, seat in (("Ada", 0), ("Bruno", 1)):
        told = text(pages[name])
        for fact in match.journal:
            if isinstance(fact, ObjectiveGiven):
                assert (words.names.objective(fact.objective) in told) == (fact.seat == seat)
            if isinstance(fact, CardDrawn) and fact.seat != seat:
                drawn = words.fact(fact)
                assert drawn is not None
                assert drawn.text not in told


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    """Ctrl-C leaves the game and keeps it."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", str(path), "--lang", "it"])
    terminal.read_until("› ")
    terminal.type("1")
    _, _, after = terminal.read_until("restano").partition("restano")
    if "› " not in after:  # the command waits for an answer
        terminal.read_until("› ")
    assert "La partita è salva" in terminal.interrupt()
    assert terminal.process.returncode == 130
    assert not read(path).match.is_over
