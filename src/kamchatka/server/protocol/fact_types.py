"""Protocol types of the facts sent to clients, generated from the fields that each class of facts declares."""

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from kamchatka.kernel.declarations.registry import FACTS, below
from kamchatka.kernel.edges.codecs import UNSEEN
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import NAMED
from kamchatka.kernel.game import Game
from kamchatka.kernel.schema.fields import CLAUSE, DICE, FLAG, ROW, SET, Field
from kamchatka.kernel.table import Fact
from kamchatka.words.words import SILENT


class FactTold(msgspec.Struct, tag_field="fact", frozen=True):
    """Something that happened, with only what the viewer may know."""


@cache
def struct_of(kind: Any) -> type[FactTold]:
    """Return the struct of a class of facts. Fields are named as in journals; `is_loss` marks losses of armies."""
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
    """Convert a fact to its protocol type."""
    kind: Any = type(fact)  # typed Any, because mypy considers a class unhashable here
    data = write_fact(game, fact)
    del data["fact"]
    return struct_of(kind)(**data)


def facts_told() -> list[Any]:
    """Return the classes of facts that clients are sent, sorted by name."""
    return sorted((kind for kind in below(Fact) if not issubclass(kind, SILENT)), key=lambda kind: str(kind.__name__))


def _type_of(field: Field) -> Any:
    """Return the type of a field's value in JSON."""
    several = field.form in (ROW, SET) or field.noun == DICE.noun
    one: Any = str if field.form != ROW and field.noun in (*NAMED, CLAUSE.noun) else int
    plain = bool if field.noun == FLAG.noun else tuple[one, ...] if several else one
    known = plain | Literal[UNSEEN] if field.is_secret and plain is not str else plain
    return known | None if field.is_optional else known


if TYPE_CHECKING:
    FactSeen = FactTold
else:
    FactSeen = reduce(or_, [struct_of(kind) for kind in facts_told()])  # the union of all facts, as in `events`
