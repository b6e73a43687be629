"""Scenes at the tournament table: positions, deals with known cards, and hands that hold what a test needs."""

from collections.abc import Iterable, Mapping
from typing import Any

from kamchatka.editions.challenge import PLANISPHERE
from kamchatka.editions.challenge.data import OBJECTIVES
from kamchatka.editions.challenge.state import ChallengeState, edition_state
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Place, TakeColour
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Match
from tests.kit import faces, position
from tests.rules.modern.witness import PLACES, places_of

VALUES = dict(zip(PLACES, PLANISPHERE.board().value, strict=True))
COLOURS = ["red", "yellow", "green", "blue", "black"]


def marked(number: int) -> list[str]:
    """Return the places of an objective card."""
    return [
        PLACES[place] for card in OBJECTIVES.cards if card.number == number for place in card.find_places(PLANISPHERE)
    ]


def table(holdings: Mapping[str, tuple[int, int]], **more: Any) -> Match:
    """Set a position of this edition, as `tests.kit.position` builds it."""
    return position(holdings, edition="challenge", **more)


def begun(*pips: int, seats: int = 4, luck: Iterable[int] = (), options: Mapping[str, object] = {}) -> Match:
    """Start a game in which these dice settle the order of play; `luck` is what is drawn afterwards."""
    return Match.new("challenge", seats, options, chance=ScriptedChance([*faces(*pips), *luck]))


def picks(*cards: str) -> list[int]:
    """Script the luck that draws these cards, in order, from a fresh deck, then always the first card left."""
    deck, drawn = list(PLACES), []
    for card in cards:
        drawn.append(deck.index(card))
        deck.remove(card)
    return [*drawn, *[0] * len(deck)]


def dealt(
    *cards: str, seats: int = 4, first: int = 0, objectives: Iterable[int] = (), options: Mapping[str, object] = {}
) -> Match:
    """Start a game and deal territories and objectives; the order of play is that of the seats from `first` on."""
    order = [(first + i) % seats for i in range(seats)]
    pips = [6 - order.index(seat) for seat in range(seats)]
    match = begun(*pips, seats=seats, options=options, luck=[*picks(*cards), *(list(objectives) or [0] * seats)])
    for colour in COLOURS[:seats]:
        match.play(TakeColour(colour))
    return match


def mustered(match: Match) -> Match:
    """Place all initial armies of the same game, each turn's armies on one place."""
    while match.state.round == 0 and any(match.state.stock):
        seat = match.awaited[0]
        most = max(action.armies for action in match.actions() if isinstance(action, Place))
        match.play(Place(places_of(match, seat)[0], most))
    return match


def own(match: Match) -> ChallengeState:
    """Return the table's own objectives file."""
    return edition_state(match.table)


def eliminate(match: Match, seat: int, by: int) -> None:
    """Remove all places of a seat, as if it had been eliminated earlier."""
    assert match.state.lands[seat] == 0
    match.table.note(Eliminated(seat, by))
