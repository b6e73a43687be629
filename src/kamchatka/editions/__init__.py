"""The editions, one folder a booklet. Each composes the kernel's chapters and its own into a game."""

from pathlib import Path

from kamchatka.editions.challenge import CHALLENGE
from kamchatka.editions.classic import CLASSIC, CLASSIC_ANCIENT
from kamchatka.editions.edition import Edition
from kamchatka.editions.godstorm import GODSTORM
from kamchatka.editions.modern import MODERN
from kamchatka.editions.original import ORIGINAL
from kamchatka.editions.risk2210 import RISK2210
from kamchatka.kernel.problem import Problem
from kamchatka.texts import add_edition

EDITIONS: dict[str, Edition] = {
    edition.id: edition for edition in (MODERN, ORIGINAL, CHALLENGE, CLASSIC, CLASSIC_ANCIENT, RISK2210, GODSTORM)
}
for _edition in EDITIONS.values():
    add_edition(_edition.booklet, Path(__file__).parent / _edition.booklet)


def edition(name: str) -> Edition:
    """The edition of that name; a Problem lists the ones there are."""
    if name not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise Problem("edition.unknown", name=name, known=known)
    return EDITIONS[name]
