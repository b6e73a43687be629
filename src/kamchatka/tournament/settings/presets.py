"""The presets: settings with a name, as clubs know them (presets.toml)."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

from kamchatka.boards import Named
from kamchatka.kernel.problem import Problem
from kamchatka.texts import translated
from kamchatka.tournament.settings.settings import EventSettings


class Preset(Named, frozen=True, forbid_unknown_fields=True):
    """Settings with a name, as clubs know them."""

    settings: EventSettings
    source: str = ""
    source_it: str = ""  # where it is no rule's id

    def origin(self, language: str) -> str:
        """Where the numbers come from: a rule, or in words."""
        return translated(language, it=self.source_it or self.source, en=self.source)


@cache
def presets() -> dict[str, Preset]:
    """The presets of the package, by id."""
    text = resources.files(__package__).joinpath("presets.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text)["preset"], list[Preset], strict=False)
    return {preset.id: preset for preset in found}


def preset(id: str) -> Preset:
    """The preset of that id; a Problem lists the ones there are."""
    if id not in presets():
        known = ", ".join(presets())
        raise Problem("setting.no_preset", id=id, known=known)
    return presets()[id]
