"""Former names of the public API. They work for one more version, with a DeprecationWarning."""

import warnings
from collections.abc import Mapping
from typing import Self

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.options import Action
from kamchatka.match.facts import Facts
from kamchatka.match.recording import Entry, Recording, apply_entry, compose, play_numeric, prepare


class FormerNames(Recording):
    """Methods that left `Match` in version 0.2."""

    @classmethod
    def blank(
        cls,
        edition: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        chance: Chance,
        kept: bool = False,
    ) -> Self:
        """Create a blank match; deprecated, use `kamchatka.match.blank_match`."""
        _warn("Match.blank", "kamchatka.match.blank_match")
        return cls(*compose(edition, seats, options or {}, chance, kept))

    def begin(self) -> None:
        """Prepare a match; deprecated, use `kamchatka.match.prepare`."""
        _warn("Match.begin", "kamchatka.match.prepare")
        prepare(self)

    def play_inner(self, action: Action, seat: int | None = None) -> Facts:
        """Play a numeric action; deprecated, use `Match.play` or `kamchatka.match.play_numeric`."""
        _warn("Match.play_inner", "Match.play with a named action, or kamchatka.match.play_numeric")
        return play_numeric(self, action, seat)

    def apply_entry(self, entry: Entry) -> None:
        """Apply a journal entry; deprecated, use `kamchatka.match.apply_entry`."""
        _warn("Match.apply_entry", "kamchatka.match.apply_entry")
        apply_entry(self, entry)


def read_kept(former: Mapping[str, bool]) -> bool:
    """Read `kept`, a former keyword of `Match.new` and `Match.from_position`."""
    unknown = [name for name in former if name != "kept"]
    if unknown:
        raise TypeError(f"unexpected keyword argument '{unknown[0]}'")
    if former:
        _warn("kept=", "kamchatka.match.blank_match or match_at with stored=")
    return former.get("kept", False)


def _warn(name: str, instead: str) -> None:
    warnings.warn(f"{name} is deprecated: use {instead}.", DeprecationWarning, stacklevel=3)
