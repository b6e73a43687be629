"""Many games in one call: codes in, observations, masks and rewards out, into rows that are made once."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from kamchatka.bots.bot import Bot
from kamchatka.kernel.view import view
from kamchatka.learn.observer import Observer
from kamchatka.learn.play import NOT_ASKED, Play

SEEDS: Final = 0x7FFF_FFFF  # there are so many, and 0
EVERYBODY: Final = -1  # as learner: whoever is asked


def following(seed: int) -> int:
    """The seed of the game after the one with this seed.

    >>> following(7) != following(8)
    True
    """
    return (seed * 1103515245 + 12345) & SEEDS


@mypyc_attr(allow_interpreted_subclasses=True)
class Lineup:
    """The port: who sits where in a new game."""

    def bots(self, seed: int) -> list[Bot | None]:
        """By seat; None where codes are asked for."""
        raise NotImplementedError

    def learner(self, seed: int) -> int:
        """The seat whose rewards count; EVERYBODY: that of whoever has answered."""
        return EVERYBODY


@final
class Batch:
    """N games; row i of everything is game i's. What a row holds is good until the next call."""

    def __init__(self, plays: list[Play], observer: Observer, lineup: Lineup) -> None:
        count, numbers = len(plays), int(observer.size)
        codes, seats = int(plays[0].prompt.codes.size), int(plays[0].seats)
        self.plays: Final = plays
        self.observer: Final = observer
        self.lineup: Final = lineup
        self.codes: Final[i64] = codes
        self.seats: Final[i64] = seats
        self.seeds: Final[list[int]] = [0] * count
        self.observations: vec[i16] = vec[i16]([0] * (count * numbers))
        self.finals: vec[i16] = vec[i16]([0] * (count * numbers))  # of games that have ended, as they ended
        self.masks: vec[u8] = vec[u8]([0] * (count * codes))
        self.asked: vec[i64] = vec[i64]([NOT_ASKED] * count)  # the seat that must answer
        self.learners: vec[i64] = vec[i64]([EVERYBODY] * count)  # the seat whose rewards count
        self.rewards: vec[float] = vec[float]([0.0] * count)
        self.returns: vec[float] = vec[float]([0.0] * (count * seats))  # of all seats, when a game has ended
        self.terminations: vec[u8] = vec[u8]([0] * count)
        self.truncations: vec[u8] = vec[u8]([0] * count)

    def begin(self, game: i64, seed: int) -> None:
        """A new game in this row; one that ends before it asks anybody is followed by the next."""
        play = self.plays[game]
        while True:
            self.seeds[game] = seed
            self.learners[game] = self.lineup.learner(seed)
            play.begin(seed, self.lineup.bots(seed))
            if play.seat != NOT_ASKED:
                break
            seed = following(seed)
        self._tell(game)

    def clear(self) -> None:
        """Before a step: no rewards yet, nothing has ended."""
        for game in range(i64(len(self.plays))):
            self.rewards[game] = 0.0
            self.terminations[game] = 0
            self.truncations[game] = 0

    def step(self, codes: list[int]) -> None:
        """A sub-step in every game; those that end begin anew."""
        for game in range(i64(len(codes))):
            self._step(game, codes[game])

    def step_some(self, games: list[int], codes: list[int]) -> None:
        """A sub-step in some games."""
        for nth in range(len(games)):
            self._step(games[nth], codes[nth])

    def _step(self, game: i64, code: i64) -> None:
        play = self.plays[game]
        actor = play.seat
        play.step(code)
        if play.is_over() or play.is_cut():
            self._end(game, actor if self.learners[game] == EVERYBODY else self.learners[game])
        else:
            self._tell(game)

    def _end(self, game: i64, seat: i64) -> None:
        """What everybody got, how it looked to the seat that counts, and the next game."""
        play = self.plays[game]
        self.terminations[game] = 1 if play.is_over() else 0
        self.truncations[game] = 1 if play.is_cut() else 0
        self.rewards[game] = play.reward(seat)
        for other in range(self.seats):
            self.returns[game * self.seats + other] = play.reward(other)
        self.observer.write(view(play.table, seat), None, self.finals, game * self.observer.size)
        self.begin(game, following(self.seeds[game]))

    def _tell(self, game: i64) -> None:
        """What the seat that is asked sees and may say."""
        play = self.plays[game]
        self.asked[game] = play.seat
        self.observer.write(view(play.table, play.seat), play.prompt, self.observations, game * self.observer.size)
        legal, masks, row = play.prompt.legal, self.masks, game * self.codes
        for code in range(self.codes):
            masks[row + code] = legal[code]
