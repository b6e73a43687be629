"""Energy that seats receive from the bank and pay to it."""

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import edition_state
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.table import Table


def gain(table: Table, seat: i64, amount: i64, clause: str) -> None:
    """Give a seat energy, at most what the bank has."""
    own = edition_state(table)
    if own.bank > 0:
        amount = min(amount, own.bank - sum(own.purse))
    if amount > 0:
        table.note(PurseChanged(seat, amount, clause))


def pay(table: Table, seat: i64, amount: i64, clause: str) -> None:
    """Pay energy back to the bank."""
    if amount > 0:
        table.note(PurseChanged(seat, -amount, clause))
