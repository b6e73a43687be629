"""Every fact, frame and edition's record declares what its fields name and who may see it, or is rejected."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import pytest

import kamchatka.editions
import kamchatka.kernel
from kamchatka.kernel.declarations.registry import FACTS, FRAMES, Registry, below, check_secrecy, provider
from kamchatka.kernel.edges.wire import NAMED
from kamchatka.kernel.state import EditionState

NOUNS = {*NAMED, "seat", "amount", "number", "flag", "dice", "clause", "frame", "step"}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Import and return every module of a package."""
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)


def classes(port: Any) -> list[Any]:
    """Yield every class below a port in the kernel and in any edition, even if no composed game uses it."""
    assert sum(1 for package in (kamchatka.kernel, kamchatka.editions) for _ in modules(package)) > 100
    return [kind for kind in below(port) if kind.__module__.startswith("kamchatka.")]


@pytest.mark.parametrize("registry", [FACTS, FRAMES], ids=["facts", "frames"])
def test_every_class_declares_its_fields_and_who_may_see_them(registry: Registry) -> None:
    for kind in classes(registry.port):
        schema = registry.of(kind)
        assert {field.noun for field in schema.fields.values()} <= NOUNS
        check_secrecy(kind, schema.secrets)
        if provider(kind, "seen_by") is kind and "frame" not in schema.fields:
            hidden = bool(schema.secrets) or any(base in registry.by_kind for base in kind.__subclasses__())
            assert hidden, f"{kind.__name__} hides nothing: it is public"


def test_every_record_of_an_edition_says_who_may_see_it() -> None:
    records = [kind for kind in classes(EditionState) if provider(kind, "copy") is not EditionState]
    assert len(records) >= 7
    for kind in records:
        check_secrecy(kind, [])


# Wrong declarations, each made in its own process, where they may stay.
ODD = """
from kamchatka.editions import EDITIONS
from kamchatka.kernel.schema.fields import CARD, secret
from kamchatka.kernel.declarations.registry import FACTS, FRAMES
from kamchatka.kernel.state import EditionState, Frame
from kamchatka.kernel.table import Fact, PublicFact

def one_card(self, card):
    self.card = card

FACTS.scan()
FRAMES.scan()
for registry, name, base, body in (
    (FACTS, "Odd", PublicFact, {"__init__": one_card}),
    (FACTS, "Odd", PublicFact, {"FIELDS": {"card": CARD}}),
    (FACTS, "Odd", Fact, {"__init__": one_card, "FIELDS": {"card": CARD}}),
    (FACTS, "Odd", PublicFact, {"__init__": one_card, "FIELDS": {"card": secret(CARD)}}),
    (FACTS, "Odd", PublicFact, {"FORMER": ("ArmiesLost",)}),
    (FACTS, "Odd", PublicFact, {"FORMER": ("WentOn",)}),
    (FACTS, "Rolled", PublicFact, {}),
    (FRAMES, "Odd", Frame, {}),
):
    try:
        registry.add(type(name, (base,), {"__module__": "here", **body}))
    except TypeError as error:
        print(error)
for base in (Fact, Frame, EditionState):
    try:
        odd = type("Odd", (base,), {})
        odd.__new__(odd).seen_by(0)
    except NotImplementedError:
        print("shows nothing")
"""
REFUSED = [
    "here.Odd: FIELDS doesn't declare card",
    "here.Odd: card is declared but is no parameter of __init__",
    "here.Odd doesn't say who may see it: make it public or write seen_by",
    "here.Odd is public, yet declares card secret",
    "here.Odd: kamchatka.kernel.facts.ArmiesLost is or was called ArmiesLost too",
    "here.Odd: kamchatka.kernel.table.FrameReplaced is or was called WentOn too",
    "here.Rolled: kamchatka.kernel.facts.Rolled is or was called Rolled too",
    "here.Odd doesn't say who may see it: make it public or write seen_by",
    *["shows nothing"] * 3,
]


def test_a_class_that_says_too_little_is_refused_and_shows_nothing() -> None:
    tried = subprocess.run([sys.executable, "-c", ODD], capture_output=True, text=True, check=True)
    assert tried.stdout.splitlines() == REFUSED


GAME = """
from kamchatka.editions import EDITIONS
from kamchatka.kernel.state import EditionState, Frame
from kamchatka.kernel.table import Fact

class Odd({base}):
    def copy(self):
        return self

modern = EDITIONS["modern"]
modern.game(modern.table_rules({{}}))
"""


@pytest.mark.parametrize("base", ["Fact", "Frame", "EditionState"])
def test_no_game_is_composed_while_there_is_one(base: str) -> None:
    tried = subprocess.run([sys.executable, "-c", GAME.format(base=base)], capture_output=True, text=True)
    assert "TypeError: __main__.Odd doesn't say who may see it" in tried.stderr
