"""The accounts of a booklet: which rules tests show, which have nothing to enforce, which are still open."""

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Literal

import msgspec

from kamchatka.editions import booklets, rulebook
from kamchatka.editions.rulebook import Rule, Rulebook

Status = Literal["shown", "unmechanised", "open"]


class Account(msgspec.Struct, frozen=True):
    """A rule and the tests that show it."""

    rule: Rule
    tests: tuple[str, ...]

    @property
    def status(self) -> Status:
        """A test that shows a rule counts even where the booklet asks for none."""
        if self.tests:
            return "shown"
        return "unmechanised" if self.rule.unmechanised else "open"


class Totals(msgspec.Struct, frozen=True):
    """The bottom line of a ledger."""

    total: int
    shown: int
    unmechanised: int
    open: int


class Ledger(msgspec.Struct, frozen=True):
    """The accounts of one booklet, in its order."""

    booklet: Rulebook
    accounts: tuple[Account, ...]

    @classmethod
    def of(cls, booklet: Rulebook, marks: Mapping[str, Sequence[str]]) -> "Ledger":
        """The ledger of a booklet, from the tests that name each rule id."""
        return cls(booklet, tuple(Account(rule, tuple(marks.get(rule.id, ()))) for rule in booklet.rules))

    @classmethod
    def load(cls, booklet: str) -> "Ledger":
        """The ledger of a booklet that is installed; a Problem lists the ones there are."""
        return cls.of(rulebook(booklet), marks(booklet))

    def account(self, id: str) -> Account:
        """The account of one rule."""
        return self.accounts[self.booklet.rules.index(self.booklet.rule(id))]

    def totals(self) -> Totals:
        """How many rules there are, and how many of each status."""
        found = [account.status for account in self.accounts]
        return Totals(len(found), found.count("shown"), found.count("unmechanised"), found.count("open"))


def marks(booklet: str) -> dict[str, list[str]]:
    """Rule id to the tests that show it, as `pytest --ledger-write` last recorded them."""
    record = resources.files(booklets()[booklet].home) / "ledger.json"
    if not record.is_file():
        return {}
    return msgspec.json.decode(record.read_bytes(), type=dict[str, list[str]])
