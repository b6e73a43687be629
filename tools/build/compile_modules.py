"""compile_modules.py [--objects DIR] [--quick] [--profile make|use] [--native C]… MODULE…: compile on all cores.

The wheel's build hook runs this in a copy of src, and leaves the extension modules beside their sources. --objects
names a cache folder for object files, so that unchanged sources aren't compiled again. --quick is for tests: nothing is
optimised, and sources are joined, since most of the time goes into the headers of each.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from mypy.version import __version__ as mypy_version
from mypyc.build import mypycify
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

JOINED = 8  # sources into which --quick joins those of the library
BUILDS_KEPT = 4  # the cache holds about as many object files as this many builds
# All modules form one library of which only Python's entry point is exported, so calls between them are direct.
FLAGS = [] if os.name == "nt" else ["-fvisibility=hidden"]
# don't fuse multiplication and addition, which would round differently on machines that can
EXACT = ["-O3", "-ffp-contract=off", "-fno-math-errno"]
# gcc options. Counts are stored beside the object files. Code that was never executed is compiled as if without a
# profile. Hot functions are inlined across modules at link time.
PROFILE = {
    "make": ["-fprofile-generate"],
    "use": ["-flto=auto", "-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"],
}


class ObjectFiles:
    """A cache of object files from earlier builds, keyed by a digest of everything they were made from."""

    def __init__(self, folder: Path, compiler: list[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        version = subprocess.run([compiler[0], "--version"], capture_output=True, text=True).stdout
        self.folder = folder
        # other included headers come with Python and mypyc
        self.circumstances = [*compiler, version, sys.version, mypy_version]

    def path_of(self, files: list[str], flags: list[str]) -> Path:
        """Return the cache path for a source and its generated headers."""
        made_from = [(name, sha256(Path(name).read_bytes()).hexdigest()) for name in files]
        return self.folder / (sha256(repr((self.circumstances, flags, made_from)).encode()).hexdigest() + ".o")

    def keep(self, made: Path, place: Path) -> None:
        """Copy a new object to its path atomically."""
        unfinished = place.with_suffix(f".{os.getpid()}")
        shutil.copyfile(made, unfinished)
        unfinished.replace(place)

    def drop_old(self, number: int) -> None:
        """Keep only the most recently created or used objects."""
        for place in sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[number:]:
            place.unlink(missing_ok=True)


class BuildOnEveryCore(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compile all sources in parallel. setuptools alone compiles the sources of an extension one by one.

    Microsoft's compiler has another interface and is left to setuptools.
    """

    user_options: ClassVar[Any] = [*build_ext.user_options, ("objects=", None, "folder where object files are kept")]

    def initialize_options(self) -> None:
        """Disable the cache unless a folder is given."""
        super().initialize_options()
        self.objects: str | None = None
        self.kept: ObjectFiles | None = None

    def build_extensions(self) -> None:
        """Compile everything, so that setuptools only has to link, which it can do in parallel."""
        if self.compiler.compiler_type == "unix":
            self.kept = ObjectFiles(Path(self.objects), self.compiler.compiler_so) if self.objects else None
            self.compile_sources()
            self.parallel = cores()
        super().build_extensions()

    def compile_sources(self) -> None:
        """Replace the sources of every extension by objects. Long sources go first, to keep all cores busy."""
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
        """Return the object file of a source, from the cache or newly compiled."""
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
    """Return the number of cores that this process may use."""
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


@contextmanager
def join_extensions(extensions: list[Extension]) -> Iterator[list[Extension]]:
    """Join the sources of the library, and the modules that only lead to it. Copy those to their places once built."""
    [library] = [one for one in extensions if len(one.sources) > 1]
    doors = sorted((one for one in extensions if one is not library), key=lambda one: one.name.rpartition(".")[2])
    library.sources = [join(library.sources[n::JOINED], f"library_{n}") for n in range(JOINED)]
    groups = [doors[n::JOINED] for n in range(JOINED)]  # at most eight packages have a module of the same name
    shared = [
        copy_flags(doors[0], f"doors_{n}", [join(list_sources(group), f"doors_{n}")]) for n, group in enumerate(groups)
    ]
    yield [*shared, library]
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for one, group in zip(shared, groups, strict=True):
        for door in group:
            shutil.copyfile(one.name + suffix, door.name.replace(".", "/") + suffix)
        Path(one.name + suffix).unlink()


def list_sources(extensions: list[Extension]) -> list[str]:
    """Return the sources of all these extensions."""
    return [source for extension in extensions for source in extension.sources]


def copy_flags(extension: Extension, name: str, sources: list[str]) -> Extension:
    """Return an extension with the flags of another."""
    return Extension(name, sources, extra_compile_args=extension.extra_compile_args, depends=extension.depends)


def join(sources: list[str], name: str) -> str:
    """Write sources as one. Each door exports this function, which nobody calls."""
    path = Path("build") / f"{name}.c"
    texts = [
        f"#define PyInit___init__ unused_{n}\n{Path(source).read_text(encoding='utf-8')}\n#undef PyInit___init__\n"
        for n, source in enumerate(sources)
    ]
    path.write_text("".join(texts), encoding="utf-8")
    return str(path)


def native(source: str) -> Extension:
    """Return the extension module of a C source, compiled for identical floats on every machine."""
    return Extension(Path(source).with_suffix("").as_posix().replace("/", "."), [source], extra_compile_args=EXACT)


def main() -> None:
    """Compile the modules named on the command line."""
    parser = ArgumentParser(usage=__doc__)
    parser.add_argument("--objects")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--profile", choices=PROFILE)
    parser.add_argument("--native", action="append", default=[], help="a C source beside the modules")
    parser.add_argument("modules", nargs="+")
    asked = parser.parse_args()
    extensions = mypycify(
        # types are checked by `make check`; libraries of interpreted packages may be missing here
        ["--ignore-missing-imports", *asked.modules],
        opt_level="0" if asked.quick else "2",
        debug_level="0",
        multi_file=True,
        # mypyc's default, a digest of all names, would change every C file when a module is added
        group_name="kamchatka",
    )
    for extension in extensions:
        extension.extra_compile_args += FLAGS + PROFILE.get(asked.profile, [])
        extension.extra_link_args += PROFILE.get(asked.profile, [])
    with join_extensions(extensions) if asked.quick else nullcontext(extensions) as built:
        build(built + [native(source) for source in asked.native], asked.objects)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # to free mypy's trees one by one takes ten seconds
