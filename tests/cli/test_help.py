"""The help of the terminal: whatever it shows can be typed as it stands, in every edition and at every decision."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from kamchatka.cli.game import answers as answers_module
from kamchatka.cli.game.answers import Answers
from kamchatka.cli.game.clock import GameClock
from kamchatka.cli.game.keyboard import Leave
from kamchatka.cli.game.person import Person
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.session import Session
from kamchatka.cli.typed.examples import highlight
from kamchatka.cli.typed.vocabulary import Typed
from kamchatka.editions import EDITIONS
from kamchatka.journal import Player, Writer, new_header
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import Options
from kamchatka.match import Match
from kamchatka.words import Words
from kamchatka.words.decision_fields import verb_of
from tests.cli.test_person import Lines
from tests.kit import position

PLAYERS = ("Ada", "Bruno", "Carla")
LATER = ("!", "defend max", "difendi max")  # they speak of other attacks and defences than this one
UNCLEAR = ("understand", "capisco", "cannot tell", "Type a few letters", "qualche lettera", "There is no", "non esiste")


class Told(Screen):
    """A screen that remembers what it told."""

    told: str = ""

    def tell(self, text: str, style: str = "") -> None:
        self.told += text
        super().tell(text, style)


def at_table(match: Match, language: str, path: Path) -> tuple[Session, Told]:
    """A session and its screen, of which nobody sees anything."""
    words = Words(language, match.edition, PLAYERS)
    header = new_header(match.edition.id, {}, tuple(Player(name) for name in PLAYERS), b"k" * 16)
    session = Session(match, header, words, Writer(path, header), GameClock(match.rules), path, {})
    session.writer.file.close()
    return session, Told(Console(file=StringIO(), width=160), match.game, words, [False] * 3)


def commands(line: str) -> list[str]:
    """What a line of help shows to be typed."""
    return re.findall("`([^`]+)`", line)


def check(session: Session, screen: Told, seat: int, options: Options, lines: list[str]) -> None:
    """Every command of the help: an action that the rules allow, or, in the last line of them, a question answered."""
    lines.clear()
    Answers(session, screen, seat, options).help(Typed("help", ()))
    verbs, last = {verb_of(option) for option in options.ranges}, [line for line in lines if commands(line)][-1]
    for line in lines:
        for command in (one for one in commands(line) if one not in LATER):
            screen.told = ""
            person = Person(seat, session, screen, Lines(command))
            try:
                done = verb_of_action(person, options)
            except Leave:
                done = "question"
            told = f"{session.match.edition.id}: {command}: {screen.told}"
            assert not any(unclear in screen.told for unclear in UNCLEAR), told
            assert done in ({"question"} if line is last else verbs), told


def verb_of_action(person: Person, options: Options) -> str:
    action = person.decide(options)
    return next(verb_of(option) for option in options.ranges if option.verb == action.verb)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of the help shown last, as they are written."""
    shown: list[str] = []

    def remembered(line: str) -> Text:
        shown.append(line)
        return highlight(line)

    monkeypatch.setattr(answers_module, "highlight", remembered)
    return shown


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_help_shows_can_be_typed(edition: str, language: str, tmp_path: Path, lines: list[str]) -> None:
    """Each kind of question of a whole game: places, pieces, cards and rules are those of the game."""
    match = Match.new(edition, 3, seed=5)
    session, screen = at_table(match, language, tmp_path / "g")
    luck, seen = FastChance(6), set[tuple[str, ...]]()
    for _ in range(1500):
        if match.is_over:
            break
        seat = members(match.game.awaits(match.table))[0]
        offered = match.options(seat)
        question = tuple(sorted({verb_of(option) for option in offered.ranges}))
        if question not in seen:
            seen.add(question)
            check(session, screen, seat, offered, lines)
        match.game.play(match.table, seat, offered.sample(luck))
    assert len(seen) > 4


@pytest.mark.parametrize("language", ["it", "en"])
def test_fast_battles_too(language: str, tmp_path: Path, lines: list[str]) -> None:
    """A verb that only a table option brings."""
    match = position(
        {"alaska": (0, 30), "kamchatka": (1, 25)}, edition="original", options={"fast_battles": True}, seats=3
    )
    check(*at_table(match, language, tmp_path / "g"), 0, match.options(0), lines)
    assert any("alaska" in line and ("fast" in line or "rapida" in line) for line in lines)
