"""Rehearse a release: `python -m tools.build.rehearse_release [--python 3.12 3.13]`.

Build the source archive, the wheel from that archive alone, publish both to an index on this machine (pypiserver),
and install from it as users do: uv, `uvx` and `pipx run`. The wheel is interpreted unless --compiled is given.
Nothing leaves this machine. The exit status is 1 if a step fails.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from uv import find_uv_bin

from tools.build.try_wheel import HUNG, find_pythons, try_python

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / ".venv-release" / "bin"
MENU = "kamchatka serve --open"
Words = Sequence[str | Path]


def run(words: Words, folder: Path, **more: str) -> str:
    """Run a command and return its output; a failure raises CalledProcessError."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KAMCHATKA"))}
    return subprocess.run(
        words,
        cwd=folder,
        env={**environment, "XDG_DATA_HOME": str(folder), **more},
        text=True,
        capture_output=True,
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=HUNG,
    ).stdout


def build(folder: Path, compiled: bool) -> tuple[Path, Path]:
    """Build the source archive, and from it the wheel; return both."""
    out = folder / "dist"
    run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", out], ROOT)
    (sources,) = out.glob("*.tar.gz")
    with tarfile.open(sources) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    how: Words = ["--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", out]
    words: Words = [sys.executable, "-m", "pip", "wheel", *how, "."]
    run(words, unpacked, **({} if compiled else {"KAMCHATKA_PURE": "1"}))
    (wheel,) = out.glob("*.whl")
    return sources, wheel


@contextmanager
def local_index(folder: Path) -> Iterator[str]:
    """Serve an empty index that accepts uploads; yield its address."""
    folder.mkdir()
    words = [PROGRAMS / "python", Path(__file__).with_name("local_index.py"), folder]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()


def publish(index: str, files: Sequence[Path], folder: Path) -> None:
    """Upload the files, as the release workflow does."""
    words = ["publish", "--publish-url", index, "--username", "rehearsal", "--password", "rehearsal"]
    run([find_uv_bin(), *words, *files], folder)


def install_as_strangers(index: str, wheel: Path, folder: Path) -> None:
    """Run the package with uvx and pipx, from the index and from the file, and check that each prints the menu."""
    uvx: Words = [find_uv_bin(), "tool", "run"]
    pipx: Words = [PROGRAMS / "pipx", "run"]
    homes = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin")}
    for words in (
        [*uvx, "--index", f"{index}/simple", "kamchatka"],
        [*uvx, "--from", wheel, "kamchatka"],
        [*pipx, "--pip-args", f"--extra-index-url {index}/simple/", "kamchatka"],
        [*pipx, "--spec", wheel, "kamchatka"],
    ):
        assert MENU in run(words, folder, **homes), words


def main() -> None:
    """Rehearse everything and print each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--python", nargs="*", help="versions, such as 3.12, or programs; all that are installed unless given"
    )
    parser.add_argument("--compiled", action="store_true", help="compile the wheel")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        files = build(folder, told.compiled)
        print(f"built {files[0].name} and {files[1].name}", flush=True)
        with local_index(folder / "index") as index:
            publish(index, files, folder)
            install_as_strangers(index, files[1], folder)
            print("published; uvx and pipx run it from the index and from the file", flush=True)
            wanted = ("--index", f"{index}/simple", "kamchatka[web]")
            for python in told.python or find_pythons():
                print(f"Python {python}: {', '.join(try_python(wanted, python))}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}\n{error.stdout}{error.stderr}")
