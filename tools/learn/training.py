"""A run: imitation if requested, then PPO, in which actors, answers and learner work in parallel."""

import queue
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from kamchatka.editions import edition as find_edition
from kamchatka.players.admiral.shape import shape_of
from kamchatka.players.admiral.weights import read_weights, write_weights
from tools.learn.actors import Crew, Tables
from tools.learn.answers import Answers, Seat, Window, make_windows
from tools.learn.casts import CAPTAINS, FORMER_SELVES, LEAGUE, MARSHALS, SELVES, Cast
from tools.learn.imitation import Imitation, imitate
from tools.learn.learner import Habits, Learner
from tools.learn.network import PlaceNet, weights_of
from tools.learn.record import Record, curves, draw, read_record
from tools.learn.shared import block_starts
from tools.learn.transfer import adopt, arrays_of

FORMER_KEPT = 12  # past selves in the league
STALLED = 120.0  # seconds without an update after which a run ends


@dataclass(frozen=True)
class Plan:
    """The settings of a run."""

    tables: Tables
    out: Path
    seconds: float  # seconds of the whole run, including compilation
    workers: dict[str, int] = field(default_factory=lambda: {"selves": 7, "past": 2, "captains": 5, "marshals": 1})
    imitation: Imitation | None = None
    first: Path | None = None  # a network to start from, perhaps of another edition
    rate: float = 2.5e-4
    last_rate: float = 0.2  # fraction of the learning rate at the end
    batch: int = 600_000
    window: int = 256
    value_only: int = 5  # updates before the policy starts to learn
    keep_every: int = 25  # updates between past selves
    tell_every: int = 10
    compiled: bool = True
    habits: Habits = field(default_factory=Habits)

    @property
    def network_path(self) -> Path:
        """Return where the network is stored."""
        return self.out / f"{self.tables.edition}.network"

    @property
    def log_path(self) -> Path:
        """Return the path of the run's log."""
        return self.out / f"{self.tables.edition}.jsonl"


