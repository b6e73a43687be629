"""Bots of earlier versions make the same decisions as when they were released."""

import pytest

from kamchatka.arena.games import Plan
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.habits import LATEST, VERSIONS
from kamchatka.bots.marshal.bot import MarshalBot
from kamchatka.bots.onslaught import ResoluteBot
from kamchatka.cli.commands.arena import line_up
from kamchatka.editions import EDITIONS
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.players import bot, check_house_bot
from tools.quality.same_games import KeptGames, digest, stored_games

# Versions that play quickly even without compilation; `same_games.py --part kept` plays the others too.
SHORT = [each for each in stored_games() if not each.is_long]


@pytest.mark.parametrize("each", SHORT, ids=lambda each: f"{each.edition}-{each.bots}-{each.turn_limit}")
def test_a_former_version_plays_the_same_games(each: KeptGames) -> None:
    """An earlier version makes every decision of every seat as before, with the same dice."""
    assert digest(each.plan(), each.games) == each.digest


def test_a_version_of_every_edition_is_kept() -> None:
    """Each earlier version has a captain and a marshal in every edition that bots play."""
    for kind in ("captain@0.1", "marshal@0.1", "captain@0.2", "marshal@0.2"):
        assert {each.edition for each in stored_games() if kind in each.bots} == set(EDITIONS)


def test_a_version_is_asked_for_by_name() -> None:
    """A version is selected by name, followed by its setting; the bare name is the newest version."""
    game = Match.new("modern", seats=3).game
    former, newest = bot("captain@0.1", game, 0), bot("captain", game, 0)
    assert isinstance(former, CaptainBot)
    assert isinstance(newest, ResoluteBot)
    assert isinstance(newest.bot, CaptainBot)
    assert (former.weights.habits, newest.bot.weights.habits) == (VERSIONS["0.1"], LATEST)
    marshal = bot("marshal@0.1:20x", game, 0)
    assert isinstance(marshal, MarshalBot)
    assert marshal.budget.rehearsals == 20


def test_a_budget_goes_to_former_marshals_too() -> None:
    assert line_up("marshal@0.1,captain@0.1", "2s") == ("marshal@0.1:2s", "captain@0.1")


@pytest.mark.parametrize("name", ["captain@9", "cautious@0.1", "captain@", "captain@0.1@0.1"])
def test_a_version_that_there_is_not_is_a_problem(name: str) -> None:
    """An unknown version is a Problem that lists the existing ones."""
    with pytest.raises(Problem, match=r"marshal@0\.1"):
        Plan.create("modern", {}, (name, "random", "random"))


def test_strangers_seat_the_newest() -> None:
    """A server's tables don't offer earlier versions."""
    with pytest.raises(Problem):
        check_house_bot("captain@0.1", "modern")
