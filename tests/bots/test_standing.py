"""The features that marshals of 0.3 use: a seat compared with its rivals, and points that decide at the time limit."""

import json

import numpy as np
import pytest

from kamchatka.bots.learned.learned import read
from kamchatka.bots.learned.relative_features import FEATURES as STANDING
from kamchatka.bots.learned.relative_features import RivalValuation
from kamchatka.bots.learned.valuation import COUNT, features
from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.edges.wire import TimeUp
from kamchatka.match import Match
from kamchatka.players import model_by, strategy_of, valuation_of
from tests.kit import position
from tools.tune.train_marshal import Network, Positions, blank, convert_model, play_game, standardise

OCEANIA = ["indonesia", "new_guinea", "western_australia", "eastern_australia"]


def standing(match: Match, seat: int) -> dict[str, float]:
    """Return the features of a seat in version 0.3, by name."""
    model = strategy_of(match.game).valuation(blank(STANDING))
    assert isinstance(model, RivalValuation)
    return dict(zip(STANDING, model.features(match.state, seat), strict=True))


def test_a_seat_is_compared_with_its_strongest_rival() -> None:
    """A seat is compared with its strongest rival: a lead of twenty to ten is worth more once that rival is gone."""
    match = position({"alaska": (0, 20), "japan": (1, 10), "brazil": (2, 5)}, rest=(2, 0), seats=3)
    found = standing(match, 0)
    assert found["armies to the best rival"] == pytest.approx(21 / 31)
    assert found["armies among few"] == pytest.approx(21 / 31 / 2)
    assert found["lands to the best rival"] < 0.1


def test_bonuses_behind_weak_borders_are_at_risk() -> None:
    """The bonus of Oceania is at risk from a larger stack in Siam, not from a smaller one."""
    for armies, risk in ((9, 0.2), (1, 0.0)):
        match = position({place: (0, 3) for place in OCEANIA} | {"siam": (1, armies)}, rest=(1, 1))
        assert standing(match, 0)["bonus at risk"] == pytest.approx(risk)
        assert standing(match, 1)["armies at the front"] > 0


def test_what_is_known_of_rivals_is_on_top_of_the_rest() -> None:
    """The first features are those of version 0.1, so that both models can evaluate a position."""
    match = position({"alaska": (0, 4)}, rest=(1, 2), objectives={0: "north_america_and_oceania"})
    found = list(standing(match, 0).values())
    assert found[:COUNT] == list(features(strategy_of(match.game).info, match.state, 0))
    assert list(standing(match, 3).values()) == [0.0] * len(STANDING)


# ------------------------------------------------------------------ the end
def at_the_tournament(card: str, armies: int = 2) -> Match:
    """Return a position where seat 0 holds Oceania and a card; the others hold a card each and the other places."""
    cards = [name for name in position({}, edition="challenge").game.objectives if name != card]
    return position(
        {place: (0, armies) for place in OCEANIA} | {"brazil": (2, 2), "peru": (2, 2), "japan": (3, 2)},
        rest=(1, 2),
        edition="challenge",
        objectives={0: card, 1: cards[0], 2: cards[1], 3: cards[2]},
    )


def test_points_are_those_of_ones_own_card() -> None:
    """Points are the values of the card's places that a seat holds, compared with those of the best rival."""
    match = at_the_tournament(position({}, edition="challenge").game.objectives[-1])
    board, info = match.game.board, strategy_of(match.game).info
    scored = []
    for seat in range(4):
        places = info.objectives[match.state.objective[seat]].demand(match.state, seat).places
        held = [place for place in range(board.size) if place in places and match.state.owner[place] == seat]
        scored.append(sum(int(board.value[place]) for place in held))
    assert scored[1] > 0
    for seat in range(4):
        best = max(points for other, points in enumerate(scored) if other != seat)
        share = scored[seat] / (scored[seat] + best) if scored[seat] else 0.0
        assert standing(match, seat)["points"] == pytest.approx(share)


