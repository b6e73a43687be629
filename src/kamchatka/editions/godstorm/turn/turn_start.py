"""The start of a turn: relics that act before the income is counted (god.collect.10)."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.gods.labours import draw
from kamchatka.editions.godstorm.gods.relics import (
    AEGIS,
    CAULDRON,
    EXCALIBUR,
    GOLDEN_FLEECE,
    PANDORAS_BOX,
    PYRAMIDS,
    TEARS,
    WINE,
)
from kamchatka.editions.godstorm.miracles.card_play import IN_TURN, Unfold
from kamchatka.editions.godstorm.miracles.miracle_facts import CardTurnedUp
from kamchatka.editions.godstorm.places import CONTINENTS, holds_continent
from kamchatka.editions.godstorm.state import DEATH, SKY, WAR, has_relic
from kamchatka.kernel.ages.age import card_of_kind
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.armies import grant
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.options import NAME_CARD, Action, Choice, Options
from kamchatka.kernel.schema.fields import NUMBER, Fields
from kamchatka.kernel.state import DECK, NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

EARLY: Final = (CAULDRON, EXCALIBUR, TEARS, PANDORAS_BOX, GOLDEN_FLEECE, PYRAMIDS, WINE)


@final
class Starting(PublicFrame):
    """A turn begins.

    `used` are the relics that have already acted, as bits (bit 0: the first card of the Magic deck).
    """

    FIELDS: ClassVar[Fields] = {"used": NUMBER}

    def __init__(self, step: i64, seat: i64, used: i64) -> None:
        super().__init__(step, seat)
        self.used: Final[i64] = used


@final
class TurnStart(Step[Starting]):
    """Let every such relic act once. Their order matters only with Pandora's Box, whose owner then chooses it."""

    def __init__(self, unfold: Unfold, reserve: Reserve) -> None:
        super().__init__()
        self.unfold: Final = unfold
        self.reserve: Final = reserve

    def parts(self) -> list[AnyStep]:
        return [self.unfold]

    def frame(self, seat: i64) -> Frame:
        return Starting(self.index, seat, 0)

    def waiting(self, table: Table, frame: Starting) -> list[int]:
        """Return the relics that haven't acted yet."""
        return [card for card in EARLY if has_relic(table, frame.seat, card) and not has(frame.used, card - AEGIS)]

    def arrive(self, table: Table, frame: Starting) -> bool:
        waiting = self.waiting(table, frame)
        if len(waiting) > 1 and PANDORAS_BOX in waiting:
            return True
        if waiting:
            self.use(table, frame, waiting[0])
        else:
            table.close()
        return False

    def options(self, table: Table, frame: Starting, seat: i64) -> Options:
        relics = Choice(NAME_CARD)
        for card in self.waiting(table, frame):
            relics.add(card)
        return Options().add(relics)

    def act(self, table: Table, frame: Starting, seat: i64, action: Action) -> None:
        self.use(table, frame, action.what)

    def why(self, table: Table, frame: Starting, seat: i64, action: Action) -> str:
        return "relic.order" if action.verb == NAME_CARD else "turn.not_now"

    # -------------------------------------------------------------- effects
    def use(self, table: Table, frame: Starting, card: i64) -> None:
        """Let a relic act."""
        seat = frame.seat
        table.replace_top(Starting(self.index, seat, frame.used | bit(card - AEGIS)))
        if card == PANDORAS_BOX:
            self.open_box(table, seat)
        elif card == EXCALIBUR:
            continents = [zone for zone in range(i64(CONTINENTS)) if holds_continent(table, seat, zone)]
            grant(table, seat, 2 * len(continents), self.reserve.cap, "card.excalibur")
        elif card == TEARS:
            table.note(PurseChanged(seat, 1, "card.freyas_tears_of_gold"))
        elif card == WINE:
            grant(table, seat, 1, self.reserve.cap, "card.the_wine_of_eternal_life")
        else:
            draw(table, seat, WAR if card == GOLDEN_FLEECE else SKY if card == PYRAMIDS else DEATH)

    def open_box(self, table: Table, seat: i64) -> None:
        """Play the top Death card at once and free of charge. Without a legal target it is lost."""
        card = card_of_kind(table, DEATH, DECK)
        if card != NOBODY:
            table.note(CardTurnedUp(seat, card))
            if self.unfold.playable(table, seat, card, IN_TURN):
                self.unfold.announce(table, seat, card, IN_TURN)
