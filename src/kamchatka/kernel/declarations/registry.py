"""Registry of all classes of facts and frames, their names and declared fields.

It refuses a class with undeclared fields, or one that doesn't say which seats may see it. Such a class can't be
stored, loaded or described, and no game can be composed while it exists.
"""

from typing import Any, Final, TypeAlias, final

from kamchatka.kernel.schema.data import field_names
from kamchatka.kernel.schema.fields import Fields
from kamchatka.kernel.state import EditionState, Frame, PublicEditionState, PublicFrame
from kamchatka.kernel.table import Bookkeeping, Fact, PublicFact

Kind: TypeAlias = Any  # a class, as mypy doesn't accept classes that define __eq__ as hashable

LEFT_OUT: Final[set[str]] = set()  # packages of editions that failed to load; their classes are ignored
PORTS: Final[list[Kind]] = [Fact, PublicFact, Bookkeeping, Frame, PublicFrame, EditionState, PublicEditionState]
# Base classes that make their subclasses public.
OPEN_TO_ALL: Final[list[Kind]] = [PublicFact, PublicFrame, PublicEditionState]


@final
class Schema:
    """The declared fields of a class of facts or frames, in constructor order."""

    def __init__(self, kind: Kind, fields: Fields) -> None:
        self.kind: Final = kind
        self.name: Final[str] = kind.__name__
        self.fields: Final = fields
        self.sorted: Final = dict(sorted(fields.items()))
        self.secrets: Final = [name for name, field in fields.items() if field.is_secret]
        self.former: Final = {old: name for name, field in fields.items() for old in field.former}


@final
class Registry:
    """Registry of the subclasses of a base class, by current and former names."""

    def __init__(self, port: Kind) -> None:
        self.port: Final = port
        self.by_name: Final[dict[str, Schema]] = {}
        self.by_kind: Final[dict[Kind, Schema]] = {}
        self.by_former: Final[dict[str, Schema]] = {}

    def of(self, kind: Kind) -> Schema:
        """Return the schema of this class."""
        if kind not in self.by_kind:
            self.scan()
        return self.by_kind[kind]

    def find(self, name: str) -> Schema | None:
        """Return the schema with this current or former name, or None."""
        if name not in self.by_name and name not in self.by_former:
            self.scan()
        return self.by_name.get(name) or self.by_former.get(name)

    def scan(self) -> None:
        """Register classes defined since the last scan."""
        for kind in below(self.port):
            if kind not in self.by_kind:
                self.add(kind)

    def add(self, kind: Kind) -> None:
        """Register a class; a TypeError names the missing declaration."""
        schema = Schema(kind, collect_fields(kind))
        check_secrecy(kind, schema.secrets)
        former: list[str] = list(kind.__dict__.get("FORMER", ()))
        for name in [schema.name, *former]:
            other = self.by_name.get(name) or self.by_former.get(name)
            if other is not None:
                raise TypeError(f"{full_name(kind)}: {full_name(other.kind)} is or was called {name} too")
        self.by_kind[kind] = schema
        self.by_name[schema.name] = schema
        for name in former:
            self.by_former[name] = schema


def below(port: Kind) -> list[Kind]:
    """List all direct and indirect subclasses that aren't base classes themselves."""
    found: list[Kind] = []
    for kind in port.__subclasses__():
        if kind not in PORTS and kind.__module__.partition(".")[0] not in LEFT_OUT:
            found.append(kind)
        found.extend(below(kind))
    return found


def collect_fields(kind: Kind) -> Fields:
    """Collect the fields declared by a class and its bases; they must match the constructor's parameters."""
    known: Fields = {}
    for base in reversed(kind.__mro__):
        known.update(base.__dict__.get("FIELDS", {}))
    names = field_names(kind)
    for name in names:
        if name not in known:
            raise TypeError(f"{full_name(kind)}: FIELDS doesn't declare {name}")
    for name in kind.__dict__.get("FIELDS", {}):
        if name not in names:
            raise TypeError(f"{full_name(kind)}: {name} is declared but is no parameter of __init__")
    return {name: known[name] for name in names}


def full_name(kind: Kind) -> str:
    """Return a class's name for error messages."""
    return f"{kind.__module__}.{kind.__name__}"


def provider(kind: Kind, method: str) -> Kind:
    """Return the class that defines a method: the class itself or one of its bases."""
    return next(base for base in kind.__mro__ if method in base.__dict__)


def check_secrecy(kind: Kind, secrets: list[str]) -> None:
    """Check that a class defines `seen_by`, or is public and has no secret fields."""
    says = provider(kind, "seen_by")
    if says is not kind and says not in OPEN_TO_ALL:
        raise TypeError(f"{full_name(kind)} doesn't say who may see it: make it public or write seen_by")
    if secrets and says in OPEN_TO_ALL:
        raise TypeError(f"{full_name(kind)} is public, yet declares {', '.join(secrets)} secret")


FACTS: Final = Registry(Fact)
FRAMES: Final = Registry(Frame)


def check_declarations() -> None:
    """Check the declarations of all facts, frames and edition states; a TypeError names the first invalid class."""
    FACTS.scan()
    FRAMES.scan()
    for kind in below(EditionState):
        if (
            provider(kind, "copy") is not EditionState
        ):  # an abstract state shared by several editions is never instantiated, so it needs no `seen_by`
            check_secrecy(kind, [])
