"""A file of command cards: each with its deck, cost, timing, names, texts and effects."""

from typing import Annotated

import msgspec

from kamchatka.editions.risk2210.orders import ANYWHERE, CommandCard
from kamchatka.editions.risk2210.record import KIND_IDS
from kamchatka.editions.risk2210.vocabulary import AnyEffect
from kamchatka.editions.risk2210.workshop import MOMENTS, TERRAIN_NUMBERS, Deck, Few, Terrain, Text, Timing, Workshop


class CardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command card as a card file says it."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    deck: Deck
    cost: Annotated[int, msgspec.Meta(ge=0, le=20)]
    timing: Timing
    it: Text
    en: Text
    text_it: Text
    text_en: Text
    effects: Annotated[tuple[AnyEffect, ...], msgspec.Meta(min_length=1, max_length=5)] = msgspec.field(name="effect")
    copies: Few = 1
    attacked: Terrain | None = None

    def ids(self) -> list[str]:
        """The id of every copy."""
        return [self.id] if self.copies == 1 else [f"{self.id}_{n}" for n in range(1, self.copies + 1)]

    def build(self, shop: Workshop) -> list[CommandCard]:
        """Every copy as the rules know it; copies share their effects."""
        attacked = ANYWHERE if self.attacked is None else TERRAIN_NUMBERS[self.attacked]
        effects = [effect.build(shop) for effect in self.effects]
        card = CommandCard(KIND_IDS.index(self.deck), self.cost, MOMENTS[self.timing], attacked, effects)
        return [card] * self.copies


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of command cards."""

    cards: tuple[CardText, ...] = msgspec.field(name="card")
