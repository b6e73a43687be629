"""Line-ups: the players of each seat in the games of learners."""

from collections.abc import Callable, Sequence
from operator import index
from typing import Any

from numpy.typing import NDArray

from kamchatka.bots.bot import Bot
from kamchatka.encoding.setting import Setting
from kamchatka.learn.batch import Lineup
from kamchatka.players import bot

Array = NDArray[Any]
# Maps observations, masks and seats of some games to a code for each.
Policy = Callable[[Array, Array, Array], Array]


class Everybody(Lineup):
    """One learner for all seats: self-play."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def bots(self, seed: int) -> list[Bot | None]:
        """Return no bots."""
        return [None] * self.seats


class Against(Lineup):
    """One seat for the learner; the others are bots by name or, without names, the caller's policy."""

    @classmethod
    def of(cls, setting: Setting, opponents: str | Sequence[str] | Policy, seat: int | None) -> "Against":
        """Check the opponents and the learner's seat; raise ValueError if they don't fit the table."""
        others = setting.seats - 1
        if seat is not None and not 0 <= index(seat) <= others:
            raise ValueError(f"seat={seat}: seats are 0 to {others}")
        names = [] if callable(opponents) else [opponents] * others if isinstance(opponents, str) else list(opponents)
        if not callable(opponents) and len(names) != others:
            raise ValueError(f"{len(names)} opponents; a table of {others + 1} has {others}")
        if not all(isinstance(name, str) for name in names):
            raise ValueError(f"opponents={opponents}: a policy for all of them, or the name of a bot for each")
        return cls(setting, names, seat)

    def __init__(self, setting: Setting, names: Sequence[str], seat: int | None) -> None:
        self.setting, self.names, self.seat = setting, names, seat
        for name in set(names):
            bot(name, setting.game, 0).close()  # rejects unknown names early

    def learner(self, seed: int) -> int:
        """Return the agreed seat, or one derived from the seed."""
        return seed // 7 % self.setting.seats if self.seat is None else self.seat

    def bots(self, seed: int) -> list[Bot | None]:
        """Seat the bots in order, starting after the learner."""
        seats, mine = self.setting.seats, self.learner(seed)
        seated: list[Bot | None] = [None] * seats
        for nth, name in enumerate(self.names):
            seated[(mine + 1 + nth) % seats] = bot(name, self.setting.game, seed + nth)
        return seated