@pytest.mark.parametrize(("name", "options"), [("modern", {"ending": "time_attack_clock"}), ("challenge", {})])
def test_the_end_is_near_once_the_referee_has_said_so(name: str, options: dict[str, object]) -> None:
    """Before the referee announces the end, points count only by how late it is; after that the end is near."""
    card = {1: first_objective(name)}
    match = position({"alaska": (0, 9)}, rest=(1, 2), edition=name, objectives=card, options=options)
    before = standing(match, 1)
    assert before["points"] > 0
    assert before["the end"] == before["points at the end"] == before["armies at the end"] == 0.0
    match.referee(TimeUp())
    after = standing(match, 1)
    assert after["the end"] == 1.0
    assert after["points at the end"] == after["points"] == before["points"]
    assert after["armies at the end"] == after["armies"] > 0


def first_objective(name: str) -> str:
    """Return any objective card of an edition."""
    return str(position({}, edition=name).game.objectives[0])


def test_where_points_do_not_decide_there_are_none() -> None:
    """The original game, which ends with an objective or not at all, has no points."""
    found = standing(position({"alaska": (0, 9)}, rest=(1, 2), edition="original"), 0)
    assert [found[name] for name in STANDING if "end" in name or "points" in name] == [0.0] * 6


def test_a_marshal_of_the_tournament_knows_what_points_are_worth() -> None:
    """Once time is up, of two equally strong seats the one with more points on its card is more likely to win."""
    boxed = position({}, edition="challenge").game.objectives
    chances = []
    for card in boxed:
        match = at_the_tournament(card, armies=6)
        match.referee(TimeUp())
        chances.append((standing(match, 0)["points"], valuation_of(match.game).chance(match.state, 0)))
    chances.sort()
    least, most = chances[0], chances[-1]
    assert least[0] < most[0]
    assert least[1] < most[1]


# ------------------------------------------------------------------ learning
@pytest.mark.parametrize("name", [name for name, each in EDITIONS.items() if each.home.startswith("kamchatka.")])
def test_every_edition_has_a_model_of_the_newest_version(name: str) -> None:
    """Every edition has a model of the newest version, fitted to games with its tempers; its chances add up to one."""
    match = Match.new(name, seats=4, seed=1)
    model = valuation_of(match.game)
    assert model_by(edition(name), "0.3") != model_by(edition(name))
    assert model.info.has_pieces or model.names == STANDING


def test_a_model_says_of_a_position_what_was_fitted() -> None:
    """A model fitted to scaled features gives the same result for unscaled ones."""
    match = at_the_tournament(first_objective("challenge"))
    found = Positions([position for seed in range(2) for position in play_game("challenge", "0.3", seed)])
    rows = np.array([[*standing(match, seat).values()] for seat in range(4)])
    mean, spread = standardise(found, Positions([([0, 1, 2, 3], rows, 0)]))
    network = Network(len(STANDING), 3, np.random.default_rng(1))
    network.weights[0][:] = np.linspace(-0.1, 0.1, len(STANDING))
    network.weights[3][:] = (0.5, -0.2, 0.1)
    _, expected = network.chances((rows[None] - mean) / spread, np.ones((1, 4), dtype=bool))
    model = convert_model(STANDING, network.weights, mean, spread)
    valuation = strategy_of(match.game).valuation(read(json.dumps(model).encode()))
    assert [valuation.chance(match.state, seat) for seat in range(4)] == pytest.approx([*expected[0]], abs=0.01)


def test_what_is_always_the_same_weighs_nothing() -> None:
    """Features that never vary in the training data get no weight, whatever their start value."""
    rows = np.array([[0.1, 0.0], [0.9, 0.0]])
    mean, spread = standardise(Positions([([0, 1], rows.copy(), 0)]), Positions([([0, 1], rows.copy(), 1)]))
    network = Network(2, 3, np.random.default_rng(1))
    model = convert_model(("armies", "the end"), network.weights, mean, spread)
    hidden = model["hidden"]
    assert isinstance(hidden, list)
    assert all(armies != 0.0 == end for armies, end in hidden)
