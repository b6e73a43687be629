"""Wheel hook: compiles the kernel, the editions and the bots with mypyc when a C compiler is at hand.

Which modules are compiled stands in `[tool.kamchatka]` of pyproject.toml. Without a compiler, or with KAMCHATKA_PURE=1,
the wheel is plain Python; an editable install always is. A compile that fails fails the build.
"""

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SETUP = """
from setuptools import setup
from mypyc.build import mypycify
setup(name="kamchatka", packages=[], ext_modules=mypycify({arguments!r}, opt_level="2", debug_level="0"))
"""


class CompileHook(BuildHookInterface[Any]):
    """Adds mypyc's extension modules to the wheel, beside the sources they come from."""

    PLUGIN_NAME = "custom"
    workshop: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a throw-away copy, so that the source tree stays clean."""
        if version == "editable":
            return
        build_page(Path(self.root))
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

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the copy away once the wheel holds what it needs."""
        if self.workshop:
            shutil.rmtree(self.workshop, ignore_errors=True)


def build_page(root: Path) -> None:
    """The page that the server shows, where its sources are at hand (they are not in every sdist)."""
    tool = root / "tools" / "build_web.py"
    if tool.is_file() and (root / "web").is_dir():
        runpy.run_path(str(tool))["build"](root)


def pure_reason() -> str:
    """Why nothing can or should be compiled here; empty when mypyc can go to work."""
    if os.environ.get("KAMCHATKA_PURE") == "1":
        return "KAMCHATKA_PURE=1"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are not installed"
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if compiler and not shutil.which(compiler.split()[0]):
        return f"no C compiler: {compiler.split()[0]} is not on the PATH"
    return ""


def compiled_modules(root: Path) -> list[Path]:
    """The modules that pyproject.toml gives to mypyc, as paths below src."""
    chosen = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["kamchatka"]
    package = root / "src" / "kamchatka"
    matched = {kind: {path for glob in chosen[kind] for path in package.glob(glob)} for kind in chosen}
    return sorted(path.relative_to(root / "src") for path in matched["compiled"] - matched["interpreted"])


def compile_package(root: Path, workshop: Path) -> dict[str, str]:
    """Compile a copy of src in the workshop; gives each extension file with its place in the wheel."""
    shutil.copytree(root / "src", workshop, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    # Types are checked by `make check`; here a library that only interpreted rooms need may be missing.
    arguments = ["--ignore-missing-imports", *(str(path) for path in compiled_modules(root))]
    (workshop / "setup.py").write_text(SETUP.format(arguments=arguments), encoding="utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=workshop, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"mypyc could not compile kamchatka:\n{done.stdout}")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = [path for path in workshop.rglob(f"*{suffix}") if "build" not in path.relative_to(workshop).parts]
    return {str(path): path.relative_to(workshop).as_posix() for path in found}
