"""The tested build is the one that `make test` claims to test."""

import importlib
import os
from pathlib import Path

import kamchatka
from tests.architecture.project import PACKAGE, compiled_modules


def imported_file(module: Path) -> Path:
    """Return the file that Python executes for a module of src/kamchatka."""
    name = ".".join(["kamchatka", *module.relative_to(PACKAGE).with_suffix("").parts])
    return Path(str(importlib.import_module(name).__file__))


def test_the_build_is_the_expected_one() -> None:
    """With KAMCHATKA_BUILD=compiled every chosen module is machine code; otherwise every one is Python."""
    wants_compiled = os.environ.get("KAMCHATKA_BUILD", "interpreted") == "compiled"
    files = [imported_file(module) for module in compiled_modules()]
    assert files
    assert [str(file) for file in files if (file.suffix != ".py") != wants_compiled] == []


def test_the_compiled_build_is_the_installed_one() -> None:
    """Compiled modules come from the installed wheel, interpreted ones from the working tree."""
    is_source = Path(str(kamchatka.__file__)).parent == PACKAGE
    assert is_source == (os.environ.get("KAMCHATKA_BUILD", "interpreted") == "interpreted")
