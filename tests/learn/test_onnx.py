"""The admiral as ONNX plays the same as `learn.baseline`."""

from typing import Any

import numpy as np
import pytest

from kamchatka.learn import baseline, env
from kamchatka.players.admiral.network import editions_with_network

pytest.importorskip("onnx", reason="tools only: pip install onnx onnxruntime")
onnxruntime = pytest.importorskip("onnxruntime")
export_onnx = pytest.importorskip("tools.learn.export_onnx")


def decisions(edition: str, seats: int, count: int) -> tuple[Any, Any]:
    """Return observations and masks of a game that the baseline plays."""
    table, admiral = env(edition, seats=seats), baseline(edition, seats)
    rows, masks = list[Any](), list[Any]()
    table.reset(seed=5)
    while len(rows) < count:
        seen = table.observe(table.agent_selection)
        rows.append(seen["observation"])
        masks.append(seen["action_mask"])
        table.step(admiral.act(rows[-1], masks[-1]))
    return np.stack(rows), np.stack(masks)


@pytest.mark.parametrize("edition", editions_with_network())
@pytest.mark.parametrize("seats", [3, 4])
def test_the_model_is_the_network(edition: str, seats: int) -> None:
    """Probabilities and win chances are equal, and so is the likeliest code except in ties."""
    rows, masks = decisions(edition, seats, 60)
    model = onnxruntime.InferenceSession(export_onnx.build(edition, seats).SerializeToString())
    scores, chances = model.run(None, {"observation": rows, "action_mask": masks.astype(np.int8)})
    admiral = baseline(edition, seats)
    for row, mask, told, won in zip(rows, masks, scores, chances, strict=True):
        legal = mask.astype(bool)
        assert np.allclose(np.exp(told[legal]), np.exp(admiral.scores(row, mask)[legal]), atol=2e-4)
        assert (told[~legal] < -1e29).all()
        assert np.allclose(won, admiral.win_chances(row), atol=2e-4)
