"""Longer scenes for tests of single rules: facts as one line each, passive turns, and how a game ended."""

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place
from kamchatka.kernel.facts import TurnBegan
from kamchatka.match import Match
from tests.kit import Holding
from tests.rules.modern.witness import PLACES, happened, places_of

# Owners of the places, in the order of the board. Two seats with 79 points and 20 places each, and two with one
# place of 3 points; three with 54 points each (13, 14, 14 places), and one with Japan. Nobody has a whole continent.
TWO_LEVEL = "ababaaaaa/adbb/bbbbabb/aababb/baaabaaabcab/bbba"
THREE_LEVEL = "baacaaabb/abac/bcbbbba/acccab/cccabdcaccbc/bcab"


def laid(plan: str, seats: str = "abcd", **changed: Holding) -> dict[str, Holding]:
    """Set the plan with one army a place; the letter at index n of `seats` is seat n."""
    owners = plan.replace("/", "")
    return {**{place: (seats.index(owner), 1) for place, owner in zip(PLACES, owners, strict=True)}, **changed}


def fact_lines(match: Match) -> list[str]:
    """Return the facts of the last action, in order, each with all its fields by name."""
    lines = []
    for one in happened(match):
        name = one.pop("fact")
        lines.append(" ".join([name, *(f"{field}={one[field]}" for field in sorted(one))]))
    return lines


def attacks(match: Match) -> set[Attack]:
    """Return every attack that the seat in turn may make."""
    return {action for action in match.actions() if isinstance(action, Attack)}


def take(match: Match, target: str, source: str) -> Match:
    """Let the seat in turn take the target with one die and move in with one army."""
    match.play(Attack(source, target, 1))
    if not match.is_over and Occupy(1) in set(match.actions()):
        match.play(Occupy(1))
    return match


def idle(match: Match) -> list[str]:
    """Finish the current turn, doing only what is required; return the facts of its last action."""
    turn, seat = (match.state.turn, match.state.round), match.awaited[0]
    while not match.is_over and (match.state.turn, match.state.round) == turn:
        stock = match.state.stock[seat]
        match.play(Place(places_of(match, seat)[0], stock) if stock else Pass())
    return fact_lines(match)


def turns(match: Match) -> list[int]:
    """Return the seats whose turns began since the scene was set, in order."""
    return [int(fact.seat) for entry in match.entries for fact in entry.facts if isinstance(fact, TurnBegan)]


def play_on(match: Match) -> list[int]:
    """Play passive turns until the game is over; return the seats whose turns began."""
    while not match.is_over and match.state.round < 40:
        idle(match)
    return turns(match)


def ended(match: Match) -> tuple[list[int], str]:
    """Return who won and by which rule, after checking that nobody is asked any more."""
    assert match.is_over
    assert match.ending is not None
    assert match.awaited == []
    return match.winners, match.ending.rule
