"""Questions of miracle cards: a territory, a relic, a player, a deck, a god, a move of armies."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.miracles.miracle import TargetQuestion, Working
from kamchatka.editions.godstorm.places import LANDS, is_sunk
from kamchatka.editions.godstorm.state import FIRST_CARD, MAGIC, edition_state, has_temple, is_plagued
from kamchatka.kernel.ages.age import age, cards_left, has_piece, pieces_at
from kamchatka.kernel.options import (
    CHOOSE,
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    Action,
    Choice,
    Options,
    Pairs,
    Spots,
)
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table

Fits = Callable[[Table, Working, i64], bool]


def is_own(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of the card's player."""
    return table.state.owner[place] == work.seat


def has_armies(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory with armies, neutral ones included."""
    return table.state.armies[place] > 0


def is_anothers(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of another player; the neutral army isn't a player (god.two.8)."""
    return table.state.owner[place] not in (work.seat, NOBODY)


def has_plague(table: Table, work: Working, place: i64) -> bool:
    """Return True for a plagued territory, whether or not it has an owner."""
    return is_plagued(table, place)


@final
class Lands(TargetQuestion):
    """Choose a matching territory of the Ancient Earth that hasn't sunk."""

    def __init__(self, clause: str, fits: Fits, empty: str = "", built: str = "") -> None:
        super().__init__(clause)
        self.fits: Final = fits
        self.empty: Final = empty or clause  # clause that forbids territories without armies
        self.built: Final = built or clause  # clause that forbids territories of the player with a temple

    def offer(self, table: Table, work: Working, options: Options) -> None:
        spots = Spots(CHOOSE, 0, 0)
        for place in range(i64(LANDS)):
            if not is_sunk(table, place) and self.fits(table, work, place):
                spots.add(place)
        options.add(spots)

    def picks_of(self, action: Action) -> tuple[int, ...]:
        return (action.at,)

    def why(self, table: Table, work: Working, action: Action) -> str:
        if not 0 <= action.at < LANDS:
            return self.clause
        if not has_armies(table, work, action.at):
            return self.empty
        return self.built if is_own_temple(table, work, action.at) else self.clause


@final
class Relics(TargetQuestion):
    """Choose a relic in play: any, or one of another player."""

    def __init__(self, clause: str, own_too: bool) -> None:
        super().__init__(clause)
        self.own_too: Final = own_too

    def offer(self, table: Table, work: Working, options: Options) -> None:
        relics = Choice(NAME_CARD)
        holders = edition_state(table).relics
        for relic in range(i64(len(holders))):
            if holders[relic] != NOBODY and (self.own_too or holders[relic] != work.seat):
                relics.add(FIRST_CARD[MAGIC] + relic)
        options.add(relics)


@final
class Players(TargetQuestion):
    """Choose a player who is still in the game: any, or another player with cards."""

    def __init__(self, clause: str, others_with_cards: bool) -> None:
        super().__init__(clause)
        self.others_with_cards: Final = others_with_cards

    def offer(self, table: Table, work: Working, options: Options) -> None:
        seats = Choice(NAME_SEAT)
        state = table.state
        for seat in range(state.seats):
            if state.is_alive(seat) and (not self.others_with_cards or (seat != work.seat and state.hand[seat] > 0)):
                seats.add(seat)
        options.add(seats)


@final
class Decks(TargetQuestion):
    """Choose a miracle deck that isn't empty. A table option allows only decks whose god is in play."""

    def __init__(self, clause: str, needs_god: bool) -> None:
        super().__init__(clause)
        self.needs_god: Final = needs_god

    def offer(self, table: Table, work: Working, options: Options) -> None:
        decks = Choice(NAME_KIND)
        for kind in range(age(table).kinds):
            if cards_left(table, kind) > 0 and (not self.needs_god or has_piece(table, work.seat, kind)):
                decks.add(kind)
        options.add(decks)

    def why(self, table: Table, work: Working, action: Action) -> str:
        known = action.verb == NAME_KIND and 0 <= action.what < age(table).kinds
        return "buy.empty" if known and cards_left(table, action.what) == 0 else self.clause


# ------------------------------------------------------------------ moves: one army stays behind (god.play.7)
@final
class Flight(TargetQuestion):
    """Choose armies and gods to move between any two territories of the player."""

    def offer(self, table: Table, work: Working, options: Options) -> None:
        moves = Parties(MOVE)
        owner, armies = table.state.owner, table.state.armies
        for source in range(i64(LANDS)):
            if owner[source] == work.seat:
                for target in range(i64(LANDS)):
                    if target != source and owner[target] == work.seat:
                        moves.add(source, target, 0, armies[source] - 1, pieces_at(table, source))
        options.add(moves)

    def picks_of(self, action: Action) -> tuple[int, ...]:
        return (action.at, action.to, action.n, action.what)


@final
class Rescue(TargetQuestion):
    """Choose armies, up to a number, to move from a place that can spare them to one that needs them."""

    def __init__(self, clause: str, most: i64, spares: Fits, awaits: Fits) -> None:
        super().__init__(clause)
        self.most: Final[i64] = most
        self.spares: Final = spares
        self.awaits: Final = awaits

    def offer(self, table: Table, work: Working, options: Options) -> None:
        moves = Pairs(MOVE)
        armies = table.state.armies
        goals = [place for place in range(i64(LANDS)) if self.awaits(table, work, place)]
        for source in range(table.board.size):
            if armies[source] > 1 and is_own(table, work, source) and self.spares(table, work, source):
                for goal in goals:
                    if goal != source:
                        moves.add(source, goal, 1, min(self.most, armies[source] - 1))
        options.add(moves)

    def picks_of(self, action: Action) -> tuple[int, ...]:
        return (action.at, action.to, action.n)


def is_own_temple(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of the card's player with a temple."""
    return is_own(table, work, place) and has_temple(table, place)
