"""Views of the state as one seat may see it, and random complete states that match a view."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY, State
from kamchatka.kernel.table import Table

ONLOOKER: Final = -1  # in place of a seat: a spectator


@final
class View:
    """What a seat knows: a state in which HIDDEN replaces what the seat may not know."""

    def __init__(self, seat: i64, state: State) -> None:
        self.seat: Final[i64] = seat
        self.state: Final = state


def view(table: Table, seat: i64) -> View:
    """Return the table as a seat or spectator may see it. Every field is copied by name, so that nothing leaks.

    >>> from kamchatka import Match
    >>> from kamchatka.kernel.state import HIDDEN
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> while match.state.round == 0:
    ...     facts = match.play(next(match.actions()))
    >>> seen = view(match.table, 0).state
    >>> seen.objective[0] == match.state.objective[0], seen.objective[1] == HIDDEN
    (True, True)
    """
    state = table.state
    seen = State(
        state.seats,
        state.owner[:],
        state.armies[:],
        _cards_seen(state, seat),
        state.lands[:],
        state.held[:],
        state.stock[:],
        state.hand[:],
        _objectives_seen(state, seat),
        state.colour[:],
        state.out_by[:],
        [frame.seen_by(seat) for frame in state.agenda],
        state.edition_state.seen_by(seat),
    )
    state.copy_marks(seen)
    return View(seat, seen)


def _cards_seen(state: State, seat: i64) -> vec[i64]:
    """Show the seat's own cards and the discards, which are face up."""
    seen = state.cards[:]
    for card in range(i64(len(seen))):
        if seen[card] != DISCARD and (seen[card] != seat or seat == ONLOOKER):
            seen[card] = HIDDEN
    return seen


def _objectives_seen(state: State, seat: i64) -> vec[i64]:
    """Show the seat's own objective, and all objectives once the game is over."""
    seen = state.objective[:]
    for other in range(state.seats):
        if other != seat and seen[other] != NOBODY and not state.over:
            seen[other] = HIDDEN
    return seen


def imagine(game: Game, known: View, chance: Chance) -> Table:
    """Return a complete table that is consistent with a view, with all hidden parts dealt at random.

    >>> from kamchatka import Match
    >>> from kamchatka.kernel.chance import FastChance
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> table = imagine(match.game, match.view(0), FastChance(5))
    >>> match.game.options(table, 0).allows(match.options(0).expand()[0])
    True
    """
    state = known.state.copy()
    state.edition_state.deal_hands(state, chance)
    _deal_objectives(state, len(game.objectives), chance)
    for i in range(len(state.agenda)):
        state.agenda[i] = state.agenda[i].imagined(state, chance)
    state.edition_state = state.edition_state.imagined(state, chance)
    return Table(game.board, state, chance, None)


def _deal_objectives(state: State, count: i64, chance: Chance) -> None:
    """Replace hidden objectives by distinct random ones."""
    free = [objective for objective in range(count) if objective not in state.objective]
    for seat in range(state.seats):
        if state.objective[seat] == HIDDEN:
            state.objective[seat] = free.pop(chance.below(len(free)))
