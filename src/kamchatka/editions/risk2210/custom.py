"""A table's custom cards, which replace the blank cards of the box. Errors in the file name the line and the key."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

import msgspec

from kamchatka.boards import sheet
from kamchatka.editions.risk2210.data import COMMAND_CARDS, DECKS, card_ids
from kamchatka.editions.risk2210.deck.card_file import CardFile, CardText
from kamchatka.editions.risk2210.deck.vocabulary import AnyEffect, StrikeZoneText, effect_name
from kamchatka.editions.risk2210.deck.workshop import INVASIONS, CardTiming, Deck, Terrain
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.texts.untrusted_text import Unfit, check_toml
from kamchatka.texts.user_text import clean_text

RULE = "2210.card.blank"
BLANKS: dict[Deck, int] = {"land": 2, "naval": 2, "space": 1, "nuclear": 2, "diplomat": 2}  # in the box, by deck
ZONES = tuple(zone.id for board in ("earth_2210", "moon") for zone in sheet(board).zones)

Path = tuple[str | int, ...]
SYNTAX = re.compile(r"(?P<what>.*?) \(at line (?P<line>\d+), column \d+\)")
WHERE = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
# Patterns of msgspec's messages with the keys of our own; the groups are their fields.
SAYINGS = (
    (r"Object missing required field `(?P<name>\w+)`", "missing"),
    (r"Object contains unknown field `(?P<name>\w+)`", "unknown"),
    (r"Invalid (?:enum )?value '(?P<value>.*)'", "value"),
    (r"Expected `(?P<kind>[^`]*)`, got `(?P<got>[^`]*)`", "kind"),
    (r"Expected `\w+` of length (?P<size>.*)", "length"),
    (r"Expected `\w+` (?P<size>[<>]=? ?-?\d+)", "number"),
    (r"Expected `str` matching regex .*", "letters"),
)
NOUNS = ("int", "float", "str", "bool", "array", "object")  # msgspec's type names, with our names for them
KNOWN: dict[str, tuple[str, ...]] = {
    "deck": get_args(Deck),
    "timing": get_args(CardTiming),
    "terrain": get_args(Terrain),
    "attacked": get_args(Terrain),
    "do": tuple(effect_name(effect) for effect in get_args(AnyEffect)),
}


@lru_cache(maxsize=64)  # bounded, because users may submit any number of files
def read_custom(text: str) -> tuple[CardText, ...]:
    """Parse the cards of a file; an empty text has none. A Problem names the line and key of the first error."""
    if not text.strip():
        return ()
    try:
        check_toml(text)
        data = tomllib.loads(text)
    except Unfit as unfit:
        raise Problem("2210.custom.unfit", rule=RULE, what=unfit.why) from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error)) from None
    try:
        cards = tuple(_make_safe(card) for card in msgspec.convert(data, CardFile).cards)
    except msgspec.ValidationError as error:
        raise _misread(text, str(error)) from None
    for path, fault in _faults(cards):
        raise _problem(text, path, fault)
    return cards


def _make_safe(card: CardText) -> CardText:
    """Return the card with names and texts that are safe to show to others."""
    texts = {name: clean_text(getattr(card, name)) for name in ("it", "en", "text_it", "text_en")}
    return msgspec.structs.replace(card, **texts)


def check_custom(text: str) -> None:
    """Raise a Problem if the file uses more cards than the box has blank ones."""
    written = Counter[str]()
    for n, card in enumerate(read_custom(text)):
        written[card.deck] += card.copies
        most, deck = BLANKS[card.deck], DECKS[card.deck]
        if written[card.deck] > most:
            raise _problem(text, ("card", n, "copies"), _text("blanks", deck=deck, most=most))


# ------------------------------------------------------------------ checks beyond types
def _faults(cards: tuple[CardText, ...]) -> Iterator[tuple[Path, Text]]:
    """Yield the path and message of every contradiction."""
    taken = {*card_ids(COMMAND_CARDS), *(card.id for card in COMMAND_CARDS)}
    for n, card in enumerate(cards):
        if taken & {card.id, *card.ids()}:
            yield ("card", n, "id"), _text("taken", id=card.id)
        taken |= {card.id, *card.ids()}
        if card.attacked is not None and card.timing not in INVASIONS:
            yield ("card", n, "attacked"), _text("attacked")
        for i in range(len(card.effects)):
            yield from _effect_faults(card, ("card", n, "effect", i), i)


def _effect_faults(card: CardText, path: Path, i: int) -> Iterator[tuple[Path, Text]]:
    effect = card.effects[i]
    name = effect_name(type(effect))
    if card.timing not in effect.timings:
        yield (*path, "do"), _text("timing", effect=name, allowed=", ".join(effect.timings))
    if effect.own_turn and card.deck == "nuclear":
        yield (*path, "do"), _text("own_turn", effect=name)
    if isinstance(effect, StrikeZoneText):
        for zone in effect.zones:
            if zone and zone not in ZONES:
                yield (*path, "zones"), _text("zone", zone=zone, known=", ".join(ZONES))
        if not any(effect.zones):
            yield (*path, "zones"), _text("no_zone")


# ------------------------------------------------------------------ messages
def _text(key: str, **fields: object) -> Text:
    return Text("problem", f"2210.custom.{key}", **fields)


def _not_toml(said: str) -> Problem:
    found = SYNTAX.fullmatch(said)
    line, what = (found["line"], found["what"]) if found else ("?", said)
    return Problem("2210.custom.not_toml", rule=RULE, line=line, what=what)


def _misread(text: str, said: str) -> Problem:
    found = WHERE.match(said)
    assert found is not None
    path: Path = tuple(int(part) if part.isdigit() else part for part in re.findall(r"\w+", found["path"] or ""))
    for pattern, key in SAYINGS:
        if match := re.match(pattern, found["what"]):
            fields = {name: _text(f"a_{word}") if word in NOUNS else word for name, word in match.groupdict().items()}
            where = (*path, match["name"]) if "name" in fields else path
            known = ", ".join(KNOWN.get(str(where[-1]), ()) if where else ())
            return _problem(text, where, _text(key, **fields, known=known))
    return _problem(text, path, found["what"])


def _problem(text: str, path: Path, what: Text | str) -> Problem:
    """Locate an error. The key is the last name of the path; the line is the key's, or else the start of its table."""
    line = line_of(text, path)
    key = next((str(part) for part in reversed(path) if isinstance(part, str)), "card")
    return Problem("2210.custom.wrong", rule=RULE, line=line, name=key, what=what)


def line_of(text: str, path: Path) -> int:
    """Return the line of a key, from 1. Its table is found by counting headers; the key is searched within it."""
    lines = text.splitlines()
    card, effect = (part for part in (*(part for part in path if isinstance(part, int)), -1, -1)[:2])
    begin = _header(lines, "[[card]]", card, 0)
    end = _header(lines, "[[card]]", card + 1, 0) if card >= 0 else len(lines)
    if effect >= 0:
        begin = _header(lines, "[[card.effect]]", effect, begin)
        end = min(end, _header(lines, "[[card.effect]]", 1, begin))
    key = path[-1] if path and isinstance(path[-1], str) else ""
    for number in range(begin, min(end, len(lines))):
        if re.match(rf"\s*{re.escape(str(key))}\s*=", lines[number]):
            return number + 1
    return min(begin, len(lines) - 1) + 1


def _header(lines: list[str], header: str, nth: int, begin: int) -> int:
    """Return the line (from 0) of the nth header after `begin`, or the end of the text if there are fewer."""
    found = [n for n in range(begin, len(lines)) if lines[n].split("#")[0].replace(" ", "").strip() == header]
    return begin if nth < 0 else found[nth] if nth < len(found) else len(lines)
