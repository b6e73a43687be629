"""`kamchatka play`: whole games, pipes, the curtain, kill -9 and resume, the clock."""
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.bots import bot
from kamchatka.cli import app
from kamchatka.cli.clock import Clock, ClockedWriter, seconds_played
from kamchatka.cli.session import Session, bots_of
from kamchatka.journal import Player, new_header, new_match, read
from kamchatka.kernel.facts import CardDrawn, ObjectiveGiven
from kamchatka.kernel.options import PASS, Action
from kamchatka.match import Match
from kamchatka.words import Words
from tests.cli.terminal import Terminal, run

RUNNER = CliRunner()
CURTAIN = "press Enter when you are alone"
ENTER = "Enter to go on"


def answer(page: str) -> str:
    """What a quiet player types."""
    if ENTER in page or CURTAIN in page or "defend with" in page:
        return ""
    if "Which colour" in page:
        return "1"
    if "move in from" in page:
        return "max"
    return "1 max" if "Place" in page.rpartition("›")[0].rpartition("\n")[0][-400:] else "done"


def step(terminal: Terminal, *prompts: str) -> str:
    """Read to the next prompt and answer it: what was read."""
    page = terminal.read_until(*prompts, ENTER, CURTAIN, "To see it again")
    if "To see it again" not in page:
        terminal.type(answer(page))
    return page


def text(page: str) -> str:
    """A page without colours, and with single spaces."""
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", page).split())


# ------------------------------------------------------------------ pipes
def test_a_pipe_plays_line_by_line_and_ends_politely(tmp_path: Path) -> None:
    """No colours, no questions lost; at the end of input the game is kept and the status is 0."""
    path = tmp_path / "game.jsonl"
    result = run(["play", "--seed", "7", "--journal", str(path), "--lang", "it"], "nero\nmano\nvicini kam\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout
    assert "prende il nero" in result.stdout
    assert "Nessuna carta in mano." in result.stdout
    assert "Giappone" in result.stdout
    assert f"kamchatka play --resume {path}" in result.stdout
    resumed = run(["play", "--resume", str(path), "--lang", "en"])
    assert resumed.returncode == 0
    assert "Going on where it was" in resumed.stdout


def test_the_default_journal_is_among_the_users_data(tmp_path: Path) -> None:
    """And its path is printed."""
    result = run(["play", "--lang", "en"], "quit\n", XDG_DATA_HOME=str(tmp_path))
    files = list((tmp_path / "kamchatka").iterdir())
    assert len(files) == 1
    assert str(files[0]) in result.stdout
    assert read(files[0]).header.commitment in result.stdout


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """Bots included: the same draws, actions and facts."""
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
    """The key shown at the end is the one promised at the beginning."""
    path = tmp_path / "game.jsonl"
    result = RUNNER.invoke(app, ["play", "--players", "bot,bot,bot", "--journal", str(path), "--lang", "en"])
    header = read(path).header
    told = " ".join(result.stdout.split())
    assert told.index(f"commitment {header.commitment}") < told.index(f"The key of the luck: {header.key}")
    assert "wins the game!" in told


QUESTIONS = [
    ("why attack brazil china", "[std.attack."), ("perché attacca brasile cina", "[std.attack."), ("undo", "There is no way back"),
    ("rule std.attack.10", "The attacker"), ("rule std.nothing.1", "There is no rule “std.nothing.1”"), ("rule", "Which rule?"),
    ("hand", "No card in hand"), ("objective", "Objective:"), ("near kamchatka", "Mongolia"), ("near", "Which territory?"),
    ("log", "A die each"), ("map", "Madagascar"), ("?", "What you can type now"), ("odds brazil venezuela", "Venezuela"),
    ("frobnicate", "“frobnicate”: I do not understand"), ("999", "There is no option 999"), ("place 0 1", "territor"),
    ("place 1000000 alaska", "[std."), ("done", "[std."), ("!", "There is no attack to repeat"), ("options", "1 "), ("", ""),
]


@pytest.mark.parametrize(("typed", "told"), QUESTIONS)
def test_what_can_be_asked(typed: str, told: str, tmp_path: Path) -> None:
    """Each question and each bad line gets an answer; the journal does not grow."""
    path = tmp_path / "game.jsonl"
    RUNNER.invoke(app, ["play", "--seed", "7", "--journal", str(path), "--lang", "en"], input="black\n")
    before = path.read_bytes()
    result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", "en"], input=f"{typed}\n")
    assert result.exit_code == 0, result.output
    assert told in " ".join(result.stdout.partition("›")[2].split())
    assert path.read_bytes() == before


# ------------------------------------------------------------------ terminals
def test_a_whole_game_against_bots(tmp_path: Path) -> None:
    """From the choice of colours to the end, with all objectives and the key."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--players", "Ada,bot,bot,bot", "--journal", str(path), "--lang", "en"])
    page = ""
    while "To see it again" not in page:
        page = step(terminal, "Ada › ")
    end = text(page + terminal.rest())
    assert terminal.process.returncode == 0
    assert "The objectives" in end
    kept = read(path)
    assert kept.match.is_over
    assert kept.header.key in end
    for number in kept.match.state.objective:
        assert kept.match.edition.objectives[number].en in end


@pytest.mark.parametrize("columns", [80, 120, 160])
def test_no_line_is_wider_than_the_window(columns: int, tmp_path: Path) -> None:
    """Narrow or wide, in the longer language."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", str(path), "--lang", "it"], columns=columns)
    terminal.read_until("› ")
    terminal.type("1")
    page = terminal.read_until("restano")
    lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line) for line in page.replace("\r", "").split("\n")]
    assert max(len(line) for line in lines) <= columns
    assert "Territori del Nord Ovest" in page
    terminal.kill()


