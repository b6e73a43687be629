"""OpenSpiel games for every edition: importing this module registers `kamchatka_modern` and the others.

    import pyspiel, kamchatka.learn.openspiel
    game = pyspiel.load_game("kamchatka_modern(players=4,max_cycles=2000)")

The chance node at the root draws one of SEED_COUNT seeds, from which all dice and cards of the game follow. So a state
is its history: it can be copied and stored, and both play the game again. A search that copies states sees the dice.
Players choose codes, as in the other environments; sub-steps with a single choice are played automatically.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyspiel
from librt.vecs import vec
from mypy_extensions import i16

from kamchatka.editions import EDITIONS, edition
from kamchatka.encoding.observer import ObservationRow
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.view import view
from kamchatka.learn.describe import describe

SEED_COUNT: Final = 1 << 16
MAX_CYCLES: Final = 20_000  # sub-steps after which a game is cut and all returns are 0
PREFIX: Final = "kamchatka_"


def game_type(name: str) -> pyspiel.GameType:
    """Describe the games of an edition; `players` is the number of seats, by default the most."""
    seats = edition(name).seats
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"Kamchatka, {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": seats[-1], "max_cycles": MAX_CYCLES},
    )


@lru_cache(maxsize=32)
def setting_of(name: str, seats: int) -> Setting:
    """Compose an edition once. Games and states hold its name alone, because OpenSpiel copies and stores them."""
    return Setting.of(name, seats)


class KamchatkaGame(pyspiel.Game):
    """The games of an edition for a number of seats. Each edition has a class of its own with its `kind`."""

    kind: pyspiel.GameType

    def __init__(self, params: dict[str, int] | None = None) -> None:
        kind, given = self.kind, params or {}
        known = {**kind.parameter_specification, **given}
        self.edition = kind.short_name.removeprefix(PREFIX)
        self.seats, self.max_cycles = int(known["players"]), int(known["max_cycles"])
        info = pyspiel.GameInfo(
            num_distinct_actions=int(setting_of(self.edition, self.seats).codes.size),
            max_chance_outcomes=SEED_COUNT,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_cycles,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: object) -> "KamchatkaState":
        """Return a state before the seed is drawn."""
        return KamchatkaState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> "KamchatkaObserver":
        """Return what fills observations: those of `kamchatka.learn`, in the perspective of one seat."""
        return KamchatkaObserver(setting_of(self.edition, self.seats))


class Replayed:
    """A game with its history. What is compiled can't be copied, so copies and pickles play the same game again."""

    def __init__(self, edition: str, seats: int, max_cycles: int, history: Sequence[int] = ()) -> None:
        self.made_of = (edition, seats, max_cycles)
        self.setting = setting_of(edition, seats)
        self.play = self.setting.play(max_cycles)
        self.history: list[int] = []  # the seed, then codes
        for number in history:
            self.apply(number)

    def __reduce__(self) -> tuple[object, ...]:
        return Replayed, (*self.made_of, tuple(self.history))

    @property
    def has_begun(self) -> bool:
        """True when the seed is drawn."""
        return bool(self.history)

    @property
    def has_ended(self) -> bool:
        """Return whether the game is over or was cut."""
        return self.has_begun and (self.play.is_over() or self.play.is_cut())

    def apply(self, number: int) -> None:
        """Draw the seed, then play codes."""
        if self.has_begun:
            self.play.step(number)
        else:
            self.play.begin(number, [None] * self.setting.seats)
        self.history.append(number)


class KamchatkaState(pyspiel.State):
    """A game at one moment. OpenSpiel copies what a state holds."""

    def __init__(self, game: KamchatkaGame) -> None:
        super().__init__(game)
        self.replayed = Replayed(game.edition, game.seats, game.max_cycles)

    def current_player(self) -> int:
        """Return the awaited seat, or that chance or nobody is awaited."""
        if not self.replayed.has_begun:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.replayed.play.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return [code for code, is_legal in enumerate(self.replayed.play.prompt.legal) if is_legal]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, all equally likely."""
        return [(seed, 1.0 / SEED_COUNT) for seed in range(SEED_COUNT)]

    def _apply_action(self, action: int) -> None:
        self.replayed.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == int(pyspiel.PlayerId.CHANCE) else f"code {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over or was cut."""
        return self.replayed.has_ended

    def returns(self) -> list[float]:
        """Return the rewards of the end: winners share 1, losers share -1."""
        seats = range(self.replayed.setting.seats)
        return [float(self.replayed.play.reward(seat)) if self.is_terminal() else 0.0 for seat in seats]

    def __str__(self) -> str:
        return " ".join(map(str, self.replayed.history))


class KamchatkaObserver:
    """Fills observations of a seat, as OpenSpiel asks for them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        numbers: Any = vec[i16]([0] * setting.layout.size)  # allocated once: mypyc leaks vectors of interpreted code
        self.row = ObservationRow(setting.observer, numbers, 0)
        self.seen = np.frombuffer(numbers, np.int16)
        self.tensor = np.zeros(setting.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KamchatkaState, player: int) -> None:
        """Write what a seat may know into the tensor; zeros before the game begins."""
        game = state.replayed
        if not game.has_begun:
            self.tensor.fill(0.0)
            return
        asked = player == state.current_player()
        self.row.update(game.play.table.state, player, game.play.prompt if asked else None)
        self.tensor[:] = self.seen

    def string_from(self, state: KamchatkaState, player: int) -> str:
        """Describe the table as a seat knows it."""
        game = state.replayed
        return describe(self.setting, view(game.play.table, player)) if game.has_begun else ""


def register() -> list[str]:
    """Register a game for each edition that isn't registered yet; return the names of all."""
    known = set(pyspiel.registered_names())
    for name in EDITIONS:
        if f"{PREFIX}{name}" not in known:
            kind = game_type(name)
            # a class, and no function: OpenSpiel lets go of it when Python can't destroy objects any more
            pyspiel.register_game(kind, type(f"{name.title()}Game", (KamchatkaGame,), {"kind": kind}))
    return [f"{PREFIX}{name}" for name in EDITIONS]


register()
