"""Links between processes: delays, cuts, and faults of single messages.

Each link has its own random generator, seeded by its two ends. So what happens on one link doesn't depend on the
order in which others are used, and leaving out one fault changes as little as possible elsewhere.
"""

import random


class Link:
    """The link from one process to another."""

    def __init__(self, seed: str, delays: tuple[float, float]) -> None:
        self.random = random.Random(seed)
        self.delays = delays
        self.slower = 0.0  # maximum additional seconds
        self.cuts = 0  # number of faults that cut it now
        self.chances: dict[str, float] = {}  # probabilities of faults of a message, by name

    @property
    def is_cut(self) -> bool:
        """Return whether the link is cut."""
        return self.cuts > 0

    def delay(self) -> float:
        """Return the seconds that the next message takes."""
        return self.random.uniform(*self.delays) + (self.random.uniform(0.0, self.slower) if self.slower else 0.0)

    def draw(self, least: float, most: float) -> float:
        """Return a random number of seconds."""
        return self.random.uniform(least, most)

    def happens(self, what: str) -> bool:
        """Return whether this fault hits the next message."""
        chance = self.chances.get(what, 0.0)
        return chance > 0.0 and self.random.random() < chance


DELAYS = {"database": (0.0005, 0.004), "bus": (0.0002, 0.003), "client": (0.005, 0.06)}


class Network:
    """All links, by sender and receiver."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.links: dict[tuple[str, str], Link] = {}

    def link(self, sender: str, receiver: str) -> Link:
        """Return the link between two ends; the receiver determines its kind."""
        if (sender, receiver) not in self.links:
            kind = receiver if receiver in DELAYS else "bus" if sender == "bus" else "client"
            self.links[sender, receiver] = Link(f"{self.seed} {sender} {receiver}", DELAYS[kind])
        return self.links[sender, receiver]
