"""The network's decisions: waiting batches get their codes, and full windows go to the learner."""

import queue
import threading
import time
from contextlib import nullcontext
from typing import Any

import torch

from kamchatka.players.admiral.shape import NetworkShape
from tools.learn.shared import META, WEIGHT, SharedBatch, block_starts

SAID = 3  # numbers of a decision: code, the logarithm of its probability, the chance to win
SPARE_WINDOWS = 3  # windows for each batch: one is filled, the others are learned from


def parts(blocks: Any, shape: NetworkShape, games: int) -> tuple[Any, Any, Any]:
    """Split blocks (…, bytes) into observations, masks and meta numbers, as (…, games, numbers)."""
    starts, lead = block_starts(shape, games), blocks.shape[:-1]
    codes = len(shape.codes)
    seen = blocks[..., : games * shape.numbers * 2].view(torch.int16).view(*lead, games, shape.numbers)
    masks = blocks[..., starts[1] : starts[1] + games * codes].view(*lead, games, codes)
    meta = blocks[..., starts[2] : starts[2] + games * META * 4].view(torch.float32).view(*lead, games, META)
    return seen, masks, meta


class Window:
    """The decisions of a batch of games during some steps, on the device."""

    def __init__(self, steps: int, size: int, games: int, device: str, home: "queue.Queue[Window]") -> None:
        self.blocks = torch.zeros(steps + 1, size, dtype=torch.uint8, device=device)
        self.said = torch.zeros(steps, games, SAID, device=device)
        self.steps = steps
        self.home = home  # the queue for empty windows, after learning


class Seat:
    """A batch of games with its current window, and the queue for full windows."""

    def __init__(self, shared: SharedBatch, free: "queue.Queue[Window]", full: "queue.Queue[Window]") -> None:
        self.shared, self.free, self.full = shared, free, full
        self.host = torch.from_numpy(shared.block)
        if torch.cuda.is_available():
            register(self.host)
        self.window = free.get()
        self.step = 0

    def take(self, block: Any) -> None:
        """Store observations; the first step of a window is the last one of the previous window."""
        self.window.blocks[self.step].copy_(block)
        if self.step == self.window.steps:
            self.full.put(self.window)
            self.window = self.free.get_nowait()
            self.window.blocks[0].copy_(block)
            self.step = 0


def register(host: Any) -> None:
    """Let the GPU read this memory directly; undo it before the memory is freed."""
    if refused := int(torch.cuda.cudart().cudaHostRegister(host.data_ptr(), host.numel(), 0)):
        raise RuntimeError(f"the GPU cannot read shared memory: CUDA error {refused}")


