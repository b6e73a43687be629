"""An edition's booklet as data: rules in both languages, the clauses that the code cites, and table options."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from kamchatka.boards import Named
from kamchatka.kernel.problem import Problem
from kamchatka.texts import translate

Kind = Literal["rule", "optional", "automatic", "fact", "advice"]
Value = bool | int | str

ENFORCED: tuple[Kind, ...] = ("rule", "optional")


class UnknownClause(LookupError):
    """The code cites a clause that no rule of the booklet covers."""

    def __init__(self, clause: str, edition: str) -> None:
        super().__init__(f"no rule of the {edition} booklet answers for the clause {clause!r}")
        self.clause = clause


class BadRulebook(ValueError):
    """A rulebook file contradicts itself. The message has one line per fault."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Wording(msgspec.Struct, frozen=True):
    """All texts of a rule, in one language."""

    title: str
    text: str
    example: str | None
    ambiguity: str | None
    reading: str | None
    unmechanised: str | None


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of the booklet, in our own words."""

    id: str
    phase: str
    kind: Kind
    title: str
    title_it: str
    en: str
    it: str
    example: str | None = None
    example_it: str | None = None
    ambiguity: str | None = None
    ambiguity_it: str | None = None
    reading: str | None = None
    reading_it: str | None = None
    unmechanised: str | None = None
    unmechanised_it: str | None = None
    option: str | None = None
    clauses: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def is_enforced(self) -> bool:
        """True if the software must enforce the rule. A test must then cover it."""
        return self.kind in ENFORCED

    def text(self, language: str) -> str:
        """Return the rule's text in a language."""
        return translate(language, it=self.it, en=self.en)

    def wording(self, language: str) -> Wording:
        """Return all texts of the rule in a language."""
        return Wording(
            translate(language, it=self.title_it, en=self.title),
            self.text(language),
            _translate_remark(language, self.example_it, self.example),
            _translate_remark(language, self.ambiguity_it, self.ambiguity),
            _translate_remark(language, self.reading_it, self.reading),
            _translate_remark(language, self.unmechanised_it, self.unmechanised),
        )


def _translate_remark(language: str, it: str | None, en: str | None) -> str | None:
    """Return a remark in a language, or None."""
    return translate(language, it=it or "", en=en or "") or None


class TableOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice made before the game: one of `values`, a whole number from `min` to `max`, or a `text`."""

    name: str
    default: Value
    en: str
    it: str
    rules: tuple[str, ...]
    values: tuple[Value, ...] = ()
    min: int | None = None
    max: int | None = None
    text: bool = False  # True for any text that the table's rules accept (`TableRules.check`)
    edition: str = ""  # the only edition that offers the option, if two editions share the booklet
    needs: dict[str, tuple[Value, ...]] = {}  # the option is relevant only if these options have one of these values

    def allows(self, value: Value) -> bool:
        """Return True if a table may choose this value. Types matter: `true` isn't the same as 1."""
        if self.text:
            return isinstance(value, str)
        if self.values:
            return any(type(value) is type(known) and value == known for known in self.values)
        return type(value) is int and self.min is not None and self.max is not None and self.min <= value <= self.max


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The allowed number of players."""

    min: int
    max: int


class Phase(Named, frozen=True, forbid_unknown_fields=True):
    """A heading of the booklet, followed by its rules."""


class Book(Named, frozen=True, forbid_unknown_fields=True):
    """The title page of a booklet."""

    edition: str
    seats: Seats


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A complete booklet, which is validated when it is read."""

    book: Book
    phases: tuple[Phase, ...] = msgspec.field(name="phase")
    rules: tuple[Rule, ...] = msgspec.field(name="rule")
    options: tuple[TableOption, ...] = msgspec.field(name="option", default=())

    @classmethod
    def read(cls, text: bytes | str, values: Mapping[str, tuple[Value, ...]] | None = None) -> "Rulebook":
        """Parse a booklet from TOML; BadRulebook lists all faults.

        `values` are the allowed values of options, as the table's rules declare them.
        """
        try:
            found = msgspec.toml.decode(text, type=cls)
        except msgspec.DecodeError as error:
            raise BadRulebook([f"the rulebook cannot be read: {error}"]) from error
        declared = values or {}
        found = msgspec.structs.replace(found, options=tuple(_with_values(one, declared) for one in found.options))
        faults = [*_faults(found), *_contradictions(found, declared)]
        if faults:
            raise BadRulebook(faults)
        return found

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _by_clause(self) -> dict[str, Rule]:
        return {clause: rule for rule in self.rules for clause in rule.clauses}

    def rule(self, id: str) -> Rule:
        """Return the rule with that id, or raise a Problem."""
        try:
            return self._by_id[id]
        except KeyError:
            raise unknown_rule(id, self.book.edition) from None

    def citing(self, clause: str) -> Rule:
        """Return the rule that covers a clause of the code."""
        try:
            return self._by_clause[clause]
        except KeyError:
            raise UnknownClause(clause, self.book.edition) from None