def test_no_colour_is_respected(tmp_path: Path) -> None:
    """With NO_COLOR the page has no colours; the symbols stay."""
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", str(tmp_path / "g"), "--lang", "en"], NO_COLOR="1")
    terminal.read_until("› ")
    terminal.type("red")
    terminal.read_until("left in all")
    assert not re.search(rb"\x1b\[[0-9;]*(38|48|3[0-7]|4[0-7])[;m]", terminal.seen)
    assert "▲".encode() in terminal.seen
    terminal.kill()


def test_kill_and_resume_lose_nothing(tmp_path: Path) -> None:
    """kill -9 in the middle, three times: every action that was shown is still there, and the game goes on."""
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
    """What was never acknowledged is left out; the file goes on after the last whole line."""
    path = tmp_path / "game.jsonl"
    RUNNER.invoke(app, ["play", "--seed", "7", "--journal", str(path)], input="1\n1 1\n")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":99,"facts":[{"fa')
    for language, sentence in (("it", "L'ultima riga del giornale era spezzata"), ("en", "was cut short")):
        path.write_bytes(whole + b'{"n":99,"facts":[{"fa')
        result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", language], input="1 1\n")
        assert result.exit_code == 0, result.output
        assert sentence in result.stdout
        assert path.read_bytes().startswith(whole)
        assert not read(path).torn
        whole = path.read_bytes()


