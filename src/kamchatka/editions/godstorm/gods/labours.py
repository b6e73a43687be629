"""Labours: deeds that a god rewards with a card of its deck, and the card draw itself (god.obtain.5)."""

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
    """Draw the top card of a deck, if any is left. Relics go straight into play, others into the hand (god.play.10)."""
    card = card_of_kind(table, deck, DECK)
    if card == NOBODY:
        return
    table.note(RelicTaken(seat, card) if deck == MAGIC else CardTaken(seat, deck, card))


@final
class Labours:
    """The four labours, with the options of the table."""

    def __init__(self, conquests: i64, captures: bool, again: bool, below: bool) -> None:
        self.conquests: Final[i64] = conquests  # defended territories to conquer for a War card
        self.captures: Final = captures  # a god banished by capture counts as defeated
        self.again: Final = again  # a new triple made by a reroll pays again
        self.below: Final = below  # triples in the Underworld pay

    def reward_conquest(self, table: Table, seat: i64) -> None:
        """Reward War: the seat in turn has beaten the last army of a territory."""
        table.note(DefendersBeaten())
        if edition_state(table).beaten == self.conquests and in_play(table, seat, WAR):
            draw(table, seat, WAR)

    def reward_defeat_of_god(self, table: Table, seat: i64) -> None:
        """Reward Sky: the seat in turn has defeated a god; once per turn."""
        if in_play(table, seat, SKY) and not edition_state(table).avenged:
            table.note(GodsAvenged())
            draw(table, seat, SKY)

    def reward_triples(self, table: Table, seat: i64, place: i64, dice: DivineThrow) -> None:
        """Reward Magic: three equal dice in a fight over this place, in any seat's turn."""
        if not in_play(table, seat, MAGIC) or (place >= LANDS and not self.below):
            return
        at_first = triples(dice.fell)
        anew = triples(dice.final) & ~at_first
        if at_first or anew:
            draw(table, seat, MAGIC)
        if at_first and anew and self.again:
            draw(table, seat, MAGIC)

    def turn_ends(self, table: Table, seat: i64) -> None:
        """Reward Death: the seat holds a crypt at the end of the turn."""
        if in_play(table, seat, DEATH) and count_controlled(table, seat, CRYPTS) > 0:
            draw(table, seat, DEATH)
