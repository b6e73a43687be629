"""Many games per call: codes in; observations, masks and rewards out, into preallocated rows."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from kamchatka.bots.bot import Bot
from kamchatka.encoding.observer import ObservationRow, Observer
from kamchatka.encoding.play import NOT_ASKED, Play
from kamchatka.kernel.state import fill

SEEDS: Final = 0x7FFF_FFFF  # the largest seed; the smallest is 0
EVERYBODY: Final = -1  # as learner: the seat that acts


def following(seed: int) -> int:
    """Return the seed of the next game.

    >>> following(7) != following(8)
    True
    """
    return (seed * 1103515245 + 12345) & SEEDS


@mypyc_attr(allow_interpreted_subclasses=True)
class Lineup:
    """Interface that assigns the seats of a new game."""

    def bots(self, seed: int) -> list[Bot | None]:
        """Return the bots by seat; None for seats played by codes."""
        raise NotImplementedError

    def learner(self, seed: int) -> int:
        """Return the seat whose rewards count; EVERYBODY: the seat that just acted."""
        return EVERYBODY


@final
class Batch:
    """N games; row i of every array belongs to game i. Contents are valid until the next call."""

    def __init__(self, plays: list[Play], observer: Observer, lineup: Lineup) -> None:
        count, numbers = len(plays), int(observer.size)
        codes, seats = int(plays[0].prompt.codes.size), int(plays[0].seats)
        self.plays: Final = plays
        self.size: Final[i64] = numbers
        self.lineup: Final = lineup
        self.codes: Final[i64] = codes
        self.seats: Final[i64] = seats
        self.seeds: Final[list[int]] = [0] * count
        self.observations: vec[i16] = vec[i16]([0] * (count * numbers))
        self.finals: vec[i16] = vec[i16]([0] * (count * numbers))  # final observations of ended games
        self.masks: vec[u8] = vec[u8]([0] * (count * codes))
        self.rows: Final = [ObservationRow(observer, self.observations, game * numbers) for game in range(count)]
        self.final_rows: Final = [ObservationRow(observer, self.finals, game * numbers) for game in range(count)]
        self.allowed: Final = fill(count * codes, 0)  # by game: the codes that its mask allows
        self.allowed_count: Final = fill(count, 0)
        self.asked: vec[i64] = vec[i64]([NOT_ASKED] * count)  # the seat that must answer
        self.learners: vec[i64] = vec[i64]([EVERYBODY] * count)  # the seat whose rewards count
        self.ended: i64 = 0  # games that ended in this step
        self.rewards: vec[float] = vec[float]([0.0] * count)
        self.returns: vec[float] = vec[float]([0.0] * (count * seats))  # of all seats, when a game has ended
        self.terminations: vec[u8] = vec[u8]([0] * count)
        self.truncations: vec[u8] = vec[u8]([0] * count)

    def begin(self, game: i64, seed: int) -> None:
        """Start a game in this row; skip seeds whose game ends before a learner is asked."""
        play = self.plays[game]
        while True:
            self.seeds[game] = seed
            self.learners[game] = self.lineup.learner(seed)
            play.begin(seed, self.lineup.bots(seed))
            if play.seat != NOT_ASKED:
                break
            seed = following(seed)
        self._tell(game)

    def wrong(self, games: list[int], codes: list[int]) -> i64:
        """Return the position of the first code that isn't legal in its game; -1 if all are."""
        for nth in range(i64(len(codes))):
            game: i64 = games[nth]
            code: i64 = codes[nth]
            if code < 0 or code >= self.codes or self.masks[game * self.codes + code] == 0:
                return nth
        return -1

    def clear(self) -> None:
        """Reset rewards and end marks before a step."""
        self.ended = 0
        for game in range(i64(len(self.plays))):
            self.rewards[game] = 0.0
            self.terminations[game] = 0
            self.truncations[game] = 0

    def step(self, codes: list[int]) -> None:
        """Play a sub-step in every game; ended games restart."""
        for game in range(i64(len(codes))):
            self._step(game, codes[game])

    def step_some(self, games: list[int], codes: list[int]) -> None:
        """Play a sub-step in some games."""
        for nth in range(len(games)):
            self._step(games[nth], codes[nth])

    def _step(self, game: i64, code: i64) -> None:
        play = self.plays[game]
        actor = play.seat
        has_changed = play.step(code)
        if play.is_over() or play.is_cut():
            self._end(game, actor if self.learners[game] == EVERYBODY else self.learners[game])
        elif has_changed:
            self._tell(game)
        else:
            self.rows[game].answer(play.prompt)
            self._mask(game)

    def _end(self, game: i64, seat: i64) -> None:
        """Store the results and final observation of an ended game, then start the next."""
        play = self.plays[game]
        self.ended += 1
        self.terminations[game] = 1 if play.is_over() else 0
        self.truncations[game] = 1 if play.is_cut() else 0
        self.rewards[game] = play.reward(seat)
        for other in range(self.seats):
            self.returns[game * self.seats + other] = play.reward(other)
        self.final_rows[game].update(play.table.state, seat, None)
        self.begin(game, following(self.seeds[game]))

    def _tell(self, game: i64) -> None:
        """Write the observation and legal codes of the awaited seat."""
        play = self.plays[game]
        self.asked[game] = play.seat
        self.rows[game].update(play.table.state, play.seat, play.prompt)
        self._mask(game)

    def _mask(self, game: i64) -> None:
        """Write the legal codes in place of the last ones."""
        prompt, masks, allowed, row = self.plays[game].prompt, self.masks, self.allowed, game * self.codes
        for nth in range(row, row + self.allowed_count[game]):
            masks[row + allowed[nth]] = 0
        marks, count = prompt.marks, prompt.marked
        for nth in range(count):
            masks[row + marks[nth]] = 1
            allowed[row + nth] = marks[nth]
        self.allowed_count[game] = count
