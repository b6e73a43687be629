"""compile_modules.py [--objects DIR] [--profile make|use] MODULE…: mypyc's C, a file for each module, on every core.

The wheel's build hook runs this in a copy of src, where it leaves the extension modules beside the sources they come
from. In a folder given by --objects it keeps object files: what was compiled before is not compiled again.
"""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from mypy.version import __version__ as mypy_version
from mypyc.build import mypycify
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILDS_KEPT = 4  # the folder holds about as many object files as so many builds have
# All modules are one library of which only Python's entry is seen from outside: calls between them need no detour.
FLAGS = [] if os.name == "nt" else ["-fvisibility=hidden"]
# gcc's own words; its counts lie beside the object files. What was never played is compiled as without a profile;
# what is played most is compiled into its callers, whatever their module, which is done when all of them are linked.
PROFILE = {
    "make": ["-fprofile-generate"],
    "use": ["-flto=auto", "-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"],
}


class ObjectFiles:
    """Object files of earlier builds, each under a digest of all that it was made from and with."""

    def __init__(self, folder: Path, compiler: list[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        version = subprocess.run([compiler[0], "--version"], capture_output=True, text=True).stdout
        self.folder = folder
        # Whatever is included beside the generated headers comes with Python and with mypyc.
        self.circumstances = [*compiler, version, sys.version, mypy_version]

    def path_of(self, files: list[str], flags: list[str]) -> Path:
        """The place of the object that comes from a source and its generated headers."""
        made_from = [(name, sha256(Path(name).read_bytes()).hexdigest()) for name in files]
        return self.folder / (sha256(repr((self.circumstances, flags, made_from)).encode()).hexdigest() + ".o")

    def keep(self, made: Path, place: Path) -> None:
        """Copy a new object to its place, which is empty or whole at any time."""
        unfinished = place.with_suffix(f".{os.getpid()}")
        shutil.copyfile(made, unfinished)
        unfinished.replace(place)

    def drop_old(self, number: int) -> None:
        """Remove all but a number of the objects that were made or asked for last."""
        for place in sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[number:]:
            place.unlink(missing_ok=True)


class BuildOnEveryCore(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compiles all sources side by side; by itself setuptools compiles those of an extension one after another.

    Microsoft's compiler, which is called in another way, is left to setuptools.
    """

    user_options: ClassVar[Any] = [*build_ext.user_options, ("objects=", None, "folder where object files are kept")]

    def initialize_options(self) -> None:
        """Unless a folder is named, no object file is kept."""
        super().initialize_options()
        self.objects: str | None = None
        self.kept: ObjectFiles | None = None

    def build_extensions(self) -> None:
        """Compile everything, so that setuptools has only to link, which it does in parallel when asked."""
        if self.compiler.compiler_type == "unix":
            self.kept = ObjectFiles(Path(self.objects), self.compiler.compiler_so) if self.objects else None
            self.compile_sources()
            self.parallel = cores()
        super().build_extensions()

    def compile_sources(self) -> None:
        """Give every extension objects instead of its sources; long ones go first, lest a core wait at the end."""
        jobs = [(extension, source) for extension in self.extensions for source in extension.sources]
        jobs.sort(key=lambda job: Path(job[1]).stat().st_size, reverse=True)
        with ThreadPoolExecutor(cores()) as pool:
            made = list(pool.map(lambda job: self.object_of(*job), jobs))
        for (extension, _), target in sorted(zip(jobs, made, strict=True), key=lambda pair: pair[1]):
            extension.extra_objects.append(target)
        for extension in self.extensions:
            extension.sources = []
        if self.kept:
            self.kept.drop_old(BUILDS_KEPT * len(jobs))

    def object_of(self, extension: Extension, source: str) -> str:
        """The object file of a source: a copy of the one that was kept, or compiled now."""
        flags = extension.extra_compile_args
        [target] = self.compiler.object_filenames([source], output_dir=self.build_temp)
        place = self.kept.path_of([source, *extension.depends], flags) if self.kept else None
        if place and place.exists():
            place.touch()
            Path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, target)
            return str(target)
        self.compiler.compile(
            [source], output_dir=self.build_temp, include_dirs=extension.include_dirs, extra_postargs=flags
        )
        if self.kept and place:
            self.kept.keep(Path(target), place)
        return str(target)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def build(extensions: list[Extension], objects: str | None) -> None:
    """Build extension modules beside their sources, in the current folder."""
    kept = [f"--objects={objects}"] if objects else []
    setup(
        name="kamchatka",
        packages=[],
        ext_modules=extensions,
        cmdclass={"build_ext": BuildOnEveryCore},
        script_args=["-q", "build_ext", "--inplace", "--force", *kept],  # always link
    )


def main() -> None:
    """Compile the modules named on the command line."""
    parser = ArgumentParser(usage=__doc__)
    parser.add_argument("--objects")
    parser.add_argument("--profile", choices=PROFILE)
    parser.add_argument("modules", nargs="+")
    asked = parser.parse_args()
    extensions = mypycify(
        # Types are checked by `make check`; here a library that only interpreted rooms need may be missing.
        ["--ignore-missing-imports", *asked.modules],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="kamchatka",  # mypyc's own, a digest of all names, would change every C file with a new module
    )
    for extension in extensions:
        extension.extra_compile_args += FLAGS + PROFILE.get(asked.profile, [])
        extension.extra_link_args += PROFILE.get(asked.profile, [])
    build(extensions, asked.objects)


if __name__ == "__main__":
    main()
