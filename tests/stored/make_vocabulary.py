"""Store the names that saved games may use in this version: options, values, steps, places, cards and so on."""

from pathlib import Path

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel.edges.wire import ids
from tests.stored.shelf import Json, note

NOUNS = ("place", "zone", "card", "objective", "colour", "kind")


def make_vocabulary(folder: Path) -> None:
    """Write one file for all editions."""
    note(folder / "vocabulary.json", {name: words(edition) for name, edition in EDITIONS.items()})


def words(edition: Edition) -> Json:
    """Return what journals, databases and positions of an edition may name."""
    game = edition.game(edition.table_rules({}))
    return {
        "seats": list(edition.seats),
        "defaults": {option.name: option.default for option in edition.rulebook.options},
        "values": {
            option.name: list(option.values) or [value for value in (option.min, option.max) if value is not None]
            for option in edition.rulebook.options
        },
        "steps": [step.name() for step in game.steps],
        "nouns": {noun: list(ids(game, noun)) for noun in NOUNS},
    }
