"""Imitation learning: collect games of teachers, then learn their decisions and the winners."""

import time
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as F

from kamchatka.players.admiral.shape import MOST_SEATS, NetworkShape
from tools.learn.actors import Crew, Tables
from tools.learn.answers import collect, parts
from tools.learn.casts import LESSONS
from tools.learn.learner import Learner
from tools.learn.record import Record
from tools.learn.shared import CODE, ENDED, SEAT, SEATS, WEIGHT, WON, block_starts

HELD = 50  # one window in 50 is held out for validation
VALUE = 0.5  # weight of the value's loss


@dataclass(frozen=True)
class Imitation:
    """Parameters of imitation: how long games of teachers are collected, and how the network learns from them."""

    collect: float  # seconds
    learn: float  # seconds
    lessons: int = 16_000_000  # maximum number of decisions, of 3 KB each on the device
    batch: int = 16384
    rate: float = 1.5e-3


def imitate(learner: Learner, tables: Tables, workers: int, plan: Imitation, record: Record) -> None:
    """Collect teachers' decisions and learn them."""
    shape, games, device = learner.shape, tables.games, learner.device
    crew = Crew(shape, tables, LESSONS, workers)
    store = torch.zeros(plan.lessons // games, block_starts(shape, games)[-1], dtype=torch.uint8, device=device)
    owners = collect(crew.batches, store, plan.collect, device)
    crew.end()
    record.add("collected", steps=len(owners) * games, games=float(crew.stats[:, :, 0].sum()))
    seen, masks, meta = parts(store[: len(owners)], shape, games)
    won, known = outcomes(owners, len(crew.batches), meta)
    lessons = Lessons(learner, shape, seen, masks, meta, won, known)
    lessons.learn(plan, record)


def outcomes(owners: list[int], batches: int, meta: Any) -> tuple[Any, Any]:
    """Return the winners of each step's game, from the observing seat, and whether its end was recorded."""
    games, device = meta.shape[1], meta.device
    won = torch.zeros(len(owners), games, MOST_SEATS, device=device)
    known = torch.zeros(len(owners), games, dtype=torch.bool, device=device)
    turn = torch.arange(MOST_SEATS, device=device)
    steps = [[at for at, owner in enumerate(owners) if owner == batch] for batch in range(batches)]
    common = min(len(one) for one in steps)  # earlier steps of faster batches have no outcome
    outcome = torch.zeros(batches, games, MOST_SEATS, device=device)
    sure = torch.zeros(batches, games, dtype=torch.bool, device=device)
    for at in reversed(torch.tensor([one[len(one) - common :] for one in steps], device=device).T):
        now = meta[at]
        seats = now[:, :, SEATS, None].long()
        viewed = (now[:, :, SEAT, None].long() + turn) % seats
        won[at] = outcome.gather(2, viewed) * (turn < seats)
        known[at] = sure
        ended = now[:, :, ENDED] > 0  # the previous game
        outcome = torch.where(ended[:, :, None], now[:, :, WON : WON + MOST_SEATS], outcome)
        sure = sure | ended
    return won, known


class Lessons:
    """Steps of teachers, from which minibatches are drawn."""

    def __init__(
        self, learner: Learner, shape: NetworkShape, seen: Any, masks: Any, meta: Any, won: Any, known: Any
    ) -> None:
        self.learner, self.shape = learner, shape
        self.seen, self.masks, self.meta, self.won, self.known = seen, masks, meta, won, known
        self.held = max(1, len(seen) // HELD)

    def learn(self, plan: Imitation, record: Record) -> None:
        """Run gradient descent for the planned time."""
        network = self.learner.network
        adam = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=0.01, fused=self.learner.cuda)
        begun, step, told = time.monotonic(), 0, []
        while (part := (time.monotonic() - begun) / plan.learn) < 1:
            for group in adam.param_groups:
                group["lr"] = plan.rate * min(1.0, (step + 1) / 200) * (1 - part) ** 0.7 + 1e-5
            at = torch.randint(0, len(self.seen) - self.held, (plan.batch,), device=self.seen.device)
            game = torch.randint(0, self.seen.shape[1], (plan.batch,), device=self.seen.device)
            losses = self._losses(at, game)
            adam.zero_grad(set_to_none=True)
            (losses[0] + VALUE * losses[1]).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            adam.step()
            told.append(losses.detach())
            step += 1
            if step % 250 == 0:
                self._tell(record, "imitation", step, torch.stack(told[-250:]).mean(0))
        self._tell(record, "imitated", step, self._validation_losses())

    def _validation_losses(self) -> Any:
        """Return the losses on the validation data."""
        games = torch.arange(self.seen.shape[1], device=self.seen.device)
        with torch.no_grad():
            losses = [
                self._losses(torch.full_like(games, at), games)
                for at in range(len(self.seen) - self.held, len(self.seen))
            ]
        return torch.stack(losses).mean(0)

    def _losses(self, at: Any, game: Any) -> Any:
        """Return the losses of policy and value, and how often the likeliest code is the teacher's."""
        logs, values = self.learner.forward(self.seen[at, game], self.masks[at, game])
        meta, known = self.meta[at, game], self.known[at, game]
        code, weight = meta[:, CODE].long(), meta[:, WEIGHT].clamp(min=0)
        policy = -(logs.gather(1, code[:, None])[:, 0] * weight).sum() / weight.sum().clamp(min=1)
        right = ((logs.argmax(1) == code).float() * weight).sum() / weight.sum().clamp(min=1)
        value = F.binary_cross_entropy_with_logits(values, self.won[at, game], reduction="none").mean(1)
        return torch.stack([policy, (value * known).sum() / known.sum().clamp(min=1), right])

    @staticmethod
    def _tell(record: Record, stage: str, step: int, losses: Any) -> None:
        policy, value, right = losses.tolist()
        record.add(stage, step=step, policy=policy, value=value, right=right)
