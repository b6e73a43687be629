"""Compilation of the wheel: unchanged sources are not compiled again, and a compiler's errors are reported."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from kamchatka.editions import EDITIONS
from tests.architecture.project import ROOT
from tools.build.play_for_profile import play_options

pytestmark = pytest.mark.skipif(
    bool(hatch_build.pure_reason()), reason=f"nothing compiles: {hatch_build.pure_reason()}"
)

BUILD = """
from setuptools import Extension
from tools.build.compile_modules import build
build([Extension("sums", ["sums.c", "add.c"], depends=["add.h"]), Extension("other", ["other.c"])], {objects!r})
"""
MODULE = """
#include <Python.h>
{include}
static struct PyModuleDef def = {{PyModuleDef_HEAD_INIT, "{name}", NULL, -1, NULL}};
PyMODINIT_FUNC PyInit_{name}(void) {{
    PyObject *module = PyModule_Create(&def);
    PyModule_AddIntConstant(module, "result", {result});
    return module;
}}
"""


class Workshop:
    """A folder with two extension modules, and a compiler that logs the sources it was given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.compiler = folder / "cc"
        real = shutil.which(hatch_build.c_compiler())
        self.compiler.write_text(f'#!/bin/sh\necho "$@" >> "{self.log}"\nexec {real} "$@"\n')
        self.compiler.chmod(0o755)
        self.write("sums.c", MODULE.format(include='#include "add.h"', name="sums", result="add(2, 3)"))
        self.write("add.c", '#include "add.h"\nint add(int a, int b) { return a + b + EXTRA; }\n')
        self.write("add.h", "int add(int a, int b);\n#define EXTRA 0\n")
        self.write("other.c", MODULE.format(include="", name="other", result="7"))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the folder, with the compiler that writes a log."""
        environment = os.environ | {"PYTHONPATH": str(ROOT), "CC": str(self.compiler)} | variables
        return subprocess.run(
            [sys.executable, "-c", script],
            cwd=self.folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def compiled(self, objects: str | None = "objects", **variables: str) -> list[str]:
        """Build, and return the sources that were compiled."""
        self.log.write_text("")
        done = self.run(BUILD.format(objects=objects), **variables)
        assert done.returncode == 0, done.stdout
        calls = [line.split() for line in self.log.read_text().splitlines()]
        return sorted(word for call in calls if "-c" in call for word in call if word.endswith(".c"))

    def result(self) -> int:
        """Return what the built module returns."""
        return int(self.run("import sums; print(sums.result)").stdout)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """Return a new workshop."""
    return Workshop(tmp_path)


def test_what_has_not_changed_is_not_compiled_again(workshop: Workshop) -> None:
    """A build compiles first every source, then none, then the changed one, then all that include a changed header."""
    assert workshop.compiled() == ["add.c", "other.c", "sums.c"]
    assert workshop.result() == 5
    assert workshop.compiled() == []
    workshop.write("add.c", '#include "add.h"\nint add(int a, int b) { return a * b; }\n')
    assert workshop.compiled() == ["add.c"]
    assert workshop.result() == 6
    workshop.write("add.h", "int add(int a, int b);\n#define EXTRA 1\n")
    assert workshop.compiled() == ["add.c", "sums.c"]


def test_other_flags_are_other_objects(workshop: Workshop) -> None:
    """Other flags compile everything again; the objects of the first flags are still there afterwards."""
    workshop.compiled()
    assert workshop.compiled(CFLAGS="-O1") == ["add.c", "other.c", "sums.c"]
    assert workshop.compiled() == []


def test_without_a_folder_nothing_is_kept(workshop: Workshop) -> None:
    """Without a folder for objects, as from an sdist, everything is compiled each time."""
    assert workshop.compiled(None) == workshop.compiled(None) == ["add.c", "other.c", "sums.c"]
    assert not (workshop.folder / "objects").exists()


def test_old_objects_are_dropped(workshop: Workshop) -> None:
    """The folder keeps four builds of three objects; the least recently used objects are deleted."""
    workshop.compiled()
    objects = workshop.folder / "objects"
    mine = set(objects.iterdir())
    for age in range(20):
        stale = objects / f"{age}.o"
        stale.write_bytes(b"")
        os.utime(stale, (1000 - age, 1000 - age))
    workshop.compiled()
    assert set(objects.iterdir()) == mine | {objects / f"{age}.o" for age in range(9)}


def test_a_failing_compiler_is_heard(workshop: Workshop) -> None:
    """If the compiler fails, so does the build, with the compiler's message, and no failed object is kept."""
    workshop.write("add.c", "int add(int a, int b) { return misspelt; }\n")
    done = workshop.run(BUILD.format(objects="objects"))
    assert done.returncode != 0
    assert "misspelt" in done.stdout
    workshop.write("add.c", '#include "add.h"\nint add(int a, int b) { return a + b; }\n')
    assert "add.c" in workshop.compiled()


def test_the_hook_passes_on_what_a_tool_said(tmp_path: Path) -> None:
    """If a tool fails in the workshop, the build ends with its message."""
    (tmp_path / "tool.py").write_text("import sys; print('the ink has dried'); sys.exit(3)")
    with pytest.raises(SystemExit, match="the ink has dried"):
        hatch_build.run_in(tmp_path, [tmp_path / "tool.py"])


def test_a_profile_needs_gcc(tmp_path: Path) -> None:
    """A profile build with a compiler that isn't gcc ends with one sentence."""
    clang = tmp_path / "gcc"
    clang.write_text("#!/bin/sh\necho 'Apple clang version 17.0.0'\n")
    clang.chmod(0o755)
    with pytest.raises(SystemExit, match="KAMCHATKA_PGO=1 needs gcc"):
        hatch_build.require_gcc(str(clang))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_option_can_be_played_for_a_profile(name: str) -> None:
    """Profile games use every option, as two boards share one rulebook but not all of its options."""
    play_options(EDITIONS[name], actions=1)


# ------------------------------------------------------------------ an editable install
def test_c_sources_are_compiled_beside_themselves(tmp_path: Path) -> None:
    """A compiler error in an editable install is reported, and leaves no file."""
    folder = tmp_path / "src" / "kamchatka" / "part"
    folder.mkdir(parents=True)
    (folder / "other.c").write_text(MODULE.format(include="", name="other", result="7"))
    assert hatch_build.compile_native(tmp_path) == ""
    script = "import other; print(other.result)"
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, text=True, capture_output=True)
    assert done.stdout == "7\n", done.stderr
    (folder / "other.c").write_text("no C")
    assert "refused other.c" in hatch_build.compile_native(tmp_path)
    assert len(list(folder.iterdir())) == 2
