"""Training the admiral: tables, shared memory, transfer and curves; a small complete run where PyTorch is installed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kamchatka.editions import edition
from kamchatka.players.admiral.network import network_of
from kamchatka.players.admiral.shape import MOST_SEATS, NetworkShape, fit, shape_of
from kamchatka.players.admiral.weights import read_weights
from tools.learn.actors import Desk, Tables
from tools.learn.casts import CAPTAINS, FORMER_SELVES, LEAGUE, LESSONS, MARSHALS, NET, PAST, SELVES, Cast, Lineups
from tools.learn.evaluate import Line, wilson
from tools.learn.record import Record, curves, draw, read_record
from tools.learn.shared import CODE, FORMER, SEAT, SEATS, WEIGHT, SharedBatch
from tools.learn.transfer import adopt, arrays_of

GAMES = 3
SMALL = Tables("challenge", (3, 4, 5), GAMES, rounds=3, hurry=0.2)
SHAPE = shape_of(edition("challenge"))


def desk(casts: tuple[Cast, ...], seed: int = 1) -> tuple[Desk, SharedBatch, Any]:
    """Return a small batch of games."""
    shared, stats = SharedBatch(SHAPE, GAMES), np.zeros((len(casts), 4))
    return Desk(shared, SMALL, casts, stats, seed), shared, stats


def answer(shared: SharedBatch, luck: np.random.Generator) -> None:
    """Play a legal code in every game."""
    shared.codes[:] = (luck.random(shared.masks.shape) * (shared.masks > 0)).argmax(1)


@pytest.mark.parametrize("casts", [SELVES, CAPTAINS[:4], FORMER_SELVES], ids=["selves", "captains", "former selves"])
def test_an_actor_plays_games_of_every_size(casts: tuple[Cast, ...]) -> None:
    """Tables with fewer seats use the same rows, with zeros for missing seats."""
    luck = np.random.default_rng(1)
    for seed in range(3):
        one, shared, _ = desk(casts, seed)
        seats = int(shared.meta[0, SEATS])
        for _ in range(20):
            one.step()
            answer(shared, luck)
        assert seats == SMALL.seats[seed]
        assert (shared.masks.sum(1) > 1).all()
        assert (shared.meta[:, SEAT] < seats).all()
        at = len(SHAPE.planes) * len(SHAPE.places) + SHAPE.table.index(f"seats {seats}")
        assert (shared.seen[:, at] == 1).all()
        missing = [nth for nth, name in enumerate(SHAPE.codes) if name in {f"seat +{n}" for n in range(seats, 6)}]
        assert not shared.masks[:, missing].any()


def test_games_end_and_are_counted() -> None:
    """Finished games are counted, and the reward for a game that the referee ends shrinks the later it ends."""
    one, shared, stats = desk(SELVES)
    luck = np.random.default_rng(2)
    for _ in range(2500):
        one.step()
        answer(shared, luck)
        if stats[0, 0] >= 2:
            break
    assert stats[0, 0] >= 2
    assert stats[0, 1] + stats[0, 3] == pytest.approx(stats[0, 0])
    assert 0 < shared.meta[:, 5 : 5 + MOST_SEATS].sum(1).max() <= 1 - SMALL.hurry / SMALL.rounds


def test_teachers_say_legal_codes() -> None:
    """Teachers play legal codes of the fixed shape, whatever the number of seats."""
    one, shared, _ = desk(LESSONS, seed=2)
    for _ in range(15):
        one.step()
        assert shared.masks[np.arange(GAMES), shared.meta[:, CODE].astype(int)].all()
        assert set(shared.meta[:, WEIGHT].tolist()) <= {0.0, 1.0}


def test_former_selves_are_not_learned_from() -> None:
    """The decisions of past selves have no weight in training."""
    lineups = Lineups(edition("modern").game(edition("modern").table_rules({})), 4, FORMER_SELVES)
    _, names = lineups.seated(5)
    assert sorted(names) == [NET, PAST, PAST, PAST]
    one, _, _ = desk(FORMER_SELVES)
    assert sorted(one.weights[0].tolist()) == [FORMER] * (one.lineup.seats - 1) + [1.0]


def test_every_cast_can_be_seated() -> None:
    """Bots by name, tempers and irregular captains can be seated; the seed decides which."""
    game = edition("modern").game(edition("modern").table_rules({}))
    for casts in (SELVES, CAPTAINS, MARSHALS, LEAGUE, FORMER_SELVES):
        lineups = Lineups(game, 5, casts)
        for seed in range(6):
            players = lineups.bots(seed)
            assert len(players) == 5
            assert None in players
            assert lineups.seated(seed) == lineups.seated(seed)


def test_weights_move_to_another_edition_by_name() -> None:
    """Weights that both editions have are copied, new ones start at zero, and other arrays are kept."""
    weights, shape = network_of("challenge"), shape_of(edition("modern"))
    given = arrays_of(read_weights(network_path("challenge")))
    own = arrays_of(read_weights(network_path("modern")))
    moved = adopt(own, shape, read_weights(network_path("challenge")))
    assert {name: one.shape for name, one in moved.items()} == {name: one.shape for name, one in own.items()}
    mine, theirs = shape.codes.index("place alaska"), weights.shape.codes.index("place alaska")
    assert (moved["codes.weight"][mine] == given["codes.weight"][theirs]).all()
    new = next(nth for nth, name in enumerate(shape.table) if name not in weights.shape.table)
    assert not moved["table_in.weight"][:, new].any()
    assert (moved["top.weight"] == given["top.weight"]).all()


def network_path(name: str) -> Path:
    """Return where the wheel has a network."""
    return Path(str(fit.__code__.co_filename)).with_name("networks") / f"{name}.network"


def test_curves_are_drawn_from_the_record(tmp_path: Path) -> None:
    """Curves join consecutive runs, and leave out casts with few games."""
    record = Record(tmp_path / "log.jsonl")
    for _ in range(2):
        record.add("start")
        for learned in (1_000_000, 2_000_000):
            shares = {"net+captain": [40, 0.5, 0.0], "net+wary": [3, 1.0, 0.0], "net+net": [99, 1.0, 0.0]}
            record.add("ppo", learned=learned, shares=shares)
    lines = curves(read_record(record.path))
    assert lines == {"net+captain": [(1.0, 0.5), (2.0, 0.5), (3.0, 0.5), (4.0, 0.5)]}
    picture = draw(lines, "challenge")
    assert picture.startswith("<svg")
    assert picture.count("<polyline") == 1


def test_lines_of_strength_are_read_and_have_intervals() -> None:
    """Lines of strength are read and get Wilson intervals."""
    line = Line.parse("modern/4/marshal@0.3:20x/400")
    assert line.plan("admiral", 7).line_up(7)[1] == "admiral"
    low, high = wilson(25, 100)
    assert low == pytest.approx(0.1755, abs=1e-3)
    assert high == pytest.approx(0.3430, abs=1e-3)


def test_a_small_run_learns_keeps_and_goes_on(tmp_path: Path) -> None:
    """Imitation and PPO run on two plain cores, and the second run starts from the network of the first."""
    pytest.importorskip("torch", reason="PyTorch is for training only (docs/learn.md)")
    from tools.learn.imitation import Imitation
    from tools.learn.learner import Habits
    from tools.learn.training import Plan, Training

    habits = Habits(minibatch=32, epochs=1)
    for lessons in (Imitation(1.0, 0.5, lessons=600, batch=32), None):
        workers = {"selves": 1, "past": 1}
        plan = Plan(
            SMALL, tmp_path, 6.0, workers, lessons, batch=48, window=4, value_only=1, tell_every=1, habits=habits
        )
        Training(plan).run()
    stages = [event["stage"] for event in read_record(plan.log_path)]
    assert stages.count("start") == 2
    assert "imitated" in stages
    assert "ppo" in stages
    starts = [json.loads(line) for line in plan.log_path.read_text().splitlines() if '"start"' in line]
    assert starts[1]["source"] == "challenge.network"
    assert read_weights(plan.network_path).shape == SHAPE


def test_a_shape_counts_its_inputs() -> None:
    """The number of inputs is that of planes by place, table numbers, seats and options."""
    assert isinstance(SHAPE, NetworkShape)
    assert SHAPE.numbers == len(SHAPE.planes) * 42 + len(SHAPE.table)
    assert SHAPE.codes[SHAPE.first_place] == "place alaska"
