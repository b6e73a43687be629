"""Every class of facts and frames by name, with its declared fields: found once, refused where it doesn't say enough.

A class is refused that leaves a field undeclared or doesn't say who may see it. So nothing of it can be written, read
or told, and no game can be composed while it is there.
"""

from typing import Any, Final, final

from kamchatka.kernel.schema.data import field_names
from kamchatka.kernel.schema.fields import Fields
from kamchatka.kernel.state import EditionState, Frame, PublicEditionState, PublicFrame
from kamchatka.kernel.table import Bookkeeping, Fact, PublicFact

LEFT_OUT: Final[set[str]] = set()  # packages of editions that could not be loaded: their classes count for nothing
PORTS: Final[list[Any]] = [Fact, PublicFact, Bookkeeping, Frame, PublicFrame, EditionState, PublicEditionState]
OPEN_TO_ALL: Final[list[Any]] = [
    PublicFact,
    PublicFrame,
    PublicEditionState,
]  # the classes that say so for their subclasses


@final
class Schema:
    """What a class of facts or frames declares: its fields in the order of its constructor."""

    def __init__(self, kind: Any, fields: Fields) -> None:
        self.kind: Final = kind
        self.name: Final[str] = kind.__name__
        self.fields: Final = fields
        self.sorted: Final = dict(sorted(fields.items()))
        self.secrets: Final = [name for name, field in fields.items() if field.is_secret]
        self.former: Final = {old: name for name, field in fields.items() for old in field.former}


@final
class Registry:
    """The classes below a port, by their names of today and of earlier versions."""

    def __init__(self, port: Any) -> None:
        self.port: Final = port
        self.by_name: Final[dict[str, Schema]] = {}
        self.by_kind: Final[dict[Any, Schema]] = {}
        self.by_former: Final[dict[str, Schema]] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a class."""
        if kind not in self.by_kind:
            self.scan()
        return self.by_kind[kind]

    def find(self, name: str) -> Schema | None:
        """The schema of that name, or of the class that was called so; None: there was never such a class."""
        if name not in self.by_name and name not in self.by_former:
            self.scan()
        return self.by_name.get(name) or self.by_former.get(name)

    def scan(self) -> None:
        """Take in the classes that have come since the last time."""
        for kind in below(self.port):
            if kind not in self.by_kind:
                self.add(kind)

    def add(self, kind: Any) -> None:
        """Take in a class; a TypeError says what it should have declared."""
        schema = Schema(kind, declared(kind))
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


def below(port: Any) -> list[Any]:
    """All classes below a port that aren't ports themselves, those of lower levels after their bases."""
    found: list[Any] = []
    for kind in port.__subclasses__():
        if kind not in PORTS and kind.__module__.partition(".")[0] not in LEFT_OUT:
            found.append(kind)
        found.extend(below(kind))
    return found


def declared(kind: Any) -> Fields:
    """The fields of a class as it and its bases declare them; each parameter of its constructor must be one."""
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


def full_name(kind: Any) -> str:
    """What an error calls a class."""
    return f"{kind.__module__}.{kind.__name__}"


def provider(kind: Any, method: str) -> Any:
    """The class of which a class has a method: itself or a base."""
    return next(base for base in kind.__mro__ if method in base.__dict__)


def check_secrecy(kind: Any, secrets: list[str]) -> None:
    """A class says who may see it by a `seen_by` of its own, or by being public, and then it has no secrets."""
    says = provider(kind, "seen_by")
    if says is not kind and says not in OPEN_TO_ALL:
        raise TypeError(f"{full_name(kind)} doesn't say who may see it: make it public or write seen_by")
    if secrets and says in OPEN_TO_ALL:
        raise TypeError(f"{full_name(kind)} is public, yet declares {', '.join(secrets)} secret")


FACTS: Final = Registry(Fact)
FRAMES: Final = Registry(Frame)


def check_declarations() -> None:
    """Every class of facts, frames and editions' records says what it must; a TypeError names one that doesn't."""
    FACTS.scan()
    FRAMES.scan()
    for kind in below(EditionState):
        if (
            provider(kind, "copy") is not EditionState
        ):  # what editions share, and none of them keeps as it is, says nothing
            check_secrecy(kind, [])
