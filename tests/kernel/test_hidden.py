"""HIDDEN differs from every possible amount, so that 3 spent is no secret and a secret isn't 3 spent."""

import json
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions import EDITIONS
from kamchatka.kernel.ages.age_facts import CardTaken, PurseChanged
from kamchatka.kernel.edges.codecs import LARGEST
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.record import hides, read_fact, write_fact
from kamchatka.kernel.edges.wire import Raise
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import view
from kamchatka.match import match_at
from kamchatka.words import Words
from tests.kit import facts_of
from tests.rules.risk2210.test_04_hire import hiring

VIEWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("former_views.json").read_text(encoding="utf-8"))


def test_it_is_outside_any_range() -> None:
    assert abs(HIDDEN) >= LARGEST  # larger than any number that is accepted from a file
    assert list(vec[i64]([HIDDEN])) == [HIDDEN]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_three_spent_are_no_secret(viewer: int) -> None:
    match = hiring(7)
    match.play(Raise("naval", "japan"))
    (paid,) = facts_of(match, PurseChanged)
    seen = paid.seen_by(viewer)
    assert write_fact(match.game, seen)["amount"] == -3
    assert not hides(seen)
    told = Words("en", match.edition, ["Ada", "Bruno", "Carla", "Dino"]).fact(seen)
    assert told
    assert "3" in told.text
    assert read_fact(match.game, write_fact(match.game, seen)).seen_by(viewer).__class__ is PurseChanged


def test_what_is_hidden_is_written_as_such_and_read_back() -> None:
    game = EDITIONS["risk2210"].game(EDITIONS["risk2210"].table_rules({}))
    seen = CardTaken(0, 1, 2).seen_by(1)
    assert hides(seen)
    assert write_fact(game, seen)["card"] == "?"
    assert hides(read_fact(game, write_fact(game, seen)))


@pytest.mark.parametrize("kept", VIEWS, ids=lambda kept: f"{kept['view'].partition('/')[0]}-{kept['seat']}")
def test_views_of_an_earlier_version_are_read(kept: dict[str, Any]) -> None:
    """Views of an earlier version, which have -3 for hidden values, give today's view of the same position."""
    match = match_at(kept["position"], kept["options"], stored=True)
    now = print_position(match.game, view(match.table, kept["seat"]).state)
    assert "-3" in kept["view"]
    assert print_position(match.game, parse_position(match.game, kept["view"])) == now
    assert print_position(match.game, parse_position(match.game, now)) == now
    assert now.endswith(" hidden=?")


def test_a_view_of_today_may_hold_minus_three() -> None:
    """In today's view -3 in an edition's record is a number like any other."""
    match = hiring(7)
    match.state.edition_state.load([[-3 if n == 7 else n for n in row] for row in match.state.edition_state.rows()])
    seen = print_position(match.game, view(match.table, 1).state)
    again = parse_position(match.game, seen)
    assert again.edition_state.rows() == view(match.table, 1).state.edition_state.rows()
    assert -3 in [n for row in again.edition_state.rows() for n in row]
