"""Classes of facts and frames by name: declared fields, former names, and an error for incomplete declarations."""

from typing import ClassVar

import pytest

from kamchatka.kernel.declarations.registry import (
    FACTS,
    LEFT_OUT,
    Registry,
    Schema,
    below,
    check_secrecy,
    collect_fields,
)
from kamchatka.kernel.facts import ArmiesLost
from kamchatka.kernel.schema.fields import (
    CARD,
    CARDS,
    ONE,
    ROW,
    SEAT,
    SET,
    Field,
    Fields,
    optional,
    renamed,
    revealed,
    row,
    secret,
)
from kamchatka.kernel.schema.rows import BY_SEAT, Row

HERE = __name__


# ------------------------------------------------------------------ fields
def describe_field(field: Field) -> tuple[str, str, bool, bool, bool, tuple[str, ...]]:
    """Return everything that a declaration says of a field."""
    return (field.noun, field.form, field.is_secret, field.is_optional, field.is_revealed, field.former)


def test_a_declaration_changes_one_thing_and_keeps_the_rest() -> None:
    for field, says in (
        (Field("card"), ("card", ONE, False, False, False, ())),
        (row(CARDS), ("card", ROW, False, False, False, ())),
        (secret(CARDS), ("card", SET, True, False, False, ())),
        (optional(CARDS), ("card", SET, False, True, False, ())),
        (revealed(CARDS), ("card", SET, False, False, True, ())),
        (renamed(CARDS, "hand", "cards"), ("card", SET, False, False, False, ("hand", "cards"))),
        (renamed(secret(SEAT), "who"), ("seat", ONE, True, False, False, ("who",))),
        (renamed(optional(SEAT), "who"), ("seat", ONE, False, True, False, ("who",))),
        (renamed(revealed(SEAT), "who"), ("seat", ONE, False, False, True, ("who",))),
    ):
        assert describe_field(field) == says


def test_a_row_is_counted_by_one_thing_unless_it_names_a_second() -> None:
    assert (Row(BY_SEAT, {}).by, Row(BY_SEAT, {}).per, Row(BY_SEAT, {}, "kind").per) == ("seat", "", "kind")


# ------------------------------------------------------------------ a port of this page's own
class Port:
    """A port of this test, with several kinds; unlike facts and frames, no game uses it."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def seen_by(self, seat: int) -> "Port":
        """Return the port as a seat sees it."""
        return self


class Told(Port):
    """A kind that declares one more field, which had another name."""

    FIELDS: ClassVar[Fields] = {"card": renamed(secret(CARD), "face")}
    FORMER: ClassVar[tuple[str, ...]] = ("Said", "Spoken")

    def __init__(self, card: int, seat: int) -> None:
        super().__init__(seat)
        self.card = card

    def seen_by(self, seat: int) -> "Port":
        return self


class Retold(Told):
    """A kind derived from another."""

    def seen_by(self, seat: int) -> "Port":
        return self


def test_fields_come_in_the_order_of_the_constructor_with_what_the_bases_declare() -> None:
    schema = Schema(Told, collect_fields(Told))
    assert (schema.kind, schema.name) == (Told, "Told")
    assert {name: field.noun for name, field in schema.fields.items()} == {"card": "card", "seat": "seat"}
    assert list(schema.fields) == ["card", "seat"]
    assert (schema.secrets, schema.former) == (["card"], {"face": "card"})


def test_a_kind_is_found_by_its_name_and_by_those_it_had() -> None:
    registry = Registry(Port)
    assert registry.port is Port
    assert registry.find("Told") is registry.by_kind[Told]  # the first query looks for the existing kinds
    assert registry.find("Said") is registry.find("Spoken") is registry.of(Told)
    assert registry.find("Retold") is registry.of(Retold)
    assert registry.find("Sung") is None


def test_the_first_question_may_be_for_a_kind_or_a_former_name() -> None:
    assert Registry(Port).of(Retold).kind is Retold
    found = Registry(Port).find("Spoken")
    assert found is not None
    assert found.kind is Told


def test_kinds_that_come_later_are_found_when_they_are_asked_for() -> None:
    class Base:
        def seen_by(self, seat: int) -> object:
            """Return a wrong type."""

    registry = Registry(Base)
    assert registry.find("Late") is None

    class Late(Base):
        FORMER = ("Early",)

        def seen_by(self, seat: int) -> object:
            """Return a wrong type."""

    found = registry.find("Early")
    assert found is not None
    assert found.kind is Late

    class Later(Base):
        def seen_by(self, seat: int) -> object:
            """Return a wrong type."""

    assert registry.of(Later).kind is Later


def test_what_is_known_is_not_looked_for_again() -> None:
    """Known kinds are cached, or a broken class defined later would be found and rejected."""

    class Base:
        def seen_by(self, seat: int) -> object:
            """Return a wrong type."""

    class Known(Base):
        FORMER = ("Once",)

        def seen_by(self, seat: int) -> object:
            """Return a wrong type."""

    registry = Registry(Base)
    registry.scan()
    broken = type("Broken", (Base,), {"__module__": HERE})
    assert registry.find("Known") is registry.find("Once") is registry.of(Known)
    with pytest.raises(TypeError, match=rf"^{HERE}.Broken doesn't say who may see it"):
        registry.of(broken)
    with pytest.raises(TypeError, match=rf"^{HERE}.Broken doesn't say who may see it"):
        registry.find("Unheard")


# ------------------------------------------------------------------ below a port
def test_bases_come_first_and_packages_that_were_left_out_do_not_count() -> None:
    class Base:
        """A port."""

    class Kept(Base):
        __module__ = "kept.rules.odd"

    class Broken(Base):
        __module__ = "broken.rules.odd"

    class Below(Kept):
        __module__ = "kept"

    class Beneath(Broken):
        __module__ = "broken"

    assert below(Base) == [Kept, Below, Broken, Beneath]
    LEFT_OUT.add("broken")
    try:
        assert below(Base) == [Kept, Below]
    finally:
        LEFT_OUT.remove("broken")
    assert ArmiesLost in below(FACTS.port)
    assert not {"PublicFact", "Bookkeeping"} & {kind.__name__ for kind in below(FACTS.port)}


# ------------------------------------------------------------------ what says too little
class Odd:
    """A class derived from no port of the tests above, because a class lives on until it is collected."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def seen_by(self, seat: int) -> "Odd":
        """Return what a seat sees."""
        return self


