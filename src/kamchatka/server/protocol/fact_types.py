"""The facts that people are told, as types of the protocol: each class of facts declares what becomes a struct here."""

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from kamchatka.kernel.edges.codecs import UNSEEN
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import NAMED
from kamchatka.kernel.game import Game
from kamchatka.kernel.schema.fields import CLAUSE, DICE, FLAG, ROW, SET, Field
from kamchatka.kernel.schema.registry import FACTS, below
from kamchatka.kernel.table import Fact
from kamchatka.words.words import SILENT


class FactTold(msgspec.Struct, tag_field="fact", frozen=True):
    """Something that happened, as one viewer may know it."""


@cache
def struct_of(kind: Any) -> type[FactTold]:
    """The struct of a class of facts; fields by name, as journals have them, and whether armies fall by it."""
    schema = FACTS.of(kind)
    loss: list[tuple[str, Any, Any]] = [("is_loss", bool, True)] if kind.IS_LOSS else []
    made: Any = msgspec.defstruct(
        schema.name,
        [*((name, _type_of(field)) for name, field in schema.sorted.items()), *loss],
        bases=(FactTold,),
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=schema.name,
        frozen=True,
    )
    struct: type[FactTold] = made
    return struct


def fact_told(game: Game, fact: Fact) -> FactTold:
    """A fact as it travels."""
    kind: Any = type(fact)  # as a class it would not be hashable, says mypy
    data = write_fact(game, fact)
    del data["fact"]
    return struct_of(kind)(**data)


def facts_told() -> list[Any]:
    """The classes of facts that people are told."""
    return sorted((kind for kind in below(Fact) if not issubclass(kind, SILENT)), key=lambda kind: str(kind.__name__))


def _type_of(field: Field) -> Any:
    """The type of a field's value as it is written."""
    several = field.form in (ROW, SET) or field.noun == DICE.noun
    one: Any = str if field.form != ROW and field.noun in (*NAMED, CLAUSE.noun) else int
    plain = bool if field.noun == FLAG.noun else tuple[one, ...] if several else one
    known = plain | Literal[UNSEEN] if field.is_secret and plain is not str else plain
    return known | None if field.is_optional else known


if TYPE_CHECKING:
    FactSeen = FactTold
else:
    FactSeen = reduce(or_, [struct_of(kind) for kind in facts_told()])  # any of them: what `events` hold
