"""A miracle card at work: the frame of a card that has been announced, the questions it asks, what it does."""

from collections.abc import Callable
from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.schema.fields import CARD, NUMBER, PLACE, Fields, optional, row
from kamchatka.kernel.state import PublicFrame
from kamchatka.kernel.table import Table


@final
class Working(PublicFrame):
    """An announced card: the invasion it answers (NOBODY: none), the questions asked and what was chosen so far."""

    FIELDS: ClassVar[Fields] = {
        "card": CARD,
        "source": optional(PLACE),
        "target": optional(PLACE),
        "asked": NUMBER,
        "picks": row(NUMBER),
    }

    def __init__(
        self, step: i64, seat: i64, card: i64, source: i64, target: i64, asked: i64, picks: tuple[int, ...]
    ) -> None:
        super().__init__(step, seat)
        self.card: Final[i64] = card
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.asked: Final[i64] = asked
        self.picks: Final = picks

    def card_at_hand(self) -> i64:
        return self.card

    def on(self, step: i64, picks: tuple[int, ...] = (), asked: i64 = 0) -> "Working":
        """The same card a moment later: the step that goes on with it, what else was chosen."""
        return Working(step, self.seat, self.card, self.source, self.target, self.asked + asked, self.picks + picks)


@mypyc_attr(allow_interpreted_subclasses=True)
class TargetQuestion:
    """Something the player of a card has to choose; the clause is the rule of the card that limits the choice."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def needed(self, table: Table, work: Working) -> bool:
        """Whether there is something to choose at all."""
        return True

    def offer(self, table: Table, work: Working, options: Options) -> None:
        """Add what may be chosen."""
        raise NotImplementedError

    def picked(self, action: Action) -> tuple[int, ...]:
        """What the card has to remember of the answer."""
        return (action.what,)

    def why(self, table: Table, work: Working, action: Action) -> str:
        """The clause against an answer that is not offered: the card's own, unless a general rule limits it."""
        return self.clause


def always(table: Table, work: Working) -> bool:
    """For cards that may be played even if they change nothing (god.play.5)."""
    return True


@final
class Miracle:
    """What a kind of card asks and does. It can be played when `ready` says so and its first question has an answer.

    The answers of a first question are such that all later ones can be answered too. The first `announced` questions
    (all, unless it is said) are targets that Aegis hears of; the others are asked once it has let the card pass.
    """

    def __init__(
        self,
        effect: Callable[[Table, Working], None],
        questions: list[TargetQuestion] | None = None,
        ready: Callable[[Table, Working], bool] = always,
        announced: i64 = -1,
    ) -> None:
        self.effect: Final = effect
        self.questions: Final[list[TargetQuestion]] = questions or []
        self.ready: Final = ready
        self.announced: Final[i64] = announced if announced >= 0 else i64(len(self.questions))

    def question(self, asked: i64) -> TargetQuestion:
        """The question at a moment of the card; the moment of Aegis has none."""
        return self.questions[asked if asked < self.announced else asked - 1]

    def playable(self, table: Table, work: Working) -> bool:
        """Whether every target and piece that the card needs is there (god.play.5)."""
        if not self.ready(table, work):
            return False
        if not self.questions or not self.questions[0].needed(table, work):
            return True
        options = Options()
        self.questions[0].offer(table, work, options)
        return len(options.ranges) > 0
