"""Run axe-core, the accessibility checker, on a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEVEL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@cache
def _source() -> str:
    assert AXE.is_file(), f"{AXE.name} is not there: `make web` brings it"
    return AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Return the page's violations of WCAG 2.2 AA, one sentence each."""
    page.evaluate(_source())
    found: dict[str, Any] = page.evaluate(
        "level => axe.run(document, {runOnly: {type: 'tag', values: level}, resultTypes: ['violations']})", LEVEL
    )
    return [
        f"{fault['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for fault in found["violations"]
        for node in fault["nodes"][:4]
    ]
