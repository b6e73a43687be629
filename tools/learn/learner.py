"""PPO: advantages along each seat's own decisions, then some epochs over the windows."""

from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as F

from kamchatka.players.admiral.shape import MOST_SEATS, NetworkShape
from tools.learn.answers import SAID, Window, parts
from tools.learn.shared import ENDED, META, SEAT, WEIGHT, WON

TOLD = ("policy", "value", "entropy", "kl", "clipped", "explained")  # statistics of an update


@dataclass(frozen=True)
class Habits:
    """Hyperparameters of PPO."""

    minibatch: int = 16384
    epochs: int = 2
    clip: float = 0.2
    entropy: float = 0.003
    value: float = 1.0
    lam: float = 0.985
    largest_step: float = 0.5  # maximum norm of gradients


def gains(meta: Any, values: Any, lam: float) -> tuple[Any, Any]:
    """Compute GAE along each seat's own decisions: meta (T+1, games, META), values (T, games) → advantages, and a mask.

    Another seat's view does not know this seat's objective, so nothing is bootstrapped across views. What follows a
    seat's last decision in a window is not known unless the game ended: that decision does not count.
    """
    steps, games = values.shape
    gained, counts = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    later, gae = (torch.zeros(games, MOST_SEATS, device=values.device) for _ in range(2))
    known = torch.zeros(games, MOST_SEATS, dtype=torch.bool, device=values.device)
    for t in reversed(range(steps)):
        ended = meta[t + 1, :, ENDED, None] > 0
        later = torch.where(ended, meta[t + 1, :, WON : WON + MOST_SEATS], later)
        gae = torch.where(ended, 0.0, gae)
        known = known | ended
        seat = meta[t, :, SEAT].long()[:, None]
        sure = known.gather(1, seat)[:, 0]
        gain = later.gather(1, seat)[:, 0] - values[t] + lam * gae.gather(1, seat)[:, 0]
        gain = torch.where(sure, gain, 0.0)
        gained[t], counts[t] = gain, sure
        later = later.scatter(1, seat, values[t][:, None])
        gae = gae.scatter(1, seat, gain[:, None])
        known = known.scatter(1, seat, True)
    return gained, counts


@dataclass
class Rows:
    """Decisions to learn from, as rows."""

    seen: Any
    masks: Any
    codes: Any
    logs: Any  # logarithms of the codes' probabilities when they were chosen
    gains: Any
    goals: Any  # of values
    counts: Any


class Learner:
    """Improve a network with the windows that arrive."""

    def __init__(self, shape: NetworkShape, network: Any, games: int, rate: float, habits: Habits) -> None:
        self.shape, self.network, self.games, self.habits = shape, network, games, habits
        self.device = next(network.parameters()).device.type
        self.cuda = self.device == "cuda"
        self.adam = torch.optim.Adam(network.parameters(), lr=rate, eps=1e-5, fused=self.cuda)
        self.fast: Any = None

    def compile(self) -> None:
        """Compile the network for minibatches of one size."""
        self.fast = torch.compile(self.network, dynamic=False)
        size = self.habits.minibatch
        seen = torch.randint(0, 4, (size, self.shape.numbers), dtype=torch.int16, device=self.device)
        masks = torch.ones(size, len(self.shape.codes), dtype=torch.uint8, device=self.device)
        logs, values = self.forward(seen, masks)
        (logs.mean() + values.mean()).backward()
        self.network.zero_grad(set_to_none=True)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Return the network's output, from the compiled network where the size is right."""
        network = self.fast if self.fast is not None and len(seen) == self.habits.minibatch else self.network
        with torch.autocast(self.device, torch.bfloat16, enabled=self.cuda):
            logs, values = network(seen, masks)
        return logs, values

    def set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self.adam.param_groups:
            group["lr"] = rate

    def update(self, windows: list[Window], policy: bool) -> dict[str, float]:
        """Learn some epochs from the windows' decisions; without `policy` only values are learned."""
        rows = self._rows(windows)
        chosen = rows.counts.nonzero()[:, 0]
        if not len(chosen):  # windows in which no decision has a successor
            return dict.fromkeys(TOLD, 0.0) | {"steps": 0}
        size = self.habits.minibatch
        normal = (rows.gains - rows.gains[chosen].mean()) / (rows.gains[chosen].std(correction=0) + 1e-6)
        told: list[Any] = []
        marks: list[Any] = []
        for _ in range(self.habits.epochs):
            order = chosen[torch.randperm(len(chosen), device=self.device)]
            for part in order.split(size):
                if len(part) == size or len(chosen) < size:
                    told.append(self._descend(rows, normal[part], part, policy))
                    self._keep_pace(marks)
        policy_loss, value_loss, entropy, distance, clipped = torch.stack(told).mean(0).tolist()
        explained = 1 - float(rows.gains[chosen].var(correction=0)) / max(
            float(rows.goals[chosen].var(correction=0)), 1e-6
        )
        numbers = (policy_loss, value_loss, entropy, distance, clipped, explained)
        return {"steps": len(chosen), **dict(zip(TOLD, numbers, strict=True))}

    def _rows(self, windows: list[Window]) -> Rows:
        """Return all decisions of the windows, with their advantages."""
        found = []
        for steps in sorted({window.steps for window in windows}):
            same = [window for window in windows if window.steps == steps]
            cut = [parts(window.blocks, self.shape, self.games) for window in same]
            seen = torch.cat([seen[:-1].reshape(-1, self.shape.numbers) for seen, _, _ in cut])
            masks = torch.cat([masks[:-1].reshape(-1, len(self.shape.codes)) for _, masks, _ in cut])
            said = torch.stack([window.said for window in same])  # (windows, T, games, SAID)
            meta = torch.stack([meta for _, _, meta in cut], 1).reshape(
                steps + 1, -1, META
            )  # (T+1, windows·games, META)
            with torch.no_grad():
                values = said[..., 2].transpose(0, 1).reshape(steps, -1)
                results = (*gains(meta, values, self.habits.lam), meta[:-1, :, WEIGHT])
                flat = [one.view(steps, len(same), self.games).transpose(0, 1).reshape(-1) for one in results]
            gained, counts, weight = flat
            said = said.view(-1, SAID)
            goals = (gained + said[:, 2]).clamp(0, 1)
            found.append((seen, masks, said[:, 0].long(), said[:, 1], gained, goals, counts & (weight > 0)))
        return Rows(*(torch.cat(one) for one in zip(*found, strict=True)))

    def _descend(self, rows: Rows, gain: Any, part: Any, policy: bool) -> Any:
        """Make one step of gradient descent, and return its statistics."""
        habits = self.habits
        logs, values = self.forward(rows.seen[part], rows.masks[part])
        change = logs.gather(1, rows.codes[part, None])[:, 0] - rows.logs[part]
        ratio = change.exp()
        clipped = ratio.clamp(1 - habits.clip, 1 + habits.clip)
        policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
        value_loss = F.binary_cross_entropy_with_logits(values[:, 0], rows.goals[part])
        entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
        loss = habits.value * value_loss + (policy_loss - habits.entropy * entropy if policy else 0.0)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), habits.largest_step)
        self.adam.step()
        with torch.no_grad():
            distance = ((ratio - 1) - change).mean()
            outside = ((ratio - 1).abs() > habits.clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy, distance, outside]).detach()

    def _keep_pace(self, marks: list[Any]) -> None:
        """Stay at most one step ahead of the GPU, because a full queue would delay the players' codes."""
        if self.cuda:
            marks.append(torch.cuda.Event())
            marks[-1].record()
            if len(marks) > 1:
                marks[-2].synchronize()
