"""What marshals have learned of an edition: a temper towards each kind of rivals, and a network to value positions."""

from functools import cache
from importlib import resources

import msgspec

from kamchatka.bots.marshal.plans import PATIENT


class Learned(msgspec.Struct, frozen=True):
    """A score is the features by their direct weights, and hidden units (a tanh of weighted features) by theirs."""

    features: tuple[str, ...]
    direct: tuple[float, ...]  # by feature
    hidden: tuple[tuple[float, ...], ...]  # by unit, then by feature
    bias: tuple[float, ...]  # by unit
    output: tuple[float, ...]  # by unit


class Temper(msgspec.Struct, frozen=True):
    """A factor for each weight of a captain, and how it was learned; without any: the patience that serves anybody."""

    command: str = ""
    curve: tuple[float, ...] = ()  # by generation: what the learner won of its games, one against three
    factors: dict[str, float] = {}
    head_start: float = 0.0  # of the plan that is nothing but the temper: a part of a game in each rehearsal
    impulses: bool = False  # where there is time, a captain's own plans are tried beside those of the temper


class Kind(msgspec.Struct, frozen=True):
    """A kind of rivals: the temper towards them, and how they show: a weight for each sign (`rivals.py`)."""

    temper: Temper
    signs: dict[str, float] = {}
    bias: float = 0.0


class Lessons(msgspec.Struct, frozen=True):
    """What a version has learned: the kinds of rivals there are, and for how long it plays by that."""

    kinds: dict[str, Kind] = {}  # weak, hasty or wary ones; those are faced whose signs weigh most
    reading: str = ""  # the command that learned to tell them apart
    rounds: int = PATIENT  # then marshals are as captains are


UNTAUGHT = Lessons()


def read_lessons(file: bytes) -> Lessons:
    """A file that `tools/learn_temper.py` and `tools/learn_rivals.py` wrote."""
    return msgspec.json.decode(file, type=Lessons)


def read(model: bytes) -> Learned:
    """The weights of a file that `tools/train_marshal.py` wrote."""
    return msgspec.json.decode(model, type=Learned)


@cache
def default() -> Learned:
    """The weights for an edition of which nothing was learned: those of the plain game of objectives."""
    return read(resources.files(__package__).joinpath("default.json").read_bytes())
