"""Shell completion of editions and bots by name."""

from collections.abc import Iterable

from kamchatka.editions import EDITIONS
from kamchatka.players import BOTS


def complete_edition(incomplete: str) -> list[str]:
    """Return the editions that start with a prefix."""
    return _beginning(incomplete, EDITIONS)


def complete_bot(incomplete: str) -> list[str]:
    """Return the bots that start with a prefix."""
    return _beginning(incomplete, BOTS)


def _beginning(start: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(start)]