def unknown_rule(id: str, edition: str) -> Problem:
    """Return the Problem for a rule id that the booklet lacks."""
    return Problem("rule.unknown", id=id, edition=edition)


def _with_values(option: TableOption, declared: Mapping[str, tuple[Value, ...]]) -> TableOption:
    """Return an option with the values that the rules declare for it, unless the booklet lists its own."""
    if option.values or option.text or option.min is not None or option.name not in declared:
        return option
    return msgspec.structs.replace(option, values=declared[option.name])


def _contradictions(book: Rulebook, declared: Mapping[str, tuple[Value, ...]]) -> Iterator[str]:
    for option in book.options:
        known = declared.get(option.name, option.values)
        if {(type(one), one) for one in option.values} != {(type(one), one) for one in known}:
            yield f"option {option.name} allows {option.values}, but the rules of a table declare {known}"


def _faults(book: Rulebook) -> Iterator[str]:
    """Yield a sentence for every contradiction in a rulebook."""
    yield from (f"rule {id} is written twice" for id in _twice(rule.id for rule in book.rules))
    clauses = (clause for rule in book.rules for clause in rule.clauses)
    yield from (f"clause {clause} belongs to more than one rule" for clause in _twice(clauses))
    yield from (f"option {name} is written twice" for name in _twice(option.name for option in book.options))
    for rule in book.rules:
        yield from _faults_of_rule(rule, book)
    for option in book.options:
        yield from _faults_of_option(option, book)


def _twice(names: Iterator[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _faults_of_rule(rule: Rule, book: Rulebook) -> Iterator[str]:
    own = f"{book.book.id}."
    if not rule.id.startswith(own):
        yield f"rule {rule.id} does not begin with {own}"
    if rule.phase not in {phase.id for phase in book.phases}:
        yield f"rule {rule.id} is of the phase {rule.phase}, which is not there"
    if rule.is_enforced and rule.unmechanised:
        yield f"rule {rule.id} is of kind {rule.kind} and cannot be unmechanised"
    if not rule.is_enforced and not rule.unmechanised:
        yield f"rule {rule.id} is of kind {rule.kind} and must say why it is unmechanised"
    if rule.ambiguity and not rule.reading:
        yield f"rule {rule.id} has an ambiguity without a reading"
    english, italian = msgspec.structs.astuple(rule.wording("en")), msgspec.structs.astuple(rule.wording("it"))
    if [bool(part) for part in english] != [bool(part) for part in italian]:
        yield f"rule {rule.id} does not say the same things in Italian and in English"
    if rule.option and not any(rule.option == option.name and rule.id in option.rules for option in book.options):
        yield f"rule {rule.id} names the option {rule.option}, which does not name the rule"
    # A `see` may refer to a booklet that isn't in the package yet.
    known = {other.id for other in book.rules}
    missing = (id for id in rule.see if id.startswith(own) and id not in known)
    yield from (f"rule {rule.id} refers to {id}, which is not there" for id in missing)


def _faults_of_option(option: TableOption, book: Rulebook) -> Iterator[str]:
    if not option.rules:
        yield f"option {option.name} belongs to no rule"
    known = {rule.id for rule in book.rules}
    yield from (f"option {option.name} names {id}, which is not there" for id in option.rules if id not in known)
    if (bool(option.values), option.min is not None and option.max is not None, option.text).count(True) != 1:
        yield f"option {option.name} needs either values or both min and max, or text"
    elif not option.allows(option.default):
        yield f"option {option.name} does not allow its own default {option.default!r}"
