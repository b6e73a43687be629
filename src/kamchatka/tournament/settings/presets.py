"""Presets: named settings that clubs commonly use (presets.toml, club_presets.toml)."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

from kamchatka.boards import Named
from kamchatka.kernel.problem import Problem
from kamchatka.texts import translate
from kamchatka.tournament.settings.settings import EventSettings

FILES = ("presets.toml", "club_presets.toml")


class Preset(Named, frozen=True, forbid_unknown_fields=True):
    """Named settings that clubs commonly use."""

    settings: EventSettings
    source: str = ""
    source_it: str = ""  # if it is not the id of a rule

    def origin(self, language: str) -> str:
        """Return the source of the numbers: a rule id or a description."""
        return translate(language, it=self.source_it or self.source, en=self.source)


@cache
def presets() -> dict[str, Preset]:
    """Load the presets of the package, by id."""
    folder = resources.files(__package__)
    tables = [tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))["preset"] for name in FILES]
    found = msgspec.convert([preset for table in tables for preset in table], list[Preset], strict=False)
    return {preset.id: preset for preset in found}


def preset(id: str) -> Preset:
    """Return the preset with that id; a Problem lists the valid ids."""
    if id not in presets():
        known = ", ".join(presets())
        raise Problem("setting.no_preset", id=id, known=known)
    return presets()[id]
