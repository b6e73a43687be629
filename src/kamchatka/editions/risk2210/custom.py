"""A table's own cards on the blank cards of the box: their file is read, and its mistakes named by line and key."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import get_args

import msgspec

from kamchatka.boards import sheet
from kamchatka.editions.risk2210.card_file import CardFile, CardText
from kamchatka.editions.risk2210.data import COMMAND_CARDS, DECKS, card_ids
from kamchatka.editions.risk2210.vocabulary import AnyEffect, StrikeZoneText, effect_name
from kamchatka.editions.risk2210.workshop import INVASIONS, Deck, Terrain, Timing
from kamchatka.kernel.problem import Problem

RULE = "2210.card.blank"
BLANKS: dict[Deck, int] = {"land": 2, "naval": 2, "space": 1, "nuclear": 2, "diplomat": 2}  # in the box, by their backs
ZONES = tuple(zone.id for board in ("earth_2210", "moon") for zone in sheet(board).zones)

Path = tuple[str | int, ...]
SYNTAX = re.compile(r"(?P<what>.*?) \(at line (?P<line>\d+), column \d+\)")
WHERE = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
# What msgspec says, and what we say instead; the groups of the pattern fill the braces.
SAYINGS = (
    (r"Object missing required field `(?P<key>\w+)`", "manca la chiave «{key}»", "the key “{key}” is missing"),
    (r"Object contains unknown field `(?P<key>\w+)`", "la chiave «{key}» non esiste", "there is no key “{key}”"),
    (
        r"Invalid (?:enum )?value '(?P<value>.*)'",
        "«{value}» non esiste: ci sono {known}",
        "there is no “{value}”: choose among {known}",
    ),
    (r"Expected `(?P<kind>[^`]*)`, got `(?P<got>[^`]*)`", "ci vuole {kind} e non {got}", "{kind} is needed, not {got}"),
    (r"Expected `\w+` of length (?P<size>.*)", "la lunghezza dev'essere {size}", "its length must be {size}"),
    (r"Expected `\w+` (?P<size>[<>]=? ?-?\d+)", "il numero dev'essere {size}", "the number must be {size}"),
    (
        r"Expected `str` matching regex .*",
        "sono permesse solo minuscole, cifre e _ (al massimo 40)",
        "only small letters, digits and _ are allowed (at most 40)",
    ),
)
NOUNS = {  # types as msgspec calls them
    "int": ("un numero intero", "a whole number"),
    "float": ("un numero con la virgola", "a number with a point"),
    "str": ("un testo", "a text"),
    "bool": ("vero o falso", "true or false"),
    "array": ("una lista", "a list"),
    "object": ("una tabella", "a table"),
}
KNOWN: dict[str, tuple[str, ...]] = {
    "deck": get_args(Deck),
    "timing": get_args(Timing),
    "terrain": get_args(Terrain),
    "attacked": get_args(Terrain),
    "do": tuple(effect_name(effect) for effect in get_args(AnyEffect)),
}


@cache
def read_custom(text: str) -> tuple[CardText, ...]:
    """The cards of a file, none for an empty text; a Problem names the line and the key that are wrong."""
    if not text.strip():
        return ()
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error)) from None
    try:
        cards = msgspec.convert(data, CardFile).cards
    except msgspec.ValidationError as error:
        raise _misread(text, str(error)) from None
    for path, it, en in _faults(cards):
        raise _problem(text, path, it, en)
    return cards


def check_custom(text: str) -> None:
    """A Problem unless the blank cards of the box are enough for the file."""
    written = Counter[str]()
    for n, card in enumerate(read_custom(text)):
        written[card.deck] += card.copies
        most, deck = BLANKS[card.deck], DECKS[card.deck]
        if written[card.deck] > most:
            raise _problem(
                text,
                ("card", n, "copies"),
                f"le carte bianche con dorso {deck.it} nella scatola: {most} in tutto",
                f"blank {deck.en} cards in the box: {most} in all",
            )


# ------------------------------------------------------------------ what a type cannot say
def _faults(cards: tuple[CardText, ...]) -> Iterator[tuple[Path, str, str]]:
    """Every contradiction: where, in Italian, in English."""
    taken = {*card_ids(COMMAND_CARDS), *(card.id for card in COMMAND_CARDS)}
    for n, card in enumerate(cards):
        if taken & {card.id, *card.ids()}:
            yield ("card", n, "id"), f"c'è già una carta «{card.id}»", f"there is a card “{card.id}” already"
        taken |= {card.id, *card.ids()}
        if card.attacked is not None and card.timing not in INVASIONS:
            yield (
                ("card", n, "attacked"),
                "serve solo se la carta risponde a un'invasione",
                "it is only for a card that answers an invasion",
            )
        for i in range(len(card.effects)):
            yield from _effect_faults(card, ("card", n, "effect", i), i)


def _effect_faults(card: CardText, path: Path, i: int) -> Iterator[tuple[Path, str, str]]:
    effect = card.effects[i]
    name = effect_name(type(effect))
    if card.timing not in effect.timings:
        allowed = ", ".join(effect.timings)
        yield (
            (*path, "do"),
            f"l'effetto {name} vale solo per timing = {allowed}",
            f"the effect {name} is only for timing = {allowed}",
        )
    if effect.own_turn and card.deck == "nuclear":
        yield (
            (*path, "do"),
            f"l'effetto {name} vale nel proprio turno, e le carte nucleari anche in altri",
            f"the effect {name} speaks of one's own turn, and nuclear cards are played in others too",
        )
    if isinstance(effect, StrikeZoneText):
        for zone in effect.zones:
            if zone and zone not in ZONES:
                yield (
                    (*path, "zones"),
                    f"«{zone}» non è una zona: ci sono {', '.join(ZONES)}",
                    f"“{zone}” is no zone: there are {', '.join(ZONES)}",
                )
        if not any(effect.zones):
            yield (
                (*path, "zones"),
                "almeno una faccia del dado deve indicare una zona",
                "at least one face of the die must name a zone",
            )


# ------------------------------------------------------------------ saying it
def _not_toml(said: str) -> Problem:
    found = SYNTAX.fullmatch(said)
    line, what = (found["line"], found["what"]) if found else ("?", said)
    return Problem(
        f"Carte personalizzate, riga {line}: non è TOML ({what}).",
        f"Custom cards, line {line}: this is not TOML ({what}).",
        RULE,
    )


def _misread(text: str, said: str) -> Problem:
    found = WHERE.match(said)
    assert found is not None
    path: Path = tuple(int(part) if part.isdigit() else part for part in re.findall(r"\w+", found["path"] or ""))
    for pattern, it, en in SAYINGS:
        if match := re.match(pattern, found["what"]):
            words = match.groupdict()
            where = (*path, words["key"]) if "key" in words else path
            return _problem(text, where, it.format(**_filled(words, where, 0)), en.format(**_filled(words, where, 1)))
    return _problem(text, path, found["what"], found["what"])


def _filled(words: dict[str, str], where: Path, language: int) -> dict[str, str]:
    """The words of a saying in one language: types by their names, and what is known where a value is not."""
    said = {name: NOUNS.get(word, (word, word))[language] for name, word in words.items()}
    return {**said, "known": ", ".join(KNOWN.get(str(where[-1]), ()) if where else ())}


def _problem(text: str, path: Path, it: str, en: str) -> Problem:
    """The key is the last name of the path; the line is where it stands, or where the table begins that lacks it."""
    line = line_of(text, path)
    key = next((str(part) for part in reversed(path) if isinstance(part, str)), "card")
    return Problem(
        f"Carte personalizzate, riga {line}, chiave «{key}»: {it}.",
        f"Custom cards, line {line}, key “{key}”: {en}.",
        RULE,
    )


def line_of(text: str, path: Path) -> int:
    """The line of a key, from 1: its table is found by counting headers, the key within it."""
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
    """The line (from 0) of the nth header after `begin`; the end of the text when there are not so many."""
    found = [n for n in range(begin, len(lines)) if lines[n].split("#")[0].replace(" ", "").strip() == header]
    return begin if nth < 0 else found[nth] if nth < len(found) else len(lines)
