"""Step 3: miracle cards from the decks of gods in play (god.obtain). Also how bids for the turn order are compared."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.gods.labours import draw
from kamchatka.editions.godstorm.gods.relics import bid_bonus, card_price
from kamchatka.kernel.rules.bidding import Weight
from kamchatka.kernel.rules.market import Stall
from kamchatka.kernel.table import Table

CARD_COST: Final = 2
MOST_CARDS: Final = 4


@final
class Oracle(Stall):
    """Sell cards for two faith each, or less with Stonehenge. Relics are put into play at once."""

    def price(self, table: Table, seat: i64) -> i64:
        return card_price(table, seat)

    def draw(self, table: Table, seat: i64, kind: i64) -> None:
        draw(table, seat, kind)


@final
class Sacrifice(Weight):
    """Compare bids by their faith plus the bonus of the Tablets of Destiny."""

    def __init__(self, needs_faith: bool) -> None:
        self.needs_faith: Final = needs_faith  # minimum bid for the bonus of the Tablets

    def of(self, table: Table, seat: i64, bid: i64) -> i64:
        return bid + bid_bonus(table, seat, bid, self.needs_faith)
