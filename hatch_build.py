"""Wheel hook: compiles the kernel, the editions, the bots and what draws pictures with mypyc, given a C compiler.

Which modules are compiled stands in `[tool.kamchatka]` of pyproject.toml. Without a compiler, or with KAMCHATKA_PURE=1,
the wheel is plain Python. A compile that fails fails the build. In an editable install all Python is interpreted. Only
the admiral's engine, which is C, is compiled, beside its source.

With KAMCHATKA_OBJECTS=DIR object files are kept there and the next build compiles only what has changed. With
KAMCHATKA_QUICK=1 nothing is optimised: `make test` tests such a build, which is made in a third of the time. With
KAMCHATKA_PGO=1 everything is compiled twice: the first build plays games, and gcc shapes the second after them.
"""

import os
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class RepositoryHook(MetadataHookInterface):
    """Adds the URLs of the repository that builds the release."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the project's URLs; without a known repository there are none."""
        metadata["urls"] = repository_urls(os.environ)


class CompileHook(BuildHookInterface[Any]):
    """Adds mypyc's extension modules to the wheel, beside the sources they come from."""

    PLUGIN_NAME = "custom"
    workshop: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a throw-away copy, so that the source tree stays clean."""
        if version == "editable":
            self.compile_in_place()
            return
        build_page(Path(self.root))
        build_data["sbom_files"] += list_parts(Path(self.root))
        if reason := pure_reason():
            self.app.display_info(f"kamchatka: building plain Python ({reason})")
            return
        self.workshop = Path(tempfile.mkdtemp(prefix="kamchatka-"))
        try:
            extensions = compile_package(Path(self.root), self.workshop)
        except BaseException:
            self.finalize(version, build_data, "")
            raise
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(extensions)

    def compile_in_place(self) -> None:
        """Compile our C sources beside themselves; without them, the same code in NumPy is used."""
        reason = pure_reason() or compile_native(Path(self.root))
        if reason:
            self.app.display_info(f"kamchatka: the admiral's engine is NumPy's ({reason})")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the copy away once the wheel holds what it needs."""
        if self.workshop:
            shutil.rmtree(self.workshop, ignore_errors=True)


def repository_urls(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the links for PyPI: KAMCHATKA_REPOSITORY names the repository, in GitHub's workflows GitHub does.

    >>> repository_urls({"KAMCHATKA_REPOSITORY": "https://example.org/kamchatka/"})["Changelog"]
    'https://example.org/kamchatka/blob/main/CHANGELOG.md'
    """
    home = environment.get("KAMCHATKA_REPOSITORY", "").rstrip("/")
    if not home and (name := environment.get("GITHUB_REPOSITORY")):
        home = f"{environment.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}"
    if not home:
        return {}
    pages = {"Documentation": "tree/main/docs", "Changelog": "blob/main/CHANGELOG.md", "Issues": "issues"}
    return {"Homepage": home, "Source": home, **{name: f"{home}/{page}" for name, page in pages.items()}}


def build_page(root: Path) -> None:
    """Build the page if its sources are there (they are not in every sdist)."""
    tool = root / "tools" / "build_web.py"
    if tool.is_file() and (root / "web").is_dir():
        runpy.run_path(str(tool))["build"](root)


def list_parts(root: Path) -> list[str]:
    """Return the bill of materials from the locks, for the metadata of the wheel; none where the locks are missing."""
    tool = root / "tools" / "build" / "sbom.py"
    if not tool.is_file() or not (root / "web" / "package-lock.json").is_file():
        return []
    return [str(runpy.run_path(str(tool))["write"](root / "build", root).relative_to(root))]


def pure_reason() -> str:
    """Why nothing can or should be compiled here; empty when mypyc can go to work."""
    if os.environ.get("KAMCHATKA_PURE") == "1":
        return "KAMCHATKA_PURE=1"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are not installed"
    if (compiler := c_compiler()) and not shutil.which(compiler):
        return f"no C compiler: {compiler} is not on the PATH"
    return ""


def c_compiler() -> str:
    """Return the program that compiles C here; empty where Python does not say (Windows)."""
    return str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "").partition(" ")[0]


def compiled_modules(root: Path) -> list[Path]:
    """Return the modules that pyproject.toml gives to mypyc, as paths below src."""
    chosen = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["kamchatka"]
    package = root / "src" / "kamchatka"
    matched = {kind: {path for glob in chosen[kind] for path in package.glob(glob)} for kind in chosen}
    return sorted(path.relative_to(root / "src") for path in matched["compiled"] - matched["interpreted"])


def native_sources(root: Path) -> list[str]:
    """Options for the C sources that are compiled as they are; Microsoft's compiler doesn't know their vectors."""
    if os.name == "nt":
        return []
    sources = sorted((root / "src").glob("kamchatka/**/*.c"))
    return [f"--native={source.relative_to(root / 'src').as_posix()}" for source in sources]


def compile_native(root: Path) -> str:
    """Compile each C source into an extension module beside it. Return what failed, or nothing."""
    linker = shlex.split(sysconfig.get_config_var("LDSHARED") or "")
    if os.name == "nt" or not linker:
        return "no shared libraries here"
    flags = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", f"-I{sysconfig.get_path('include')}"]
    for source in sorted((root / "src").glob("kamchatka/**/*.c")):
        target = source.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))
        unfinished = target.with_suffix(f".{os.getpid()}")
        command = [*linker, *flags, str(source), "-o", str(unfinished), "-lm"]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            unfinished.unlink(missing_ok=True)
            return f"{linker[0]} refused {source.name}: {done.stdout[:200]}"
        unfinished.replace(target)
    return ""


def compile_package(root: Path, workshop: Path) -> dict[str, str]:
    """Compile a copy of src in the workshop; gives each extension file with its place in the wheel."""
    shutil.copytree(root / "src", workshop, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    tool = root / "tools" / "build" / "compile_modules.py"
    compiling: list[Path | str] = [tool, *native_sources(root), *compiled_modules(root)]
    is_quick = os.environ.get("KAMCHATKA_QUICK") == "1"
    if os.environ.get("KAMCHATKA_PGO") == "1" and not is_quick:
        require_gcc(c_compiler())
        run_in(workshop, [*compiling, "--profile=make"])
        run_in(workshop, [root / "tools" / "build" / "play_for_profile.py"])
        run_in(workshop, [*compiling, "--profile=use"])
    else:
        objects = os.environ.get("KAMCHATKA_OBJECTS")
        compiling += ["--quick"] if is_quick else []
        compiling += [f"--objects={root / objects}"] if objects else []
        run_in(workshop, compiling)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = [path for path in workshop.rglob(f"*{suffix}") if "build" not in path.relative_to(workshop).parts]
    return {str(path): path.relative_to(workshop).as_posix() for path in found}


def require_gcc(compiler: str) -> None:
    """End the build unless the compiler is gcc, which makes and uses the profile."""
    says = subprocess.run([compiler, "--version"], text=True, capture_output=True).stdout if compiler else ""
    if "Free Software Foundation" not in says:
        sys.exit(f"KAMCHATKA_PGO=1 needs gcc, and the compiler here is {compiler or 'another one'}: name a gcc in CC.")


def run_in(workshop: Path, arguments: Sequence[Path | str]) -> None:
    """Run a tool of ours over the sources in the workshop; when it fails, so does the build, with all that it said."""
    path = os.pathsep.join([str(workshop), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=workshop,
        env=os.environ | {"PYTHONPATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"kamchatka could not be compiled:\n{done.stdout}")
