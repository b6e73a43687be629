"""Games on a Ray cluster of several nodes, one of which is killed: `make test-ray` brings Ray."""

from collections.abc import Iterator
from typing import Any

import pytest

from kamchatka.arena import Plan, outcomes, outcomes_on_ray

pytest.importorskip("ray", reason="an extra: make test-ray")
cluster_utils: Any = pytest.importorskip("ray.cluster_utils")

PLAN = Plan.create("modern", {}, ("random", "random", "random"), 3, 0)
GAMES = range(48)
NODES = 3

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a head node that plays no games and worker nodes with one process each, on one machine."""
    monkeypatch.setenv("RAY_DISABLE_IMPORT_WARNING", "1")
    started = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        yield started
    finally:
        started.shutdown()


def test_a_node_that_is_killed_costs_no_game(cluster: Any) -> None:
    """When a node is killed, its batches are replayed elsewhere from the same seeds; none is lost or counted twice."""
    nodes = [cluster.add_node(num_cpus=1) for _ in range(NODES)]
    playing = outcomes_on_ray(PLAN, GAMES, cluster.address)
    played = [next(playing)]
    cluster.remove_node(nodes[0], allow_graceful=False)
    played += playing
    assert sorted(played, key=lambda game: game.seed) == list(outcomes(PLAN, GAMES, 1))
