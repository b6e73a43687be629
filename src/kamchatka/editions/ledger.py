"""The ledger of a booklet: rules covered by tests, rules that need no code, and open rules."""

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Literal

import msgspec

from kamchatka.editions import booklets, rulebook
from kamchatka.editions.rulebook import Rule, Rulebook

Status = Literal["shown", "unmechanised", "open"]


class Account(msgspec.Struct, frozen=True):
    """A rule and the tests that cover it."""

    rule: Rule
    tests: tuple[str, ...]

    @property
    def status(self) -> Status:
        """The rule's status. A rule that a test covers counts as covered even if the booklet requires no test."""
        if self.tests:
            return "shown"
        return "unmechanised" if self.rule.unmechanised else "open"


class Totals(msgspec.Struct, frozen=True):
    """The totals of a ledger."""

    total: int
    shown: int
    unmechanised: int
    open: int


class Ledger(msgspec.Struct, frozen=True):
    """The accounts of one booklet, in the booklet's order."""

    booklet: Rulebook
    accounts: tuple[Account, ...]

    @classmethod
    def of(cls, booklet: Rulebook, marks: Mapping[str, Sequence[str]]) -> "Ledger":
        """Build the ledger of a booklet from the tests that cover each rule id."""
        return cls(booklet, tuple(Account(rule, tuple(marks.get(rule.id, ()))) for rule in booklet.rules))

    @classmethod
    def load(cls, booklet: str) -> "Ledger":
        """Load the ledger of an installed booklet; a Problem lists the available ones."""
        return cls.of(rulebook(booklet), marks(booklet))

    def account(self, id: str) -> Account:
        """Return the account of one rule."""
        return self.accounts[self.booklet.rules.index(self.booklet.rule(id))]

    def totals(self) -> Totals:
        """Count the rules, in total and by status."""
        found = [account.status for account in self.accounts]
        return Totals(len(found), found.count("shown"), found.count("unmechanised"), found.count("open"))


def marks(booklet: str) -> dict[str, list[str]]:
    """Map rule ids to the tests that cover them, as `pytest --ledger-write` last recorded them."""
    record = resources.files(booklets()[booklet].home) / "ledger.json"
    if not record.is_file():
        return {}
    return msgspec.json.decode(record.read_bytes(), type=dict[str, list[str]])
