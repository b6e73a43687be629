"""The contents of the box as data: two boards, five armies, five decks of command cards."""

from collections.abc import Iterable, Sequence

import msgspec

from kamchatka.boards import BRACKETED, Named, compose_name, join_sheets, sheet
from kamchatka.editions.display import Face
from kamchatka.editions.edition import TableRules
from kamchatka.editions.files import read
from kamchatka.editions.risk2210.deck.card_file import CardText, CommandCardsFile, PrintedCard
from kamchatka.editions.risk2210.deck.workshop import TERRAIN_NUMBERS, Workshop
from kamchatka.editions.risk2210.state import KIND_IDS, World

EARTH, MOON = sheet("earth_2210"), sheet("moon")
BOTH = join_sheets("earth_and_moon", "Terra e Luna", "Earth and Moon", EARTH, MOON)


class ColoursFile(msgspec.Struct, frozen=True):
    """The contents of colours.toml: the five armies."""

    colours: tuple[Named, ...] = msgspec.field(name="colour")


COLOURS = read(__package__, "colours.toml", ColoursFile).colours
COMMAND_CARDS: tuple[PrintedCard, ...] = read(__package__, "cards.toml", CommandCardsFile).cards
DECKS: dict[str, Named] = {
    deck.id: deck
    for deck in (
        Named("land", "terrestre", "land"),
        Named("naval", "navale", "naval"),
        Named("space", "spaziale", "space"),
        Named("nuclear", "nucleare", "nuclear"),
        Named("diplomat", "diplomatica", "diplomat"),
    )
}
COMMANDERS: tuple[Named, ...] = (
    Named("land", "comandante terrestre", "land commander"),
    Named("naval", "comandante navale", "naval commander"),
    Named("space", "comandante spaziale", "space commander"),
    Named("nuclear", "comandante nucleare", "nuclear commander"),
    Named("diplomat", "diplomatico", "diplomat"),
)


def world() -> World:
    """Return the terrain of every place and the landing sites, as the rules store them."""
    return World(
        [TERRAIN_NUMBERS[place.kind] for place in BOTH.places],
        [n for n, place in enumerate(BOTH.places) if place.landing],
    )


def card_ids(cards: Iterable[CardText]) -> list[str]:
    """Return the ids of all copies; a card's number is its position in this list."""
    return [id for card in cards for id in card.ids()]


def card_backs(cards: Iterable[CardText]) -> list[int]:
    """Return the deck of every copy."""
    return [KIND_IDS.index(card.deck) for card in cards for _ in range(card.copies)]


def card_names(cards: Iterable[CardText]) -> tuple[Named, ...]:
    """Return the display name of every copy, made of the card and its deck."""
    return tuple(
        compose_name(id, BRACKETED, Named(card.id, card.it, card.en), DECKS[card.deck])
        for card in cards
        for id in card.ids()
    )


def card_faces(cards: Iterable[CardText], rules: TableRules) -> tuple[Face, ...]:
    """Return the face of every copy at a table: its deck, cost and text."""
    return tuple(_face(card, *card.texts(rules)) for card in cards for _ in range(card.copies))


def _face(card: CardText, it: str, en: str) -> Face:
    return Face(kind=card.deck, it=it, en=en, cost=card.cost)


def deal_cards(shop: Workshop, cards: Sequence[CardText]) -> None:
    """Give the workshop's hand its cards, both printed and custom."""
    shop.hand.deal([copy for card in cards for copy in card.build(shop)])
