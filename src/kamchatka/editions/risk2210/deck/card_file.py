"""Files of command cards. Each card has a deck, cost, timing, names, texts and effects."""

from typing import Annotated

import msgspec

from kamchatka.editions.edition import TableRules
from kamchatka.editions.risk2210.cards.orders import ANYWHERE, CommandCard
from kamchatka.editions.risk2210.deck.vocabulary import AnyEffect
from kamchatka.editions.risk2210.deck.workshop import (
    MOMENTS,
    TERRAIN_NUMBERS,
    CardTiming,
    Deck,
    Few,
    Terrain,
    Text,
    Workshop,
)
from kamchatka.editions.risk2210.state import KIND_IDS


class CardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command card as written in a card file."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    deck: Deck
    cost: Annotated[int, msgspec.Meta(ge=0, le=20)]
    timing: CardTiming
    it: Text
    en: Text
    text_it: Text
    text_en: Text
    effects: Annotated[tuple[AnyEffect, ...], msgspec.Meta(min_length=1, max_length=5)] = msgspec.field(name="effect")
    copies: Few = 1
    attacked: Terrain | None = None

    def ids(self) -> list[str]:
        """Return the ids of all copies."""
        return [self.id] if self.copies == 1 else [f"{self.id}_{n}" for n in range(1, self.copies + 1)]

    def build(self, shop: Workshop) -> list[CommandCard]:
        """Build each copy for the rules. Copies share their effects."""
        attacked = ANYWHERE if self.attacked is None else TERRAIN_NUMBERS[self.attacked]
        effects = [effect.build(shop) for effect in self.effects]
        card = CommandCard(KIND_IDS.index(self.deck), self.cost, MOMENTS[self.timing], attacked, effects)
        return [card] * self.copies

    def texts(self, rules: TableRules) -> tuple[str, str]:
        """Return the card's text at a table, in Italian and English."""
        return self.text_it, self.text_en


class OtherText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a printed card for another value of a table option."""

    option: str
    value: bool | int | str
    text_it: Text
    text_en: Text


class PrintedCard(CardText, frozen=True, forbid_unknown_fields=True):
    """A card of the box. Its text may depend on table options, so that it matches the rules in play."""

    otherwise: tuple[OtherText, ...] = ()

    def texts(self, rules: TableRules) -> tuple[str, str]:
        for other in self.otherwise:
            if getattr(rules, other.option) == other.value:
                return other.text_it, other.text_en
        return super().texts(rules)


class CommandCardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of cards.toml: the cards of the box."""

    cards: tuple[PrintedCard, ...] = msgspec.field(name="card")


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's own file of command cards."""

    cards: tuple[CardText, ...] = msgspec.field(name="card")
