"""Legal actions by name, created when they are accessed."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

from kamchatka.kernel.edges import wire
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.problem import Problem


class LegalActions(Sequence[wire.NamedAction]):
    """Everything that a seat may do at one moment, as a sequence.

    Membership is tested without listing anything, and iteration builds one action at a time. The sequence describes
    the moment at which it was made: ask for a new one after an action.

    >>> from kamchatka import Match, TakeColour
    >>> actions = Match.new("modern", seats=3, seed=1).legal_actions
    >>> len(actions), actions[0], TakeColour("purple") in actions, TakeColour("pink") in actions
    (6, TakeColour(colour='red'), True, False)
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options

    @cached_property
    def _numeric(self) -> list[Action]:
        return self.options.expand()

    def __len__(self) -> int:
        return len(self._numeric)

    def __bool__(self) -> bool:
        return len(self.options.ranges) > 0

    def __iter__(self) -> Iterator[wire.NamedAction]:
        return (wire.outer(self.game, action) for action in self._numeric)

    @overload
    def __getitem__(self, index: int) -> wire.NamedAction: ...
    @overload
    def __getitem__(self, index: slice) -> list[wire.NamedAction]: ...
    def __getitem__(self, index: int | slice) -> wire.NamedAction | list[wire.NamedAction]:
        if isinstance(index, slice):
            return [wire.outer(self.game, action) for action in self._numeric[index]]
        return wire.outer(self.game, self._numeric[index])

    def __contains__(self, action: object) -> bool:
        try:
            return isinstance(action, wire.NamedAction) and self.options.allows(wire.inner(self.game, action))
        except Problem:  # the action names something that this game doesn't have
            return False

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3])) + (", …" if len(self) > 3 else "")
        return f"<LegalActions: {len(self)} ({shown})>" if self else "<LegalActions: none>"