def unregister(hosts: list[Any]) -> None:
    """Take the memory back from the GPU."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
        for host in hosts:
            torch.cuda.cudart().cudaHostUnregister(host.data_ptr())


def make_windows(steps: int, batches: int, size: int, games: int, device: str) -> "queue.Queue[Window]":
    """Create empty windows for some batches."""
    free: queue.Queue[Window] = queue.Queue()
    for _ in range(SPARE_WINDOWS * batches):
        free.put(Window(steps, size, games, device, free))
    return free


def ready(seats: list[Seat]) -> list[Seat]:
    """Return batches that can be decided: a full window needs an empty successor, and a tick may not block."""
    spare = {id(seat.free): seat.free.qsize() for seat in seats}
    waiting = []
    for seat in seats:
        if seat.shared.waits[0]:
            if seat.step < seat.window.steps:
                waiting.append(seat)
            elif spare[id(seat.free)] > 0:
                spare[id(seat.free)] -= 1
                waiting.append(seat)
    return waiting


class Answers:
    """Sample codes for all waiting batches, in CUDA graphs where there is a GPU."""

    def __init__(
        self, shape: NetworkShape, games: int, seats: list[Seat], lock: threading.Lock, network: Any, former: Any = None
    ) -> None:
        self.shape, self.games, self.seats, self.lock = shape, games, seats, lock
        self.network, self.former = network, former
        self.device = next(network.parameters()).device.type
        self.cuda = self.device == "cuda"
        self.stream = torch.cuda.Stream(priority=-1) if self.cuda else None
        most = len(seats)
        self.blocks = torch.zeros(most, block_starts(shape, games)[-1], dtype=torch.uint8, device=self.device)
        self.out = torch.zeros(most * games, SAID, device=self.device)
        self.back = torch.zeros(most * games, SAID, pin_memory=self.cuda)
        self.graphs: dict[int, Any] = {}
        self.rows = 0
        if self.cuda:
            self._capture(sorted({max(1, most // 4), max(1, most // 2), most}))

    def _answer(self, count: int) -> None:
        """Compute codes for the first blocks."""
        seen, masks, meta = parts(self.blocks[:count], self.shape, self.games)
        seen, masks = seen.reshape(-1, self.shape.numbers), masks.reshape(-1, len(self.shape.codes))
        with torch.autocast(self.device, torch.bfloat16, enabled=self.cuda, cache_enabled=False):
            logs, values = self.network(seen, masks)
            if self.former is not None:
                theirs, _ = self.former(seen, masks)
                logs = torch.where((meta.reshape(-1, META)[:, WEIGHT] < 0)[:, None], theirs, logs)
        noise = -torch.log(torch.empty_like(logs).exponential_().clamp_(min=1e-20))
        codes = (logs + noise).argmax(1)
        rows = count * self.games
        self.out[:rows, 0] = codes.float()
        self.out[:rows, 1] = logs.gather(1, codes[:, None])[:, 0]
        self.out[:rows, 2] = torch.sigmoid(values[:, 0])

    def _capture(self, counts: list[int]) -> None:
        with torch.no_grad(), torch.cuda.stream(self.stream):
            for count in counts:
                for _ in range(2):
                    self._answer(count)
                torch.cuda.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph, stream=self.stream):
                    self._answer(count)
                self.graphs[count] = graph
        torch.cuda.synchronize()

    def tick(self) -> bool:
        """Decide for all waiting batches; return False when there are none."""
        waiting = ready(self.seats)
        if not waiting:
            return False
        count = len(waiting)
        with self.lock, torch.no_grad(), torch.cuda.stream(self.stream) if self.stream is not None else nullcontext():
            for nth, seat in enumerate(waiting):
                self.blocks[nth].copy_(seat.host, non_blocking=True)
                seat.take(self.blocks[nth])
            if self.cuda:
                self.graphs[min(size for size in self.graphs if size >= count)].replay()
            else:
                self._answer(count)
            for nth, seat in enumerate(waiting):
                seat.window.said[seat.step].copy_(self.out[nth * self.games : (nth + 1) * self.games])
            self.back[: count * self.games].copy_(self.out[: count * self.games], non_blocking=True)
            if self.stream is not None:
                self.stream.synchronize()
        codes = self.back[: count * self.games, 0].numpy().astype("int64").reshape(count, self.games)
        for nth, seat in enumerate(waiting):
            seat.shared.codes[:] = codes[nth]
            seat.step += 1
            seat.shared.waits[0] = 0
        self.rows += count * self.games
        return True


def collect(seats: "list[SharedBatch]", store: Any, seconds: float, device: str) -> list[int]:
    """Copy the teachers' games into `store`, step by step, and return the batch of each step."""
    hosts = [torch.from_numpy(batch.block) for batch in seats]
    if device == "cuda":
        for host in hosts:
            register(host)
    owners: list[int] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until and len(owners) < len(store):
        waiting = [nth for nth, batch in enumerate(seats) if batch.waits[0]][: len(store) - len(owners)]
        for nth in waiting:
            store[len(owners)].copy_(hosts[nth], non_blocking=True)
            owners.append(nth)
        if device == "cuda":
            torch.cuda.synchronize()
        for nth in waiting:
            seats[nth].waits[0] = 0
        if not waiting:
            time.sleep(0.0002)
    unregister(hosts)
    return owners
