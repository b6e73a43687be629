"""The log of a run, with a line of JSON per event, and a plot of the curves of all runs."""

import json
import time
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP = 760, 420, 60, 20
PLOT_WIDTH, PLOT_HEIGHT = 480, 350
COLOURS = ("#1b6ca8", "#c0392b", "#27ae60", "#8e44ad", "#d35400", "#16a085", "#7f8c8d", "#2c3e50", "#b7950b", "#e84393")


class Record:
    """The log of a run, which continues where the last one ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.begun = time.monotonic()

    def add(self, stage: str, **told: Any) -> None:
        """Append an event with its second in the run."""
        numbers = {name: round(value, 5) if isinstance(value, float) else value for name, value in told.items()}
        line = json.dumps({"stage": stage, "seconds": round(time.monotonic() - self.begun, 2), **numbers})
        print(line, flush=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def read_record(path: Path) -> list[dict[str, Any]]:
    """Return all events of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def curves(events: list[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """Return shares by cast over millions of learned decisions, with all runs of a log in sequence."""
    found: dict[str, list[tuple[float, float]]] = {}
    before = latest = 0.0
    for event in events:
        if event["stage"] == "start":
            before = latest
        if event["stage"] == "ppo":
            latest = before + event["learned"] / 1e6
            for cast, (games, share, _) in event["shares"].items():
                if games >= 30 and set(cast.split("+")) != {"net"}:
                    found.setdefault(cast, []).append((latest, share))
    return found


def draw(lines: dict[str, list[tuple[float, float]]], title: str) -> str:
    """Return the curves as SVG."""
    longest = max((x for line in lines.values() for x, _ in line), default=1.0) or 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"',
        ' font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/><text x="{LEFT}" y="14">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        y = TOP + PLOT_HEIGHT * (1 - tenth / 10)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{PLOT_WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth * 10} %</text>')
        x = LEFT + PLOT_WIDTH * tenth / 10
        parts.append(
            f'<text x="{x:.1f}" y="{TOP + PLOT_HEIGHT + 18}" text-anchor="middle">{longest * tenth / 10:.0f}</text>'
        )
    for nth, (name, line) in enumerate(sorted(lines.items())):
        colour = COLOURS[nth % len(COLOURS)]
        points = " ".join(
            f"{LEFT + PLOT_WIDTH * x / longest:.1f},{TOP + PLOT_HEIGHT * (1 - share):.1f}" for x, share in line
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{LEFT + PLOT_WIDTH + 10}" y="{TOP + 14 + 16 * nth}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 8}">millions of decisions learned</text></svg>')
    return "\n".join(parts) + "\n"
