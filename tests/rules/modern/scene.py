"""Longer scenes for the tests of single rules: facts as one line each, turns without ambition, how a game ended."""

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place
from kamchatka.kernel.facts import TurnBegan
from kamchatka.match import Match
from tests.kit import Holding
from tests.rules.modern.witness import PLACES, happened, places_of

# Who holds what, place by place in the order of the board. Two with 79 points and 20 places each, and two with one
# place of 3 points; three with 54 points each (13, 14, 14 places), and one with Japan. Nobody has a whole continent.
TWO_LEVEL = "ababaaaaa/adbb/bbbbabb/aababb/baaabaaabcab/bbba"
THREE_LEVEL = "baacaaabb/abac/bcbbbba/acccab/cccabdcaccbc/bcab"


def laid(plan: str, seats: str = "abcd", **changed: Holding) -> dict[str, Holding]:
    """The plan with one army a place; the letter at index n of `seats` is seat n."""
    owners = plan.replace("/", "")
    return {**{place: (seats.index(owner), 1) for place, owner in zip(PLACES, owners, strict=True)}, **changed}


def fact_lines(match: Match) -> list[str]:
    """What the last action brought, in order: each fact with all its fields by name."""
    lines = []
    for one in happened(match):
        name = one.pop("fact")
        lines.append(" ".join([name, *(f"{field}={one[field]}" for field in sorted(one))]))
    return lines


def attacks(match: Match) -> set[Attack]:
    """Every attack that the seat in turn may make."""
    return {action for action in match.actions() if isinstance(action, Attack)}


def take(match: Match, target: str, source: str) -> Match:
    """The seat in turn takes the target with one die and moves in with one army."""
    match.play(Attack(source, target, 1))
    if not match.is_over and Occupy(1) in set(match.actions()):
        match.play(Occupy(1))
    return match


def idle(match: Match) -> list[str]:
    """Finish the turn under way, doing only what must be done; what its last action brought."""
    turn, seat = (match.state.turn, match.state.round), match.awaited[0]
    while not match.is_over and (match.state.turn, match.state.round) == turn:
        stock = match.state.stock[seat]
        match.play(Place(places_of(match, seat)[0], stock) if stock else Pass())
    return fact_lines(match)


def turns(match: Match) -> list[int]:
    """The seats whose turns began since the scene was set, in order."""
    return [int(fact.seat) for entry in match.entries for fact in entry.facts if isinstance(fact, TurnBegan)]


def play_on(match: Match) -> list[int]:
    """Idle turns until the game is over; the seats whose turns began."""
    while not match.is_over and match.state.round < 40:
        idle(match)
    return turns(match)


def ended(match: Match) -> tuple[list[int], str]:
    """Who won and by which rule; nobody is asked any more."""
    assert match.is_over
    assert match.ending is not None
    assert match.awaited == []
    return match.winners, match.ending.rule
