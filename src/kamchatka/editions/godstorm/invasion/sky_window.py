"""The Sky window: the defender may answer with Sky cards before the first roll (god.sky)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.invasion.forces import Invaders, can_leave, is_target
from kamchatka.editions.godstorm.invasion.invasion import DefenderAnswers
from kamchatka.editions.godstorm.miracles.card_play import Miracles, Unfold
from kamchatka.editions.godstorm.state import SKY
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.rules.playing import Occasion
from kamchatka.kernel.rules.windows import Answering, Reactions, Window
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table


@final
class SkyCards(Reactions):
    """Ask defenders that hold a Sky card and have a Sky god in play, even if they cannot pay for it."""

    def __init__(self, unfold: Unfold, costs: list[int]) -> None:
        self.miracles: Final = Miracles(unfold, costs, (SKY,), "sky.cards_only")

    def parts(self) -> list[AnyStep]:
        return self.miracles.parts()

    def seats_to_ask(self, table: Table, frame: Answering) -> list[i64]:
        state = table.state
        defender, invader = state.owner[frame.target], state.owner[frame.source]
        if NOBODY in (defender, invader) or not is_target(table, invader, frame.target):
            return []  # no defender or attacker is left, or the ground is sacred
        stopped = can_leave(table, frame.source) < 1
        return [] if stopped or not self.miracles.might_play(table, defender, occasion_of(frame)) else [defender]

    def offer(self, table: Table, frame: Answering, seat: i64, options: Options) -> None:
        self.miracles.offer(table, seat, occasion_of(frame), options)

    def act(self, table: Table, frame: Answering, seat: i64, action: Action) -> None:
        self.miracles.play(table, seat, action.what, occasion_of(frame))

    def why(self, table: Table, frame: Answering, seat: i64, action: Action) -> str:
        return self.miracles.why(table, seat, action, occasion_of(frame))


def occasion_of(frame: Answering) -> Occasion:
    """Return the occasion for the answered invasion."""
    return Occasion(frame.source, frame.target)


@final
class SkyAnswers(DefenderAnswers):
    """Open the window once per invasion of a player's territory (god.sky.3)."""

    def __init__(self, unfold: Unfold, costs: list[int]) -> None:
        self.window: Final = Window(SkyCards(unfold, costs), "SkyWindow")

    def parts(self) -> list[AnyStep]:
        return [self.window]

    def open(self, table: Table, frame: Invaders) -> None:
        self.window.open(table, frame.source, frame.target)
