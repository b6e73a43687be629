"""Relics in play: their numbers, and their effects apart from those at the start of a turn. All of it is public."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.godstorm.state import edition_state, has_relic
from kamchatka.kernel.table import Table

AEGIS: Final = 17  # cards of the Magic deck, numbered as in cards.toml
CAULDRON: Final = 18
EXCALIBUR: Final = 19
TEARS: Final = 20
GUNGNIR: Final = 21
MJOLNIR: Final = 22
PANDORAS_BOX: Final = 23
STONEHENGE: Final = 24
BOOK_OF_THE_DEAD: Final = 25
GOLDEN_FLEECE: Final = 26
PYRAMIDS: Final = 27
SCALES: Final = 28
TABLETS: Final = 29
TREE_OF_LIFE: Final = 30
WINE: Final = 31


def holder(table: Table, card: i64) -> i64:
    """Return the seat that has a relic in play, or NOBODY."""
    return edition_state(table).relics[card - AEGIS]


def godwar_bonus(table: Table, seat: i64) -> i64:
    """Return the cards' bonus to a seat's god-war totals: Mjolnir, and the fire in the sky (god.godwar.13)."""
    return edition_state(table).fervour[seat] + (3 if has_relic(table, seat, MJOLNIR) else 0)


def godwar_rerolls(table: Table, seat: i64) -> bool:
    """Return True if a seat rerolls its ones in god wars, because it has Gungnir."""
    return has_relic(table, seat, GUNGNIR)


def saves_losses(table: Table, seat: i64, losses: i64) -> i64:
    """Return how many losses in defence a seat can avert with the Tree of Life, for one faith each."""
    return min(losses, edition_state(table).purse[seat]) if has_relic(table, seat, TREE_OF_LIFE) else 0


def card_price(table: Table, seat: i64) -> i64:
    """Return the price of a miracle card for a seat. Stonehenge halves it."""
    return 1 if has_relic(table, seat, STONEHENGE) else 2


def crypt_lift(table: Table, seat: i64) -> i64:
    """Return how many armies each crypt can return per turn. The Scales of Osiris add one."""
    return 2 if has_relic(table, seat, SCALES) else 1


def bid_bonus(table: Table, seat: i64, bid: i64, needs_faith: bool) -> i64:
    """Return the bonus of the Tablets of Destiny on a bid. A table option requires that the seat bid some faith."""
    return 3 if has_relic(table, seat, TABLETS) and (bid > 0 or not needs_faith) else 0


def has_book(table: Table, seat: i64) -> bool:
    """Return True if a seat may turn collected armies into faith, because it has the Book of the Dead."""
    return has_relic(table, seat, BOOK_OF_THE_DEAD)
