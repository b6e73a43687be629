"""Facts and frames as plain JSON data and back, by the fields that their classes declare (`kernel.schema.fields`)."""

from collections.abc import Callable
from typing import Any, Final

from kamchatka.kernel.edges.codecs import codec_of
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import FRAME, STEP, Field
from kamchatka.kernel.schema.registry import FACTS, FRAMES, Registry, Schema
from kamchatka.kernel.state import HIDDEN, Frame
from kamchatka.kernel.table import Fact

Data = dict[str, Any]
Write = Callable[[Game, Any], Any]
WRITERS: Final[dict[Schema, list[tuple[str, Write]]]] = {}  # by class: the names of its fields, and how each is written


def schema_of(thing: Fact | Frame) -> Schema:
    """What the class of a fact or frame declares."""
    return FRAMES.of(type(thing)) if isinstance(thing, Frame) else FACTS.of(type(thing))


def fields(thing: Fact | Frame) -> dict[str, Any]:
    """The fields of a fact or frame, compiled or not."""
    return {name: getattr(thing, name) for name in schema_of(thing).fields}


def hides(fact: Fact) -> bool:
    """Whether anyone who sees the fact in this form misses part of it."""
    return any(getattr(fact, name) == HIDDEN for name in schema_of(fact).secrets)


def write_fact(game: Game, fact: Fact) -> Data:
    """A fact as JSON data."""
    schema = FACTS.of(type(fact))
    return {"fact": schema.name, **_written(game, fact, schema)}


def read_fact(game: Game, data: Data) -> Fact:
    """The fact that `write_fact` wrote, in this version or an earlier one."""
    fact: Fact = _read(game, FACTS, "fact", data)
    return fact


def write_frame(game: Game, frame: Frame) -> Data:
    """A frame as JSON data: its step by name, so that a later phase more or less does not matter."""
    schema = FRAMES.of(type(frame))
    known = _written(game, frame, schema)
    return {"frame": schema.name, "step": known.pop("step"), **known}


def read_frame(game: Game, data: Data) -> Frame:
    """The frame that `write_frame` wrote, in this version or an earlier one."""
    frame: Frame = _read(game, FRAMES, "frame", data)
    return frame


def renewed(data: Data) -> Data:
    """What an earlier version wrote of a fact or frame, under the names that its class and fields have today."""
    tag = "fact" if "fact" in data else "frame"
    schema = (FACTS if tag == "fact" else FRAMES).find(str(data.get(tag)))
    if schema is None:
        return data
    inner = {name: renewed(value) if isinstance(value, dict) else value for name, value in data.items()}
    return {schema.former.get(name, name): value for name, value in inner.items()} | {tag: schema.name}


def _written(game: Game, thing: Fact | Frame, schema: Schema) -> Data:
    """By name: compiled and interpreted classes list their fields in different orders, and texts must be the same."""
    if schema not in WRITERS:
        WRITERS[schema] = [(name, _writer(field)) for name, field in schema.sorted.items()]
    return {name: write(game, getattr(thing, name)) for name, write in WRITERS[schema]}


def _writer(field: Field) -> Write:
    """How the values of a field are written: found once for each class, since every action writes some."""
    if field.noun == FRAME.noun:
        return write_frame
    if field.noun == STEP.noun:
        return _step_name
    return codec_of(field).write


def _step_name(game: Game, step: int) -> str:
    return game.steps[step].name()


def _read(game: Game, registry: Registry, tag: str, data: Data) -> Any:
    schema = registry.find(str(data.get(tag)))
    if schema is None:
        raise Problem("record.unknown", tag=data.get(tag))
    try:
        values = ((schema.former.get(name, name), value) for name, value in data.items() if name != tag)
        return schema.kind(**{name: _value(game, schema, name, value) for name, value in values})
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, Problem):
            raise
        raise Problem("record.wrong_fields", tag=data.get(tag), error=error) from None


def _value(game: Game, schema: Schema, name: str, data: Any) -> Any:
    field = schema.fields.get(name)
    if field is None:
        raise TypeError(f"{name}={data!r}")
    if field.noun == FRAME.noun:
        if not isinstance(data, dict):
            raise TypeError(f"{name}={data!r}")
        return read_frame(game, data)
    if field.noun == STEP.noun:
        return _step(game, data)
    try:
        return codec_of(field).read(game, data)
    except TypeError:
        raise TypeError(f"{name}={data!r}") from None


def _step(game: Game, name: Any) -> int:
    number = game.step_called(name) if isinstance(name, str) else -1
    if number < 0:
        raise Problem("record.no_step", name=name)
    return int(number)
