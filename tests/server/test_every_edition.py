"""Every edition as the page sees it: whole games played only with what scenes offer, in both languages."""

import random

import msgspec
import pytest

from examples.bot import choose
from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges import wire
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.presenter import Presenter, Viewpoint
from tests.server.client import Json
from tests.server.test_leaks import context

ACTIONS = 300


def client_scene(presenter: Presenter, seat: int, language: str) -> Json:
    """The scene as a client decodes it."""
    viewpoint = Viewpoint(seat, language, (seat,) if seat >= 0 else ())
    found: Json = msgspec.json.decode(msgspec.json.encode(presenter.scene(viewpoint, context(presenter.match.seats))))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_a_scene_offers_is_accepted(edition: str) -> None:
    """A client without any rules plays a game to its end, or to a cap, from the offered options alone."""
    random.seed(edition)
    allowed = EDITIONS[edition].seats
    for number, seats in enumerate((allowed[0], allowed[-1])):
        match = Match.new(edition, seats, seed=number)
        presenter = Presenter(match, [f"P{n}" for n in range(seats)])
        while not match.is_over and len(match.entries) < ACTIONS:
            seat = random.choice(match.awaited)
            scene = client_scene(presenter, seat, random.choice(("it", "en")))
            assert scene["ask"]["question"]
            assert all(one["label"] for one in scene["ask"]["ranges"])
            match.play(wire.decode(msgspec.json.encode(choose(scene["ask"]))), seat)
            presenter.on_entry(match.entries[-1])
        if match.is_over:
            result = client_scene(presenter, -1, "it")["result"]
            assert result["text"]
            assert result["rule"]
            assert [score["seat"] for score in result["scores"]] == list(range(seats))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_single_action_can_be_built_from_the_ranges(edition: str) -> None:
    """The ranges sent to a client produce exactly the legal actions."""
    random.seed(edition)
    match = Match.new(edition, EDITIONS[edition].seats[-1], seed=4)
    presenter = Presenter(match, [f"P{n}" for n in range(match.seats)])
    for moment in range(160):
        if match.is_over:
            break
        seat = random.choice(match.awaited)
        allowed = {msgspec.json.encode(action, order="sorted") for action in match.actions(seat)}
        if moment % 4 == 0 and len(allowed) < 3000:
            built = {
                msgspec.json.encode(wire.decode(msgspec.json.encode(action)), order="sorted")
                for one in client_scene(presenter, seat, "en")["ask"]["ranges"]
                for action in every(one)
            }
            assert built == allowed
        play_numeric(match, random.choice(match.options(seat).expand()), seat)
        presenter.on_entry(match.entries[-1])


def every(offered: Json) -> list[Json]:
    """Return every action of a range, as a client would build it."""
    if offered["kind"] == "choice":
        return [one["action"] for one in offered["choices"]]
    fields, begun = offered["fields"], {"act": offered["act"], **offered["fixed"]}
    rows: list[tuple[Json, int, int]] = []
    if offered["kind"] == "bare":
        return [begun]
    if offered["kind"] == "pairs":
        rows = [({fields["at"]: at, fields["to"]: to}, least, most) for at, to, least, most in offered["pairs"]]
    if offered["kind"] == "spots":
        rows = [({fields["at"]: at}, offered["least"], offered["most"]) for at in offered["places"]]
    if offered["kind"] == "amount":
        rows = [({}, offered["least"], offered["most"])]
    if offered["kind"] == "parties":
        for party in offered["parties"]:
            ends = {fields[end]: party[name] for end, name in (("at", "source"), ("to", "target")) if party[name]}
            rows += [({**ends, fields["what"]: one["pieces"]}, one["least"], one["most"]) for one in party["sets"]]
    amount = fields.get("n")
    return [
        {**begun, **row, **({amount: n} if amount else {})} for row, least, most in rows for n in range(least, most + 1)
    ]
