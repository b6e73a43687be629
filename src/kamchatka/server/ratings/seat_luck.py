"""Dice statistics of every seat, compared with exact odds. Computed in workers, so without a database."""

import msgspec

from kamchatka.analysis.luck import luck_of
from kamchatka.analysis.throws import throws_of
from kamchatka.journal import parse


class LuckNoted(msgspec.Struct, frozen=True):
    """One seat's throws of armies: armies lost and beaten, with their expected values."""

    throws: int = 0
    lost: int = 0
    lost_mean: float = 0.0
    beaten: int = 0
    beaten_mean: float = 0.0


def luck_in(data: bytes, name: str) -> dict[int, LuckNoted]:
    """Return the statistics of a journal by seat, without seats that never threw."""
    found = luck_of(throws_of(parse(data, name).match))
    return {
        seat: LuckNoted(one.throws, one.lost, one.lost_on_average, one.beaten, one.beaten_on_average)
        for seat, one in found.items()
    }
