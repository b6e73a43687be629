"""Laws of the log: in every edition and language its lines are sentences, for every viewer."""

import re
from itertools import pairwise

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot
from kamchatka.texts import phrases
from kamchatka.words import Sentence, Story, Words

PLAYERS = ["Ada", "Bruno", "Carla", "Dino"]
GAMES = [(edition, name) for edition in EDITIONS for name in ("random", "captain")]
ACTIONS = 500

LEDGER = re.compile(r"[+−-]\d|^\w+: [\d+−-]")  # "Ada: +3 energy", "(−1 −2)", "Ada: 12 points"
HOLE = re.compile(r"[{}?]| {2}|^ | $|\bNone\b| ,|\( |\(\)")  # a field that was not filled in
FIGHT = re.compile(r"^(\w+) attacks (.+?) \(.+?\) from (.+?):")


def played(edition: str, name: str) -> Match:
    """Return the beginning of a game, or all of it."""
    booklet = EDITIONS[edition]
    match = Match.new(edition, min(len(PLAYERS), booklet.seats[-1]), seed=11)
    bots = [bot(name, match.game, seat) for seat in range(match.seats)]
    while not match.is_over and len(match.entries) < ACTIONS:
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    return match


def lines(match: Match, language: str, seat: int | None) -> list[Sentence]:
    """Return the log as a seat, a spectator, or everybody after the game reads it."""
    story = Story(Words(language, match.edition, PLAYERS), match, seat)
    for entry in match.entries:
        story.hear(entry.facts)
    return story.tell()


@pytest.mark.parametrize(("edition", "name"), GAMES)
def test_every_line_is_a_sentence(edition: str, name: str) -> None:
    """Every log line is a sentence without rule ids, catalogue keys, bare ledgers or unfilled fields."""
    match = played(edition, name)
    ids = re.compile("|".join(re.escape(rule.id) for rule in match.edition.rulebook.rules))
    for language in ("it", "en"):
        keys = {".".join(path) for path in phrases(language, match.edition.home).leaves()}
        for seat in (None, ONLOOKER, 0):
            for line in lines(match, language, seat):
                told = f"{line.text} {line.detail}".strip()
                assert not ids.search(told), told
                assert not LEDGER.search(line.text), told
                assert not HOLE.search(told), told
                assert not keys & set(told.split()), told
                assert line.text[0].isupper(), told


@pytest.mark.parametrize(("edition", "name"), GAMES)
def test_a_fight_is_told_once(edition: str, name: str) -> None:
    """No two adjacent lines are about the same attack."""
    fights = [FIGHT.match(line.text) for line in lines(played(edition, name), "en", None)]
    ways = [fight.groups() if fight else None for fight in fights]
    assert sum(way is not None for way in ways) > 1
    assert [way for before, way in pairwise(ways) if way and way == before] == []


@pytest.mark.parametrize(
    "text", ["Mira: -3 energy for a commander", "Ada: 12 points", "6·5 against 4 (−1 −0)", "Ada: +4 di fede"]
)
def test_a_ledger_is_noticed(text: str) -> None:
    """The law detects one."""
    assert LEDGER.search(text)
