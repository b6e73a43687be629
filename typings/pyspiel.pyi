"""The part of OpenSpiel that kamchatka.learn.openspiel uses: the package itself has no types."""

from collections.abc import Mapping

class PlayerId:
    CHANCE: PlayerId
    TERMINAL: PlayerId
    def __int__(self) -> int: ...

class GameType:
    class Dynamics:
        SEQUENTIAL: GameType.Dynamics

    class ChanceMode:
        EXPLICIT_STOCHASTIC: GameType.ChanceMode

    class Information:
        IMPERFECT_INFORMATION: GameType.Information

    class Utility:
        ZERO_SUM: GameType.Utility

    class RewardModel:
        TERMINAL: GameType.RewardModel

    short_name: str
    parameter_specification: Mapping[str, int]
    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: GameType.Dynamics,
        chance_mode: GameType.ChanceMode,
        information: GameType.Information,
        utility: GameType.Utility,
        reward_model: GameType.RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, int],
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, kind: GameType, info: GameInfo, params: Mapping[str, int], /) -> None: ...

class State:
    def __init__(self, game: Game, /) -> None: ...

def registered_names() -> list[str]: ...
def register_game(kind: GameType, game: type, /) -> None: ...
