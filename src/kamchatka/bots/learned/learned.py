"""What marshals have learned about an edition: a temper per kind of rivals, and a network that rates positions."""

from functools import cache
from importlib import resources

import msgspec

from kamchatka.bots.learned.plans import PATIENT


class Learned(msgspec.Struct, frozen=True):
    """A linear model over the features plus hidden units (tanh of weighted features)."""

    features: tuple[str, ...]
    direct: tuple[float, ...]  # by feature
    hidden: tuple[tuple[float, ...], ...]  # by unit, then by feature
    bias: tuple[float, ...]  # by unit
    output: tuple[float, ...]  # by unit


class Temper(msgspec.Struct, frozen=True):
    """A factor for each weight of a captain, and how it was learned. Empty: the default patience."""

    command: str = ""
    curve: tuple[float, ...] = ()  # by generation: the learner's win rate against three others
    factors: dict[str, float] = {}
    head_start: float = 0.0  # bonus for the plan that equals the temper, in win chance per rehearsal
    impulses: bool = False  # if time allows, try a captain's own plans besides those of the temper


class Kind(msgspec.Struct, frozen=True):
    """A kind of rivals: the temper to use against them, and the weights of the signs that identify them."""

    temper: Temper
    signs: dict[str, float] = {}
    bias: float = 0.0


class Lessons(msgspec.Struct, frozen=True):
    """What a version has learned: the kinds of rivals, and how long it plays by that."""

    kinds: dict[str, Kind] = {}  # weak, hasty or wary; the kind with the highest total weight is assumed
    reading: str = ""  # the command that trained the classification
    rounds: int = PATIENT  # afterwards marshals play like captains


UNTAUGHT = Lessons()


def read_lessons(file: bytes) -> Lessons:
    """Decode a file written by `tools/tune/learn_temper.py` and `tools/tune/learn_rivals.py`."""
    return msgspec.json.decode(file, type=Lessons)


def read(model: bytes) -> Learned:
    """Decode the weights from a file written by `tools/tune/train_marshal.py`."""
    return msgspec.json.decode(model, type=Learned)


def model_of(home: str, edition: str, version: str = "") -> Learned:
    """Return the model that a version learned for an edition, whose package is `home`.

    Without one, return the model of the first version, or the general model if the edition was never trained.
    """
    for name in (f"marshal_{edition}_{version}.json", f"marshal_{edition}.json", "marshal.json"):
        file = resources.files(home) / name
        if file.is_file():
            return read(file.read_bytes())
    return default()


def lessons_of(home: str, edition: str, version: str) -> Lessons:
    """Return the evaluation weights of a marshal version: learned for this edition, or general."""
    file = resources.files(home) / f"lessons_{edition}_{version}.json"
    return read_lessons(file.read_bytes()) if file.is_file() else UNTAUGHT


@cache
def default() -> Learned:
    """Return the weights for editions without a model of their own: those of the plain game of objectives."""
    return read(resources.files(__package__).joinpath("default.json").read_bytes())
