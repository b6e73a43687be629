"""Labours that a god rewards with a card of its deck, and the drawing of the card (god.obtain.5)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.divine_dice import DivineThrow, triples
from kamchatka.editions.godstorm.places import CRYPTS, LANDS, count_controlled
from kamchatka.editions.godstorm.state import (
    DEATH,
    MAGIC,
    SKY,
    WAR,
    DefendersBeaten,
    GodsAvenged,
    RelicTaken,
    edition_state,
    in_play,
)
from kamchatka.kernel.ages.age import card_of_kind
from kamchatka.kernel.ages.age_facts import CardTaken
from kamchatka.kernel.state import DECK, NOBODY
from kamchatka.kernel.table import Table


def draw(table: Table, seat: i64, deck: i64) -> None:
    """Draw the top card of a deck, if there is one.

    A relic goes into play at once, any other card into the hand (god.play.10).
    """
    card = card_of_kind(table, deck, DECK)
    if card == NOBODY:
        return
    table.note(RelicTaken(seat, card) if deck == MAGIC else CardTaken(seat, deck, card))


@final
class Labours:
    """The four labours, with the table's options."""

    def __init__(self, conquests: i64, captures: bool, again: bool, below: bool) -> None:
        self.conquests: Final[i64] = conquests  # number of defended territories to conquer for a War card
        self.captures: Final = captures  # True if a god banished by a capture counts as defeated
        self.again: Final = again  # True if a new triple made by a reroll is rewarded again
        self.below: Final = below  # True if triples in the Underworld are rewarded

    def reward_conquest(self, table: Table, seat: i64) -> None:
        """Handle the War labour: the seat in turn has defeated the last army of a territory."""
        table.note(DefendersBeaten())
        if edition_state(table).beaten == self.conquests and in_play(table, seat, WAR):
            draw(table, seat, WAR)

    def reward_defeat_of_god(self, table: Table, seat: i64) -> None:
        """Handle the Sky labour: the seat in turn has defeated a god. It is rewarded once per turn."""
        if in_play(table, seat, SKY) and not edition_state(table).avenged:
            table.note(GodsAvenged())
            draw(table, seat, SKY)

    def reward_triples(self, table: Table, seat: i64, place: i64, dice: DivineThrow) -> None:
        """Handle the Magic labour: three equal dice in a fight over this place, in any seat's turn."""
        if not in_play(table, seat, MAGIC) or (place >= LANDS and not self.below):
            return
        at_first = triples(dice.fell)
        anew = triples(dice.final) & ~at_first
        if at_first or anew:
            draw(table, seat, MAGIC)
        if at_first and anew and self.again:
            draw(table, seat, MAGIC)

    def turn_ends(self, table: Table, seat: i64) -> None:
        """Handle the Death labour: the seat holds a crypt at the end of the turn."""
        if in_play(table, seat, DEATH) and count_controlled(table, seat, CRYPTS) > 0:
            draw(table, seat, DEATH)
