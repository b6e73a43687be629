"""The hand-written board sheets, as far as drawing needs them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.maps.shapes import Pair, pair

BOARDS = Path(__file__).parents[2] / "src" / "kamchatka" / "boards"
LANGUAGES = ("it", "en")
RECIPES = Path(__file__).parent / "recipes"


@dataclass(frozen=True)
class Sheet:
    """Places, zones and links of one board."""

    id: str
    names: dict[str, str]
    zones: dict[str, dict[str, Any]]
    places: dict[str, dict[str, Any]]
    land: frozenset[Pair]
    sea: frozenset[Pair]
    optional: frozenset[Pair]
    wrap: frozenset[Pair]
    barriers: dict[str, frozenset[Pair]]
    heavens: list[dict[str, str]]

    def place_names(self, place: str) -> dict[str, str]:
        return {language: self.places[place][language] for language in LANGUAGES}

    def zone_of(self, place: str) -> str:
        zone: str = self.places[place]["zone"]
        return zone

    def of_kind(self, kind: str) -> list[str]:
        return [place for place, facts in self.places.items() if facts["kind"] == kind]


def read(board: str) -> Sheet:
    """Read `<board>.toml` from the package."""
    text = tomllib.loads((BOARDS / f"{board}.toml").read_text(encoding="utf-8"))
    links = text["links"]
    return Sheet(
        id=board,
        names={language: text[language] for language in LANGUAGES},
        zones={zone["id"]: zone for zone in text["zone"]},
        places={place["id"]: place for place in text["place"]},
        land=_pairs(links.get("land", [])),
        sea=_pairs(links.get("sea", [])),
        optional=_pairs(links.get("optional", [])),
        wrap=_pairs(text.get("drawing", {}).get("wrap", [])),
        barriers={kind: _pairs(pairs) for kind, pairs in text.get("barriers", {}).items()},
        heavens=text.get("heaven", []),
    )


def recipe(board: str) -> dict[str, Any]:
    """Read the geographic recipe of a board."""
    return tomllib.loads((RECIPES / f"{board}.toml").read_text(encoding="utf-8"))


def _pairs(listed: list[list[str]]) -> frozenset[Pair]:
    return frozenset(pair(first, second) for first, second in listed)
