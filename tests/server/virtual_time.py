"""Time that advances when a test says so."""


class VirtualTime:
    """A clock for limits, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
