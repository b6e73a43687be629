"""Helpers to check rules: the facts of the last action by name, and refusals without side effects."""

from collections.abc import Sequence
from typing import Any

import pytest

from kamchatka.editions.modern import PLANISPHERE
from kamchatka.kernel.chance import RecordedChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import NamedAction
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.table import Closed, Fact, FrameReplaced, Opened
from kamchatka.match import Match, play_numeric

AGENDA = (Opened, Closed, FrameReplaced)  # facts about the flow of the game, not about what happened in it
ZONES = {zone.id: [place.id for place in PLANISPHERE.places if place.zone == zone.id] for zone in PLANISPHERE.zones}
PLACES = [place.id for place in PLANISPHERE.places]


def fact(name: str, **fields: Any) -> dict[str, Any]:
    """Return a fact as it is stored: its name and all its fields."""
    return {"fact": name, **fields}


def written(match: Match, facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """Return facts as they are stored, without the agenda's."""
    return [write_fact(match.game, one) for one in facts if not isinstance(one, AGENDA)]


def happened(match: Match) -> list[dict[str, Any]]:
    """Return all facts of the last action, in order."""
    return written(match, match.entries[-1].facts)


def rule_of(match: Match, clause: str) -> str:
    """Return the rule that a clause belongs to."""
    return match.game.citations[clause].rule


def places_of(match: Match, seat: int) -> list[str]:
    """Return the places a seat holds, in the order of the board."""
    return [place for place in PLACES if match.owner(place) == seat]


def scattered(count: int) -> list[str]:
    """Return this number of places without a complete zone among them."""
    return [place for zone in ZONES.values() for place in zone[1:]][:count]


def refused(match: Match, action: NamedAction, clause: str, rule: str, seat: int | None = None) -> None:
    """Check that the action is not offered, is refused by this rule in the booklet's words, and changes nothing."""
    asked, before = match.awaited[0] if seat is None else seat, _trace(match)
    assert action not in set(match.actions(asked))
    foretold, booklet = match.why_not(action, asked), match.edition.rulebook.rule(rule)
    assert foretold is not None
    with pytest.raises(Refusal) as caught:
        match.play(action, asked)
    for refusal in (foretold, caught.value):
        assert (refusal.clause, refusal.rule, refusal.seat) == (clause, rule, asked)
        assert (refusal.text("it"), refusal.text("en")) == (booklet.it, booklet.en)
    assert _trace(match) == before


def off_the_board(match: Match, verb: int, clause: str) -> None:
    """Check that invalid place numbers, which only a program can send, are refused by the clause about places."""
    before = _trace(match)
    for place in (-1, match.game.board.size, 255):
        with pytest.raises(Refusal) as caught:
            play_numeric(match, Inner(verb, place, 0, 1))
        assert caught.value.clause == clause
    assert _trace(match) == before


def impossible(match: Match, action: NamedAction, sentence: str, rule: str = "") -> None:
    """Check that the action is a Problem with this English sentence, and that it changes nothing."""
    before = _trace(match)
    with pytest.raises(Problem) as caught:
        match.play(action)
    assert (caught.value.text("en"), caught.value.rule) == (sentence, rule)
    assert _trace(match) == before


def _trace(match: Match) -> tuple[object, ...]:
    """Return all that an accepted action changes: position, luck, record and everybody's actions."""
    luck = match.table.chance
    assert isinstance(luck, RecordedChance)
    offers = [set(match.actions(seat)) for seat in range(match.seats)]
    return match.position(), len(luck.draws), len(match.entries), len(match.journal), offers
