"""Profiles of the house bots: their style and their measured strength."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.server.display_names import edition_name
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.people_payloads import ProfileSeen, StrengthSeen
from kamchatka.texts import phrases

PLAYS_AS = {"normal": "captain", "hard": "marshal"}  # display levels and the bots that play them (docs/bots.md)


LARGEST_ERROR = 400  # maximum error of displayed ratings; a bot that won no game has no useful rating


class Measured(msgspec.Struct, frozen=True):
    """The results of one bot against three of another kind: share of wins by edition, with a confidence interval."""

    bot: str
    against: str
    games: int
    won: dict[str, tuple[float, float, float]]


class BotRating(msgspec.Struct, frozen=True):
    """A bot's league rating in one edition, with its 95 % error. The admiral has 1000 points."""

    bot: str
    edition: str
    rating: int
    error: int


@cache
def league() -> tuple[BotRating, ...]:
    """Return the ratings of the admiral network's levels and characters."""
    data = tomllib.loads(resources.files(__package__).joinpath("measured.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data["rating"], tuple[BotRating, ...])


@cache
def read_measurements() -> tuple[Measured, ...]:
    """Return all measurements."""
    data = tomllib.loads(resources.files(__package__).joinpath("measured.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data["strength"], tuple[Measured, ...])


def bot_profile(bot: str, language: str) -> ProfileSeen:
    """Return a bot's profile; raise a Fault if there is no such bot."""
    words = phrases(language)
    about = words.find("bot_about", bot)
    if about is None:
        raise Fault("not_found", "no_player")
    strengths = tuple(
        StrengthSeen(edition, edition_name(edition, language), line.against, line.games, *line.won[edition])
        for line in read_measurements()
        if line.bot == PLAYS_AS.get(bot, bot)
        for edition in line.won
        if edition in EDITIONS
    )
    level = words.find("bot", bot) or ""
    told = f"{level[:1].upper()}{level[1:]}. {about}" if level else about
    for one in league():
        if one.bot == bot and one.edition in EDITIONS and one.error <= LARGEST_ERROR:
            named = edition_name(one.edition, language)
            told += " " + words.say("bot_rated", "line", edition=named, rating=one.rating, error=one.error)
    return ProfileSeen(name=bot.capitalize(), kind="bot", about=told, strengths=strengths)
