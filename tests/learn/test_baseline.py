"""Trained networks for learners make the same decisions as the bot, from observations alone."""

import numpy as np
import pytest

from kamchatka import learn
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import view
from kamchatka.players.admiral.network import editions_with_network


@pytest.mark.parametrize("edition", editions_with_network())
def test_a_baseline_plays_as_the_bot(edition: str) -> None:
    """A baseline chooses the bot's codes, one by one, from an environment's observations."""
    admiral = learn.baseline(edition, seats=3)
    bot, table, decided = admiral.bot(), learn.env(edition, seats=3), set[int]()
    table.reset(seed=5)
    play = table.unwrapped.play
    for agent in table.agent_iter(max_iter=60):
        seen, _, over, cut, _ = table.last()
        if over or cut:
            break
        code = admiral.act(seen["observation"], seen["action_mask"])
        assert seen["action_mask"][code]
        if int(play.actions) not in decided:
            decided.add(int(play.actions))
            wanted = bot.decide(view(play.table, play.seat), play.prompt.options)
        assert code == play.prompt.code_for(wanted), agent
        table.step(code)
    assert len(decided) > 10


def test_scores_are_probabilities_of_legal_codes() -> None:
    """The scores of legal codes add up to one, and an illegal code has none."""
    admiral, table = learn.baseline("modern", seats=4), learn.env("modern", seats=4)
    table.reset(seed=2)
    seen = table.last()[0]
    parts = np.exp(admiral.scores(seen["observation"], seen["action_mask"]))
    assert parts.sum() == pytest.approx(1.0)
    assert not parts[seen["action_mask"] == 0].any()
    chances = admiral.win_chances(seen["observation"])
    assert ((chances > 0) & (chances < 1)).all()


def test_admirals_are_opponents_in_a_batch() -> None:
    """A learner can play against two admirals in a batch."""
    games = learn.vector_env("challenge", 2, seats=3, opponents=learn.baseline("challenge", seats=3), max_rounds=2)
    seen, _ = games.reset(seed=1)
    for _ in range(10):
        seen, *_ = games.step(seen["action_mask"].argmax(1))
    assert seen["observation"].shape[0] == 2


def test_other_editions_have_no_baseline() -> None:
    with pytest.raises(Problem, match="not trained"):
        learn.baseline("godstorm")
