"""A miracle card in progress: the frame of an announced card, its questions and its effect."""

from collections.abc import Callable
from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.schema.fields import CARD, NUMBER, PLACE, Fields, optional, row
from kamchatka.kernel.state import PublicFrame
from kamchatka.kernel.table import Table


@final
class Working(PublicFrame):
    """An announced card: the invasion that it answers (NOBODY: none), the questions asked and the choices so far."""

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
        """Return the card's next frame, at another step and with further choices."""
        return Working(step, self.seat, self.card, self.source, self.target, self.asked + asked, self.picks + picks)


@mypyc_attr(allow_interpreted_subclasses=True)
class TargetQuestion:
    """A choice that a card requires. `clause` is the card's rule about what may be chosen."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def is_needed(self, table: Table, work: Working) -> bool:
        """Return True if there is something to choose."""
        return True

    def offer(self, table: Table, work: Working, options: Options) -> None:
        """Add the possible choices."""
        raise NotImplementedError

    def picks_of(self, action: Action) -> tuple[int, ...]:
        """Return what the card must remember of the answer."""
        return (action.what,)

    def why(self, table: Table, work: Working, action: Action) -> str:
        """Return the clause that forbids an answer: the card's own, unless a general rule applies."""
        return self.clause


def always(table: Table, work: Working) -> bool:
    """Return True: a card may be played even if it changes nothing (god.play.5)."""
    return True


@final
class Miracle:
    """The questions and the effect of a kind of card. It can be played if `ready` and its first question has an answer.

    Whatever the answer to the first question, all later ones have answers too. The first `announced` questions
    (default: all) are asked before Aegis may cancel the card, the others afterwards.
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
        """Return the question at this stage of the card. The stage of Aegis has no question."""
        return self.questions[asked if asked < self.announced else asked - 1]

    def playable(self, table: Table, work: Working) -> bool:
        """Return True if every target and piece that the card needs exists (god.play.5)."""
        if not self.ready(table, work):
            return False
        if not self.questions or not self.questions[0].is_needed(table, work):
            return True
        options = Options()
        self.questions[0].offer(table, work, options)
        return len(options.ranges) > 0