def test_every_parameter_is_declared() -> None:
    class Mute(Odd):
        def __init__(self, seat: int, mood: int) -> None:
            super().__init__(seat)
            self.mood = mood

    with pytest.raises(TypeError, match=rf"^{HERE}.Mute: FIELDS doesn't declare mood$"):
        collect_fields(Mute)


def test_what_is_declared_is_a_parameter() -> None:
    class Boastful(Odd):
        FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": CARD}

    with pytest.raises(TypeError, match=rf"^{HERE}.Boastful: card is declared but is no parameter of __init__$"):
        collect_fields(Boastful)


def test_a_class_may_leave_out_a_field_of_its_base() -> None:
    class Seatless(Odd):
        def __init__(self) -> None:
            super().__init__(0)

    assert collect_fields(Seatless) == {}


def test_who_may_see_it_is_said() -> None:
    class Inherits(Odd):
        """A class that inherits `seen_by` from a base that was not declared public."""

    with pytest.raises(
        TypeError, match=rf"^{HERE}.Inherits doesn't say who may see it: make it public or write seen_by$"
    ):
        check_secrecy(Inherits, [])
    with pytest.raises(TypeError, match=rf"^{HERE}.Inherits doesn't say who may see it"):
        Registry(Odd).add(Inherits)
    check_secrecy(Told, ["card"])


def test_what_is_public_has_no_secrets() -> None:
    check_secrecy(ArmiesLost, [])
    with pytest.raises(
        TypeError, match=r"^kamchatka.kernel.facts.ArmiesLost is public, yet declares place, armies secret$"
    ):
        check_secrecy(ArmiesLost, ["place", "armies"])


@pytest.mark.parametrize(
    ("name", "former", "taken"),
    [("Told", (), "Told"), ("Said", (), "Said"), ("New", ("Told",), "Told"), ("New", ("Newer", "Spoken"), "Spoken")],
)
def test_a_name_belongs_to_one_kind_for_ever(name: str, former: tuple[str, ...], taken: str) -> None:
    registry = Registry(Port)
    registry.add(Told)
    second = type(name, (), {"__module__": HERE, "FORMER": former, "seen_by": Told.seen_by})
    with pytest.raises(TypeError, match=rf"^{HERE}.{name}: {HERE}.Told is or was called {taken} too$"):
        registry.add(second)
    assert list(registry.by_kind) == [Told]
