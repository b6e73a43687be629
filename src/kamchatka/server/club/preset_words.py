"""Presets and settings in words. Each setting has a title, a type, and a value as forms write it."""

from functools import cache
from typing import Literal, get_args, get_type_hints

from kamchatka.editions import EDITIONS
from kamchatka.server.club.payloads import PresetSeen, SettingSeen
from kamchatka.texts import phrases
from kamchatka.tournament.description import describe_formula
from kamchatka.tournament.settings.presets import presets
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.settings.settings import EventSettings, format_value

Kind = Literal["bool", "int", "float", "enum", "list", "table"]
KINDS: dict[type, Kind] = {bool: "bool", int: "int", float: "float", str: "enum", tuple: "list", dict: "table"}


@cache
def presets_seen(language: str) -> tuple[PresetSeen, ...]:
    """Return the available presets."""
    return tuple(
        PresetSeen(
            one.id,
            one.name(language),
            one.origin(language),
            settings_seen(one.settings, language),
            tuple(problem.sentence(language) for problem in departures(one.settings)),
            describe_formula(one.settings).text(language),
        )
        for one in presets().values()
    )


def preset_title(id: str, language: str) -> str:
    """Return a preset's title, or its id if the preset no longer exists."""
    return presets()[id].name(language) if id in presets() else id


def settings_seen(settings: EventSettings, language: str) -> tuple[SettingSeen, ...]:
    """Return all settings in the order of the rules: format and tables first, rankings last."""
    return tuple(_setting(name, getattr(settings, name), language) for name in EventSettings.__struct_fields__)


def _setting(name: str, value: object, language: str) -> SettingSeen:
    kind = KINDS[type(value)]
    return SettingSeen(
        name,
        phrases(language).say("setting", name),
        kind,
        format_value(value),
        _literals()[name] if kind == "enum" else (),
    )


@cache
def _literals() -> dict[str, tuple[str, ...]]:
    """Return the possible values of each setting with a fixed list."""
    return {name: get_args(hint) for name, hint in get_type_hints(EventSettings).items()} | {"edition": tuple(EDITIONS)}
