"""Rendering of pages to images or PDF by a headless Chromium, if one is available.

Playwright drives the browser if it is installed, because the browser for development supports nothing else. Otherwise
the browser's command line is used.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

OVERRIDE = "KAMCHATKA_BROWSER"  # environment variable with a browser that takes precedence
LAUNCHER = Path(sys.prefix) / "bin" / "kamchatka-chromium"  # installed by tools/build/install_browser.py
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-gpu")  # containers need these arguments
# Without a profile and without network access.
FLAGS = (
    *ARGUMENTS,
    "--headless",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--virtual-time-budget=4000",
)
PATIENCE = 120  # seconds


def find() -> str | None:
    """Return the path of the requested browser, else the environment's, else one on the PATH."""
    if wanted := os.environ.get(OVERRIDE):
        return wanted
    if LAUNCHER.is_file():
        return str(LAUNCHER)
    return next(filter(None, map(shutil.which, NAMES)), None)


def photograph(page: str, size: tuple[int, int], scale: float) -> bytes | None:
    """Render an HTML page as PNG; return None if no browser is available."""
    if (path := find()) is None:
        return None
    if playwright := _playwright():
        return _drive(playwright, path, page, size, scale, lambda tab: tab.screenshot())
    window = [f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={scale:.4f}"]
    return _run_command(path, page, "--screenshot", window)


def print_out(page: str, size: tuple[int, int]) -> bytes | None:
    """Print an HTML page as PDF in the size set by its style; return None if no browser is available."""
    if (path := find()) is None:
        return None
    if playwright := _playwright():
        return _drive(playwright, path, page, size, 1, lambda tab: tab.pdf(prefer_css_page_size=True))
    return _run_command(path, page, "--print-to-pdf", ["--no-pdf-header-footer"])


def _playwright() -> Callable[[], Any] | None:
    """Return Playwright's entry point if it is installed."""
    try:
        module = import_module("playwright.sync_api")
    except ImportError:
        return None
    opens: Callable[[], Any] = module.sync_playwright
    return opens


def _drive(
    playwright: Callable[[], Any],
    path: str,
    page: str,
    size: tuple[int, int],
    scale: float,
    take: Callable[[Any], bytes],
) -> bytes:
    """Open a page with Playwright and return what `take` captures from it."""
    viewport = {"width": size[0], "height": size[1]}
    with playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        tab = browser.new_page(viewport=viewport, device_scale_factor=scale)
        tab.set_content(page)
        tab.evaluate("document.fonts.ready")
        taken = take(tab)
        browser.close()
    return taken


def _run_command(path: str, page: str, what: str, more: list[str]) -> bytes | None:
    """Run the browser from the command line and return the file it wrote, if any."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "page.html", Path(folder) / "out"
        source.write_text(page, encoding="utf-8")
        command = [path, *FLAGS, f"--user-data-dir={folder}/profile", f"{what}={out}", *more, source.as_uri()]
        subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE)
        return out.read_bytes() if out.exists() else None