def groups(plan: Plan) -> list[tuple[tuple[Cast, ...], int, int, bool]]:
    """Return casts, actors, steps of a window, and whether past selves play."""
    workers, window = plan.workers, plan.window
    found = [
        (SELVES, workers.get("selves", 0), window, False),
        (CAPTAINS, workers.get("captains", 0), max(4, window // 4), False),
        (LEAGUE, workers.get("league", 0), max(4, window // 4), False),
        (MARSHALS, workers.get("marshals", 0), max(4, window // 8), False),
        (FORMER_SELVES, workers.get("past", 0), window, True),
    ]
    return [group for group in found if group[1]]


class Training:
    """One run of one network."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tables = plan, plan.tables
        plan.out.mkdir(parents=True, exist_ok=True)
        self.record = Record(plan.log_path)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(self.tables.seed)
        self.shape = shape_of(find_edition(self.tables.edition))
        self.network = PlaceNet(self.shape)
        self._begin()
        self.network.to(self.device)
        self.learner = Learner(self.shape, self.network, self.tables.games, plan.rate, plan.habits)
        self.lock = threading.Lock()
        self.answering_waits = False  # the learner waits for the lock
        self.done = threading.Event()
        self.failure: BaseException | None = None
        self.full: queue.Queue[Window] = queue.Queue()
        self.former: list[dict[str, Any]] = []
        self.luck = random.Random(self.tables.seed)

    def _begin(self) -> None:
        """Start from the last checkpoint, from another network, or from nothing."""
        source = self.plan.network_path if self.plan.network_path.exists() else self.plan.first
        weights = sum(one.numel() for one in self.network.parameters())
        self.record.add(
            "start", device=self.device, weights=weights, source=str(source and source.name), plan=repr(self.plan)
        )
        if source is not None:
            own = arrays_of(weights_of(self.network))
            arrays = adopt(own, self.shape, read_weights(source))
            self.network.load_state_dict({name: torch.from_numpy(one) for name, one in arrays.items()})

    def run(self) -> None:
        """Imitate if planned, then improve by play until the time is over."""
        if self.plan.compiled and self.device == "cuda":
            self.learner.compile()
            self.record.add("compiled")
        if self.plan.imitation is not None:
            imitate(self.learner, self.tables, sum(self.plan.workers.values()), self.plan.imitation, self.record)
            self.keep()
        try:
            self.play()
        finally:
            self.keep()

    def play(self) -> None:
        """Play and learn side by side."""
        crews, answers = self._seat_actors()
        begun = time.monotonic()
        self.record.add("ready")
        thread = threading.Thread(target=self._learn, args=(crews, begun), daemon=True)
        thread.start()
        self.updated = begun
        while self._seconds_left() > 0 and self.failure is None:
            if self.answering_waits or not any([one.tick() for one in answers]):
                time.sleep(0.0001)
            if time.monotonic() - self.updated > STALLED or any(crew.dead() for crew in crews):
                self.failure = RuntimeError("nothing is learned any more, or an actor has died")
        self.done.set()
        thread.join(60)
        self.record.add("played", rows=sum(one.rows for one in answers))
        for crew in crews:
            crew.end()
        if self.failure is not None:
            raise self.failure

    def _seconds_left(self) -> float:
        """Return the remaining seconds of the run."""
        return self.plan.seconds - (time.monotonic() - self.record.begun)

    def _seat_actors(self) -> tuple[list[Crew], list[Answers]]:
        """Start all actors and the objects that decide for them."""
        plan, games = self.plan, self.tables.games
        self.player, self.past = (PlaceNet(self.shape).to(self.device).requires_grad_(False) for _ in range(2))
        for one in (self.player, self.past):
            one.load_state_dict(self.network.state_dict())
        crews, by_former = list[Crew](), dict[bool, list[Seat]]({False: [], True: []})
        size = block_starts(self.shape, games)[-1]
        for casts, workers, steps, former in groups(plan):
            crew = Crew(self.shape, self.tables, casts, workers)
            free = make_windows(steps, len(crew.batches), size, games, self.device)
            by_former[former] += [Seat(batch, free, self.full) for batch in crew.batches]
            crews.append(crew)
        fast = torch.compile(self.player, dynamic=False) if plan.compiled and self.device == "cuda" else self.player
        answers = []
        if by_former[False]:
            answers.append(Answers(self.shape, games, by_former[False], self.lock, fast))
        if by_former[True]:
            answers.append(Answers(self.shape, games, by_former[True], self.lock, self.player, self.past))
        return crews, answers

    # -------------------------------------------------------------- the learner's thread
    def _learn(self, crews: list[Crew], begun: float) -> None:
        try:
            self._learn_on(crews, begun)
        except BaseException as error:
            self.failure = error

    def _learn_on(self, crews: list[Crew], begun: float) -> None:
        plan, updates, learned = self.plan, 0, 0
        totals = [crew.stats.sum(0).copy() for crew in crews]
        whole = max(1.0, plan.seconds - (begun - self.record.begun))
        while (windows := self._gather()) is not None:
            part = min(1.0, (time.monotonic() - begun) / whole)
            self.learner.set_rate(plan.rate * (1 - part * (1 - plan.last_rate)))
            told = self._update(windows, updates >= plan.value_only)
            updates += 1
            learned += int(told["steps"])
            self.updated = time.monotonic()
            if updates % plan.keep_every == 1:
                self._keep_former()
            if updates % plan.tell_every == 0:
                shares: dict[str, list[float]] = {}
                for nth, crew in enumerate(crews):
                    more, totals[nth] = crew.shares(totals[nth])
                    shares |= more
                self.record.add("ppo", update=updates, learned=learned, **told, shares=shares)
                self.keep()

    def _gather(self) -> list[Window] | None:
        """Return enough full windows for an update, or None when the run is over."""
        windows, decisions = list[Window](), 0
        while decisions < self.plan.batch:
            if self.done.is_set():
                return None
            try:
                windows.append(self.full.get(timeout=0.2))
            except queue.Empty:
                continue
            decisions += windows[-1].steps * self.tables.games
        return windows

    def _hold(self) -> None:
        """Acquire the lock between two ticks."""
        self.answering_waits = True
        self.lock.acquire()
        self.answering_waits = False

    def _update(self, windows: list[Window], policy: bool) -> dict[str, float]:
        """Learn from windows, and give the new network to the players."""
        self._hold()  # the tick that wrote the last window has ended
        self.lock.release()
        stream = torch.cuda.Stream() if self.device == "cuda" else None
        with torch.cuda.stream(stream):
            told = self.learner.update(windows, policy)
            if stream is not None:
                stream.synchronize()
            self._hold()
            try:
                self.player.load_state_dict(self.network.state_dict())
                if self.former:
                    self.past.load_state_dict(self.luck.choice(self.former))
                if stream is not None:
                    torch.cuda.synchronize()
            finally:
                self.lock.release()
        for window in windows:
            window.home.put(window)
        return told

    def _keep_former(self) -> None:
        """Add the network to the league; if it is full, drop a random past self, but never the newest."""
        self.former.append({name: one.clone() for name, one in self.network.state_dict().items()})
        if len(self.former) > FORMER_KEPT:
            del self.former[self.luck.randrange(FORMER_KEPT)]

    def keep(self) -> None:
        """Write the network and the curves of all runs so far."""
        path = self.plan.network_path
        unfinished = path.with_suffix(".unfinished")
        write_weights(unfinished, weights_of(self.network))
        unfinished.replace(path)
        picture = draw(curves(read_record(self.plan.log_path)), f"{self.tables.edition}: shares of one network")
        self.plan.out.joinpath(f"{self.tables.edition}.svg").write_text(picture, encoding="utf-8")