def test_two_people_never_see_each_others_secrets(tmp_path: Path) -> None:
    """All bytes after a curtain belong to one person: no objective, card or drawing of the other is in them."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "8", "--players", "Ada,Bruno,bot", "--journal", str(path), "--lang", "en", "--fast"],
                        columns=80, lines=60)
    pages: dict[str, str] = {"Ada": "", "Bruno": ""}
    reader = ""
    for _ in range(120):
        page = step(terminal, "Ada › ", "Bruno › ")
        before, passed, after = page.partition("The keyboard goes to ")
        if reader:
            pages[reader] += before
        if passed:
            assert "\x1b[3J" in page
            reader = "Ada" if after.startswith("Ada") else "Bruno"
            pages[reader] += after
        if "To see it again" in page:
            break
    terminal.kill()
    match = read(path).match
    words = Words("en", match.edition, ["Ada", "Bruno", "Vega"])
    assert match.state.round > 2
    for name, seat in (("Ada", 0), ("Bruno", 1)):
        told = text(pages[name])
        assert len(told) > 1000
        assert words.names.objective(int(match.entries and first_objective(match, seat))) in told
        for fact in match.journal:
            if isinstance(fact, ObjectiveGiven | CardDrawn) and fact.seat != seat and not match.is_over:
                secret = words.fact(fact)
                assert secret is not None
                assert secret.text not in told
            if isinstance(fact, ObjectiveGiven) and fact.seat != seat and not match.is_over:
                assert words.names.objective(fact.objective) not in told


def first_objective(match: Match, seat: int) -> int:
    """The objective that was dealt to a seat."""
    return next(int(fact.objective) for fact in match.journal if isinstance(fact, ObjectiveGiven) and fact.seat == seat)


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    """It is a way to leave."""
    path = tmp_path / "game.jsonl"
    terminal = Terminal(["play", "--seed", "2", "--fast", "--journal", str(path), "--lang", "it"])
    terminal.read_until("› ")
    terminal.type("1")
    terminal.read_until("restano")
    terminal.process.send_signal(2)
    assert "La partita è salva" in terminal.rest()
    assert terminal.process.returncode == 130
    assert not read(path).match.is_over


# ------------------------------------------------------------------ the table behind the screen
def session_of(path: Path, options: dict[str, object], before: float = 0.0) -> Session:
    """A table of bots of our own."""
    header = new_header("modern", options, (Player("Ada"), Player("Vega", "cautious"), Player("Mira", "cautious")), b"k" * 16)
    match = new_match(header)
    clock = Clock(match.rules, before)
    writer = ClockedWriter(path, header, clock)
    writer.write(match.game, match.entries[0])
    words = Words("en", match.edition, [player.name for player in header.players])
    return Session(match, header, words, writer, clock, path, bots_of(header, match))


def test_an_action_is_on_the_disk_before_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a story hears of it, the journal already holds it."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {})
    lines = []
    monkeypatch.setattr("kamchatka.words.Story.hear", lambda self, facts: lines.append(path.read_bytes().count(b"\n")))
    seat = session.match.awaited[0]
    session.act(seat, bot("random", session.match.game, 1).decide(session.match.view(seat), session.match.options(seat)))
    session.writer.file.close()
    assert set(lines) == {3}                            # header, preparation, the action


def to_the_first_turn(session: Session) -> None:
    """Let bots do everything until a turn has begun."""
    player = bot("cautious", session.match.game, 1)
    while session.match.state.round == 0:
        seat = session.match.awaited[0]
        session.act(seat, player.decide(session.match.view(seat), session.match.options(seat)))


def test_time_is_called_when_it_is_up(tmp_path: Path) -> None:
    """Time Attack by the clock: the terminal is the referee, once, and never before a turn has begun."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {"ending": "time_attack_clock", "time_limit_minutes": 1}, before=61.0)
    session.call_time()
    assert len(session.match.entries) == 1
    to_the_first_turn(session)
    entries = len(session.match.entries)
    session.call_time()
    session.call_time()
    session.writer.file.close()
    assert len(session.match.entries) == entries + 1
    assert "Last lap" in " ".join(one.text for one in session.stories[0].tell())


def test_no_time_is_called_without_a_clock(tmp_path: Path) -> None:
    """The traditional game has none, however long it lasts."""
    session = session_of(tmp_path / "game.jsonl", {}, before=1e9)
    to_the_first_turn(session)
    entries = len(session.match.entries)
    session.call_time()
    session.writer.file.close()
    assert len(session.match.entries) == entries


def test_a_resumed_game_keeps_the_time_played(tmp_path: Path) -> None:
    """The journal carries the seconds; the kernel reads it as ever."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {"ending": "time_attack_clock"}, before=100.0)
    to_the_first_turn(session)
    session.writer.file.close()
    assert 100 <= seconds_played(path) < 160
    assert json.loads(path.read_bytes().splitlines()[-1])["clock"] >= 100
    assert read(path).match.position() == session.match.position()
    assert Clock(session.match.rules, 5399.0).minutes_left == 1
    assert Clock(session.match.rules, 5401.0).is_up


def test_standing_instructions(tmp_path: Path) -> None:
    """`defend max` answers by itself; an attack with `!` goes on until it is decided."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {})
    to_the_first_turn(session)
    session.writer.file.close()
    lines = "defend max\n" + "1 max\n" * 3 + "1 !\nmax\nmax\n" + "done\n" * 4
    result = RUNNER.invoke(app, ["play", "--resume", str(path), "--lang", "en"], input=lines)
    assert result.exit_code == 0, result.output
    told = " ".join(result.stdout.split())
    assert "From now on you defend with all the dice you may" in told
    assert Action(PASS).verb == 0
