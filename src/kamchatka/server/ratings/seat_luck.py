"""The luck of every seat in a game, by exact odds. Workers reckon it, so nothing here knows a database."""

import msgspec

from kamchatka.analysis.luck import luck_of
from kamchatka.analysis.throws import throws_of
from kamchatka.journal import parse


class LuckNoted(msgspec.Struct, frozen=True):
    """One seat's throws of armies: what was lost and beaten in them, and what is so on average."""

    throws: int = 0
    lost: int = 0
    lost_mean: float = 0.0
    beaten: int = 0
    beaten_mean: float = 0.0


def luck_in(data: bytes, name: str) -> dict[int, LuckNoted]:
    """By seat: the luck in a journal; seats that never threw are left out."""
    found = luck_of(throws_of(parse(data, name).match))
    return {
        seat: LuckNoted(one.throws, one.lost, one.lost_on_average, one.beaten, one.beaten_on_average)
        for seat, one in found.items()
    }
