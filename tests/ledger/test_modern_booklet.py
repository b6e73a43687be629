"""The modern booklet's data: its size, its cards, its objectives."""

import tomllib
from collections import Counter
from importlib import resources
from typing import Any

from kamchatka.editions import rulebook

PACKAGE = resources.files("kamchatka")
SYMBOLS = {"infantry", "cavalry", "cannon"}


def sheet(*path: str) -> dict[str, Any]:
    """Return a TOML file of the package."""
    entry = PACKAGE
    for name in path:
        entry = entry / name
    return tomllib.loads(entry.read_text(encoding="utf-8"))


BOARD = sheet("boards", "planisphere.toml")
CARDS = sheet("editions", "box.toml")
OBJECTIVES = sheet("editions", "modern", "objectives.toml")


def test_the_booklet_has_95_rules_and_9_options() -> None:
    """The booklet has 95 rules, of which 90 are enforced and 5 are facts or manners, and 9 options."""
    book = rulebook("modern")
    assert len(book.rules) == 95
    assert len(book.options) == 10
    assert sum(rule.is_enforced for rule in book.rules) == 90
    assert (book.book.seats.min, book.book.seats.max) == (3, 6)


def test_every_territory_has_one_card_and_there_are_two_jokers() -> None:
    """Every territory of the board has one card; each symbol is on fourteen, and there are two jokers."""
    assert [card["id"] for card in CARDS["card"]] == [place["id"] for place in BOARD["place"]] + ["joker_1", "joker_2"]
    assert Counter(card["symbol"] for card in CARDS["card"]) == {**dict.fromkeys(SYMBOLS, 14), "joker": 2}
    assert {symbol["id"] for symbol in CARDS["symbol"]} == {*SYMBOLS, "joker"}


def test_there_are_fourteen_objectives_about_known_things() -> None:
    """There are fourteen objectives: two of territories, six of continents, one against each colour."""
    cards, colours = OBJECTIVES["objective"], [colour["id"] for colour in CARDS["colour"]]
    assert len({card["id"] for card in cards}) == 14
    assert Counter(card["kind"] for card in cards) == {"places": 2, "zones": 6, "destroy": 6}
    assert [card["colour"] for card in cards if card["kind"] == "destroy"] == colours
    zones = {zone["id"] for zone in BOARD["zone"]}
    assert all(set(card["zones"]) <= zones for card in cards if card["kind"] == "zones")


def test_objectives_say_their_numbers_in_both_languages() -> None:
    """The text of an objective has the same numbers as its fields, in both languages."""
    for card in OBJECTIVES["objective"]:
        for number in (card[key] for key in ("count", "fallback") if key in card):
            assert str(number) in card["it"], card["id"]
            assert str(number) in card["en"], card["id"]
