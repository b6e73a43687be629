"""Board sheets: places, zones, links and names of each board in hand-written TOML, with the geometry of its drawing."""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from kamchatka.kernel.board import Board
from kamchatka.kernel.text import in_words
from kamchatka.texts import PlaceName, noun, translate

PlaceKind = Literal["land", "sea", "moon", "underworld"]


class Named(msgspec.Struct, frozen=True):
    """Anything with an id and names in Italian and English. Other languages look up the English name."""

    id: str
    it: str
    en: str

    def name(self, language: str) -> str:
        """Return the name in a language."""
        return translate(language, it=self.it, en=self.en)


class Composed(Named, frozen=True):
    """A name composed of others, such as "Alaska (infantry)". Its pattern has a pair of braces for each part."""

    pattern: Named
    parts: tuple[object, ...]

    def name(self, language: str) -> str:
        """Return the pattern in a language, filled with the names of the parts."""
        return self.pattern.name(language).format(*(in_words(part, language) for part in self.parts))


def compose_name(id: str, pattern: Named, *parts: object) -> Named:
    """Compose a name from a pattern and the names of other things."""
    it, en = (pattern.name(language).format(*(in_words(part, language) for part in parts)) for language in ("it", "en"))
    return Composed(id, it, en, pattern, parts)


BRACKETED = Named("bracketed", "{} ({})", "{} ({})")


class Grounded(Named, frozen=True, kw_only=True):
    """A name on the map, with its noun kind in Italian and English (`[noun]` in texts/<language>/language.toml)."""

    it_noun: str = ""
    en_noun: str = ""

    def noun(self, language: str) -> PlaceName:
        """Return the name in a language, with its grammar for articles and prepositions."""
        return noun(language, self.name(language), it=self.it_noun, en=self.en_noun)


class Zone(Grounded, frozen=True):
    """A continent, ocean or colony, with the bonus for holding all of it."""

    bonus: int = 0


class BoardPlace(Grounded, frozen=True):
    """A territory or a place of another kind."""

    zone: str
    kind: PlaceKind = "land"
    value: int = 0
    landing: bool = False  # on the Moon: True if stations give access to the place


class Sheet(Named, frozen=True):
    """One board. `package` contains its sheet `<id>.toml` and its drawing `<id>.json` and `<id>.svg`."""

    zones: tuple[Zone, ...] = msgspec.field(name="zone")
    places: tuple[BoardPlace, ...] = msgspec.field(name="place")
    links: dict[str, tuple[tuple[str, str], ...]] = {}
    package: str = ""
    parts: tuple["Sheet", ...] = ()  # the boards that were joined to make this one

    def boards_with_drawing(self) -> tuple["Sheet", ...]:
        """List the boards with a drawing of their own: this one, or those it was joined from."""
        if self.parts:
            return tuple(board for part in self.parts for board in part.boards_with_drawing())
        return (self,) if self.package and self.file("json").is_file() else ()

    def within(self, package: str) -> "Sheet":
        """Return the board with this package for its files, unless it already has one."""
        return self if self.package or self.parts else msgspec.structs.replace(self, package=package)

    def file(self, ending: str) -> Traversable:
        """Return one of its files, by the suffix toml, json or svg."""
        return resources.files(self.package).joinpath(f"{self.id}.{ending}")

    def with_names(self, names: tuple[Grounded, ...]) -> "Sheet":
        """Return the board with other names for some of its places."""
        called = {name.id: msgspec.structs.asdict(name) for name in names}
        places = tuple(msgspec.structs.replace(place, **called.get(place.id, {})) for place in self.places)
        return msgspec.structs.replace(self, places=places)

    def only(self, kind: PlaceKind) -> "Sheet":
        """Return the board reduced to the places of one kind."""
        places = tuple(place for place in self.places if place.kind == kind)
        ids, zones = {place.id for place in places}, {place.zone for place in places}
        links = {name: tuple((a, b) for a, b in pairs if a in ids and b in ids) for name, pairs in self.links.items()}
        return msgspec.structs.replace(
            self, places=places, zones=tuple(zone for zone in self.zones if zone.id in zones), links=links
        )

    def board(self, kinds: tuple[str, ...] = ("land", "sea")) -> Board:
        """Build the kernel's board with these kinds of links."""
        places = [place.id for place in self.places]
        zones = [zone.id for zone in self.zones]
        number = {place: n for n, place in enumerate(places)}
        return Board(
            places,
            zones,
            [zones.index(place.zone) for place in self.places],
            [zone.bonus for zone in self.zones],
            [place.value for place in self.places],
            [(number[a], number[b]) for kind in kinds for a, b in self.links.get(kind, ())],
        )


@cache
def sheet(name: str, package: str = __name__) -> Sheet:
    """Load a board sheet by name, from our package or an edition's."""
    text = resources.files(package).joinpath(f"{name}.toml").read_bytes()
    found = msgspec.toml.decode(text, type=Sheet)
    if found.id != name:
        raise ValueError(f"{package}/{name}.toml calls its board {found.id!r}")
    return msgspec.structs.replace(found, package=package)


def join_sheets(id: str, it: str, en: str, *sheets: Sheet) -> Sheet:
    """Join several boards into one. Places and zones keep their order."""
    kinds = {kind: None for sheet in sheets for kind in sheet.links}
    return Sheet(
        id,
        it,
        en,
        tuple(zone for sheet in sheets for zone in sheet.zones),
        tuple(place for sheet in sheets for place in sheet.places),
        {kind: tuple(pair for sheet in sheets for pair in sheet.links.get(kind, ())) for kind in kinds},
        parts=sheets,
    )
