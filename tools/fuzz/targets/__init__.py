"""Every decoder of external bytes, by name."""

from tools.fuzz.target import Target
from tools.fuzz.targets import events, games, programs, server, terminal

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (*server.TARGETS, *games.TARGETS, *programs.TARGETS, *terminal.TARGETS, *events.TARGETS)
}
