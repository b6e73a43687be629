"""A session at the terminal: journal before output, the clock, standing instructions, one player's lines."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from kamchatka import Attack
from kamchatka.cli.game.clock import GameClock
from kamchatka.cli.game.keyboard import Keyboard, Leave
from kamchatka.cli.game.person import Person
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.session import Session, bots_of
from kamchatka.journal import Player, Writer, new_header, new_match, read
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.options import PLACE
from kamchatka.match import Match
from kamchatka.odds import battle
from kamchatka.players import bot
from kamchatka.words import Words
from tests.kit import faces, position
from tests.rulemark import rule


def session_of(path: Path, options: dict[str, object], before: float = 0.0) -> Session:
    """Return a table of our own bots."""
    players = (Player("Ada"), Player("Vega", "cautious"), Player("Mira", "cautious"))
    header = new_header("modern", options, players, b"k" * 16)
    match = new_match(header)
    clock = GameClock(match.rules, before)
    writer = Writer(path, header)
    writer.write(match.game, match.entries[0])
    words = Words("en", match.edition, [player.name for player in header.players])
    return Session(match, header, words, writer, clock, path, bots_of(header, match))


def test_an_action_is_on_the_disk_before_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the narrator hears of an action, the journal already holds it."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {})
    lines = []
    monkeypatch.setattr("kamchatka.words.Story.hear", lambda self, facts: lines.append(path.read_bytes().count(b"\n")))
    seat, player = session.match.awaited[0], bot("random", session.match.game, 1)
    session.act(seat, player.decide(session.match.view(seat), session.match.options(seat)))
    session.writer.file.close()
    assert set(lines) == {3}  # header, preparation, the action


def to_the_first_turn(session: Session) -> None:
    """Let bots play until a turn has begun."""
    player = bot("cautious", session.match.game, 1)
    while session.match.state.round == 0:
        seat = session.match.awaited[0]
        session.act(seat, player.decide(session.match.view(seat), session.match.options(seat)))


def test_time_is_called_when_it_is_up(tmp_path: Path) -> None:
    """In Time Attack by the clock the terminal calls time as referee, once, and never before a turn has begun."""
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
    assert "Last round" in " ".join(one.text for one in session.stories[0].tell())


def test_no_time_is_called_without_a_clock(tmp_path: Path) -> None:
    """In the traditional game, which has no clock, no time is called however long it lasts."""
    session = session_of(tmp_path / "game.jsonl", {}, before=1e9)
    to_the_first_turn(session)
    entries = len(session.match.entries)
    session.call_time()
    session.writer.file.close()
    assert len(session.match.entries) == entries


def test_a_resumed_game_keeps_the_time_played(tmp_path: Path) -> None:
    """The journal stores the elapsed seconds, and a resumed game continues from them."""
    path = tmp_path / "game.jsonl"
    session = session_of(path, {"ending": "time_attack_clock"}, before=100.0)
    to_the_first_turn(session)
    session.writer.file.close()
    assert 100 <= read(path).clock < 160
    assert json.loads(path.read_bytes().splitlines()[-1])["clock"] >= 100
    assert read(path).match.position() == session.match.position()
    assert GameClock(session.match.rules, 5399.0).minutes_left == 1
    assert GameClock(session.match.rules, 5401.0).is_up


class Lines(Keyboard):
    """A keyboard that types the given lines."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = list(lines)

    def ask(self, prompt: str) -> str:
        """Return the next line; after the last one, leave the game."""
        if not self.lines:
            raise Leave
        return self.lines.pop(0)


def person_at(match: Match, path: Path, *lines: str) -> tuple[Person, Session, StringIO]:
    """Return seat 0 of a position with typed lines, its session, and its output."""
    header = new_header("modern", {}, tuple(Player(name) for name in ("Ada", "Bruno", "Carla", "Dino")), b"k" * 16)
    clock = GameClock(match.rules)
    words = Words("en", match.edition, [player.name for player in header.players])
    session = Session(match, header, words, Writer(path, header), clock, path, {})
    shown = StringIO()
    screen = Screen(Console(file=shown, width=100), match.game, words, [False] * 4)
    return Person(0, session, screen, Lines(*lines)), session, shown


