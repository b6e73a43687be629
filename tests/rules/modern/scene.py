"""Longer scenes for the tests of single rules: facts as one line each, turns without ambition, how a game ended."""

from kamchatka.kernel.wire import Pass, Place
from kamchatka.match import Match
from tests.rules.modern.witness import happened, places_of


def told(match: Match) -> list[str]:
    """What the last action brought, in order: each fact with all its fields by name."""
    lines = []
    for one in happened(match):
        name = one.pop("fact")
        lines.append(" ".join([name, *(f"{field}={one[field]}" for field in sorted(one))]))
    return lines


def idle(match: Match) -> list[str]:
    """Finish the turn under way, doing only what must be done; what its last action brought."""
    turn, seat = (match.state.turn, match.state.round), match.awaited[0]
    while not match.is_over and (match.state.turn, match.state.round) == turn:
        stock = match.state.stock[seat]
        match.play(Place(places_of(match, seat)[0], stock) if stock else Pass())
    return told(match)


def ended(match: Match) -> tuple[list[int], str]:
    """Who won and by which rule; nobody is asked any more."""
    assert match.is_over
    assert match.ending is not None
    assert match.awaited == []
    return match.winners, match.ending.rule
