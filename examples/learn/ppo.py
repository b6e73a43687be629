"""Masked PPO on one page, in plain NumPy: learns to beat random players in some minutes on one core.

    pip install 'kamchatka[learn]'
    python examples/learn/ppo.py --edition modern --seats 3 --updates 150 --save policy.npz

In the style of CleanRL: one file, nothing hidden. The network has one hidden layer; observations enter as log(1 + n),
illegal codes get no probability, and besides the game's reward there is a potential (Ng et al. 1999): the share of
places that the seat holds, which speeds up learning without changing the best play.
"""

import argparse
from typing import Any

import numpy as np

from kamchatka.learn import vector_env

GAMMA, LAMBDA, CLIP, ENTROPY, RATE, EPOCHS, MINIBATCHES = 0.999, 0.95, 0.2, 0.01, 5e-4, 3, 8
Array = np.ndarray[Any, Any]
Parameters = dict[str, Array]


def fresh(inputs: int, hidden: int, codes: int, luck: np.random.Generator) -> Parameters:
    """Return initial weights, small at the outputs, so that all legal codes are about equally likely."""
    first = luck.normal(0, (2 / inputs) ** 0.5, (inputs, hidden)).astype(np.float32)
    policy = luck.normal(0, 0.01, (hidden, codes)).astype(np.float32)
    zeros = [np.zeros(n, np.float32) for n in (hidden, codes, hidden, 1)]
    return {"w": first, "b": zeros[0], "pw": policy, "pb": zeros[1], "vw": zeros[2], "vb": zeros[3]}


def forward(net: Parameters, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
    """Return hidden units, probabilities of codes, and values."""
    hidden = np.maximum(seen @ net["w"] + net["b"], 0)
    logits = np.where(masks > 0, hidden @ net["pw"] + net["pb"], -1e9)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, likely / likely.sum(axis=1, keepdims=True), hidden @ net["vw"] + net["vb"]


def gradients(net: Parameters, *batch: Array) -> Parameters:
    """Return the gradients of PPO's clipped loss, half the squared error of the value, and less entropy."""
    seen, masks, codes, old, gains, goals = batch
    rows, n = np.arange(len(codes)), len(codes)
    hidden, likely, values = forward(net, seen, masks)
    ratio = likely[rows, codes] / old
    pushed = np.where((gains > 0) & (ratio > 1 + CLIP) | (gains < 0) & (ratio < 1 - CLIP), 0, -gains * ratio)
    chosen = np.zeros_like(likely)
    chosen[rows, codes] = 1
    logs = np.log(likely + 1e-9)
    entropy = -(likely * logs).sum(axis=1, keepdims=True)
    logits = (pushed[:, None] * (chosen - likely) + ENTROPY * likely * (logs + entropy)) / n
    value = (values - goals) / n
    below = (logits @ net["pw"].T + 0.5 * np.outer(value, net["vw"])) * (hidden > 0)
    return {
        "w": seen.T @ below,
        "b": below.sum(axis=0),
        "pw": hidden.T @ logits,
        "pb": logits.sum(axis=0),
        "vw": 0.5 * hidden.T @ value,
        "vb": np.array([0.5 * value.sum()]),
    }


class Adam:
    """Adam as by Kingma and Ba, with the norm of all gradients limited to a half."""

    def __init__(self, net: Parameters) -> None:
        self.net, self.steps = net, 0
        self.mean = {name: np.zeros_like(one) for name, one in net.items()}
        self.square = {name: np.zeros_like(one) for name, one in net.items()}

    def step(self, found: Parameters) -> None:
        self.steps += 1
        scale = min(1.0, 0.5 / (sum(float((one**2).sum()) for one in found.values()) ** 0.5 + 1e-9))
        for name, one in found.items():
            self.mean[name] += 0.1 * (one * scale - self.mean[name])
            self.square[name] += 0.001 * ((one * scale) ** 2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            self.net[name] -= RATE * mean / (square**0.5 + 1e-5)


Result = tuple[Parameters, list[float]]


def train(edition: str, seats: int, games: int, length: int, updates: int, seed: int, hidden: int = 64) -> Result:
    """Return the network, and after every update the share of the last 200 games that it won."""
    luck = np.random.default_rng(seed)
    table = vector_env(edition, games, seats, opponents="random", max_cycles=4000)
    layout, places = table.setting.layout, table.setting.layout.places
    net = fresh(layout.size, hidden, int(table.setting.codes.size), luck)
    adam, results, curve = Adam(net), list[float](), list[float]()
    now, _ = table.reset(seed=seed)
    for update in range(updates):
        seen = np.zeros((length + 1, games, layout.size), np.float32)
        masks = np.zeros((length, games, table.setting.codes.size), np.int8)
        codes, old = np.zeros((length, games), np.int64), np.zeros((length, games), np.float32)
        values, rewards, ends = (np.zeros((length + 1, games), np.float32) for _ in range(3))
        for t in range(length):
            seen[t], masks[t] = np.log1p(np.maximum(now["observation"], 0)), now["action_mask"]
            _, likely, values[t] = forward(net, seen[t], masks[t])
            codes[t] = (likely.cumsum(axis=1) > luck.random((games, 1)) * 0.999999).argmax(axis=1)
            old[t] = likely[np.arange(games), codes[t]]
            before = now["observation"][:, layout["lands"]][:, 0] / places
            now, reward, over, cut, _ = table.step(codes[t])
            ends[t] = over | cut
            after = now["observation"][:, layout["lands"]][:, 0] / places
            rewards[t] = reward + np.where(ends[t] > 0, 0, GAMMA * after) - before
            results += [float(one > 0) for one in reward[ends[t] > 0]]
        _, _, values[length] = forward(net, np.log1p(np.maximum(now["observation"], 0)), now["action_mask"])
        gains, gain = np.zeros((length, games), np.float32), np.zeros(games, np.float32)
        for t in reversed(range(length)):
            going = 1 - ends[t]
            gain = rewards[t] + GAMMA * going * values[t + 1] - values[t] + GAMMA * LAMBDA * going * gain
            gains[t] = gain
        rows = [one.reshape(length * games, -1) for one in (seen[:length], masks)]
        flat = [one.reshape(-1) for one in (codes, old, gains, gains + values[:length])]
        flat[2] = (flat[2] - flat[2].mean()) / (flat[2].std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(luck.permutation(length * games), MINIBATCHES):
                adam.step(gradients(net, *(one[part] for one in (*rows, *flat))))
        curve.append(float(np.mean(results[-200:])) if results else 0.0)
        print(f"update {update + 1}: {len(results)} games, {curve[-1]:.0%} of the last 200 won", flush=True)
    return net, curve


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="modern")
    for name, default in (("seats", 3), ("games", 64), ("length", 128), ("updates", 150), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--save", help="where the network is kept, as .npz")
    chosen = parser.parse_args()
    net, _ = train(chosen.edition, chosen.seats, chosen.games, chosen.length, chosen.updates, chosen.seed)
    if chosen.save:
        np.savez(chosen.save, **net)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