def test_an_attack_that_goes_on(tmp_path: Path) -> None:
    """`until 4` repeats ordinary rolls until four armies are left, without asking in between."""
    luck = faces(1, 1, 1, 6, 6, 1, 1, 1, 6, 6, 1, 1, 6, 6)
    match = position({"alaska": (0, 9), "kamchatka": (1, 2)}, luck=luck, options={"defender_dice": "max"})
    person, session, _ = person_at(match, tmp_path / "g", "a kam ala until 4")
    session.act(0, person.decide(match.options(0)))
    dice = []
    while (action := person.standing(match.options(0))) is not None:
        dice.append(int(action.n))
        session.act(0, action)
    session.writer.file.close()
    assert (dice, match.armies("alaska")) == ([3, 1], 4)


@rule("rtu.4.12a")
def test_again_goes_on_with_the_last_attack(tmp_path: Path) -> None:
    """`again` repeats the last attack on the same places, with the dice that are still possible."""
    luck = faces(1, 1, 1, 6, 6, 6, 1, 1, 1, 6, 6, 6)
    match = position({"siam": (0, 9), "india": (1, 3)}, edition="challenge", luck=luck)
    person, session, _ = person_at(match, tmp_path / "g", "attack india from siam", "again")
    for _ in range(2):
        session.act(0, person.decide(match.options(0)))
    session.writer.file.close()
    rolls = [one for entry in match.entries for one in entry.facts if isinstance(one, Rolled)]
    assert [(match.game.board.places[one.source], match.game.board.places[one.target]) for one in rolls] == [
        ("siam", "india")
    ] * 2
    assert (match.armies("siam"), match.armies("india")) == (3, 3)


def test_a_conquest_ends_the_attack(tmp_path: Path) -> None:
    """`!` attacks until the place falls; then the attacker is asked how many armies move in."""
    match = position({"alaska": (0, 9), "kamchatka": (1, 1)}, luck=faces(1, 1, 1, 6, 6, 6, 6, 1))
    person, session, _ = person_at(match, tmp_path / "g", "a kam ala !", "x", "min")
    session.act(0, person.decide(match.options(0)))
    action = person.standing(match.options(0))
    assert action is not None
    session.act(0, action)
    assert person.standing(match.options(0)) is None
    session.act(0, person.decide(match.options(0)))
    session.writer.file.close()
    assert (match.owner("kamchatka"), match.armies("kamchatka")) == (0, 3)


def test_defence_by_standing_instruction(tmp_path: Path) -> None:
    """`defend max` answers from then on; `defend ask` asks again; Enter rolls the most dice."""
    match = position({"alaska": (1, 5), "kamchatka": (0, 3)}, turn=1)
    person, session, shown = person_at(match, tmp_path / "g", "defend max", "")
    match.play(Attack("alaska", "kamchatka", 1), 1)
    assert person.standing(match.options(0)) is None
    assert person.decide(match.options(0)).n == 3
    answer = person.standing(match.options(0))
    session.writer.file.close()
    assert answer is not None
    assert answer.n == 3
    assert "From now on you defend with all the dice" in shown.getvalue()


def test_odds_and_why_in_combat(tmp_path: Path) -> None:
    """`odds` prints exact chances, and `why` the refusal with its values."""
    match = position({"alaska": (0, 5), "kamchatka": (1, 2)})
    lines = ("odds alaska kamchatka", "why a kam ala", "why attack china alaska", "q")
    person, session, shown = person_at(match, tmp_path / "g", *lines)
    with pytest.raises(Leave):
        person.decide(match.options(0))
    session.writer.file.close()
    told = " ".join(shown.getvalue().split())
    assert f"taken {battle(4, 2).wins:.1%}" in told
    assert "You can: attack Kamchatka from Alaska with 3 dice." in told
    assert "Alaska does not border China: its neighbours are the Northwest Territories, Alberta and Kamchatka." in told


def test_an_amount_left_open_is_asked(tmp_path: Path) -> None:
    """A placement without an amount is followed by a line with the number; any other line cancels it."""
    match = position({"kamchatka": (1, 1)}, rest=(0, 1), phase="Reinforce")
    person, session, shown = person_at(match, tmp_path / "g", "place alaska", "no", "place alaska", "2")
    action = person.decide(match.options(0))
    session.writer.file.close()
    assert action.key() == (PLACE, 0, -1, 2, 0)
    assert "All right, forget it." in shown.getvalue()


def test_the_clock_is_shown_only_in_a_game_against_time(tmp_path: Path) -> None:
    """The clock is shown only in a game against time, although a traditional game has a limit among its options."""
    for name, options in (("a", {}), ("b", {"ending": "time_attack_clock"})):
        session = session_of(tmp_path / name, dict(options))
        to_the_first_turn(session)
        session.writer.file.close()
        assert session.is_timed == (name == "b")
