"""Conversion of facts and frames to and from JSON data, using their declared fields (`kernel.schema.fields`)."""

from collections.abc import Callable
from typing import Final

from kamchatka.kernel.declarations.registry import FACTS, FRAMES, Registry, Schema
from kamchatka.kernel.edges.codecs import codec_of
from kamchatka.kernel.edges.plain import Json, JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import FRAME, STEP, Field
from kamchatka.kernel.state import HIDDEN, Frame
from kamchatka.kernel.table import Fact

Data = JsonObject
Write = Callable[[Game, Json], Json]
WRITERS: Final[dict[Schema, list[tuple[str, Write]]]] = {}  # field names and their writers, by class


def schema_of(thing: Fact | Frame) -> Schema:
    """Return the schema of a fact's or frame's class."""
    return FRAMES.of(type(thing)) if isinstance(thing, Frame) else FACTS.of(type(thing))


def fields(thing: Fact | Frame) -> JsonObject:
    """Return the fields of a fact or frame, compiled or not."""
    return {name: getattr(thing, name) for name in schema_of(thing).fields}


def hides(fact: Fact) -> bool:
    """Return True if this copy of the fact hides any of its fields."""
    return any(getattr(fact, name) == HIDDEN for name in schema_of(fact).secrets)


def write_fact(game: Game, fact: Fact) -> Data:
    """Convert a fact to JSON data."""
    schema = FACTS.of(type(fact))
    return {"fact": schema.name, **_write_fields(game, fact, schema)}


def read_fact(game: Game, data: Data) -> Fact:
    """Restore a fact written by this version or an earlier one."""
    fact: Fact = _read(game, FACTS, "fact", data)
    return fact


def write_frame(game: Game, frame: Frame) -> Data:
    """Convert a frame to JSON data.

    The step is stored by name because numbers change when phases are added or removed.
    """
    schema = FRAMES.of(type(frame))
    known = _write_fields(game, frame, schema)
    return {"frame": schema.name, "step": known.pop("step"), **known}


def read_frame(game: Game, data: Data) -> Frame:
    """Restore a frame written by this version or an earlier one."""
    frame: Frame = _read(game, FRAMES, "frame", data)
    return frame


def update_names(data: Data) -> Data:
    """Replace former names of classes and fields in data of an earlier version by the current ones."""
    tag = "fact" if "fact" in data else "frame"
    schema = (FACTS if tag == "fact" else FRAMES).find(str(data.get(tag)))
    if schema is None:
        return data
    inner = {name: update_names(value) if isinstance(value, dict) else value for name, value in data.items()}
    return {schema.former.get(name, name): value for name, value in inner.items()} | {tag: schema.name}


def _write_fields(game: Game, thing: Fact | Frame, schema: Schema) -> Data:
    """Write the fields sorted by name, because compiled and interpreted classes list them in different orders."""
    if schema not in WRITERS:
        WRITERS[schema] = [(name, _writer(field)) for name, field in schema.sorted.items()]
    return {name: write(game, getattr(thing, name)) for name, write in WRITERS[schema]}


def _writer(field: Field) -> Write:
    """Return the writer for a field's values. Called once per class, because every action writes facts."""
    if field.noun == FRAME.noun:
        return write_frame
    if field.noun == STEP.noun:
        return _step_name
    return codec_of(field).write


def _step_name(game: Game, step: int) -> str:
    return game.steps[step].name()


def _read(game: Game, registry: Registry, tag: str, data: Data) -> Json:
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


def _value(game: Game, schema: Schema, name: str, data: Json) -> Json:
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


def _step(game: Game, name: Json) -> int:
    number = game.step_called(name) if isinstance(name, str) else -1
    if number < 0:
        raise Problem("record.no_step", name=name)
    return int(number)
