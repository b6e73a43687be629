"""Starting is fast: nothing is imported before it is used."""

import subprocess
import sys

import pytest

import kamchatka
from kamchatka.cli import Commands
from kamchatka.cli.lazy import load_command, read_help

MODULES = Commands.modules


def loaded_by(code: str) -> set[str]:
    """Return which of our modules a new process has loaded after running the code."""
    report = "\nimport sys; print(*[name for name in sys.modules if name.split('.')[0] == 'kamchatka'])"
    done = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_importing_the_package_imports_nothing_else() -> None:
    assert loaded_by("import kamchatka") == {"kamchatka"}


def test_help_and_version_load_no_edition() -> None:
    """`--help` loads no edition, so that a newcomer sees it in a quarter of a second."""
    loaded = loaded_by("from kamchatka.cli import main\ntry:\n    main()\nexcept SystemExit: pass")
    assert "kamchatka.cli.commands.welcome" in loaded  # without arguments: the menu
    loaded = loaded_by(
        "import sys; sys.argv = ['kamchatka', '--help']\n"
        "from kamchatka.cli import main\ntry:\n    main()\nexcept SystemExit: pass"
    )
    assert not {
        name for name in loaded if name.startswith(("kamchatka.editions", "kamchatka.server", "kamchatka.match"))
    }
    assert len(loaded) <= 80


@pytest.mark.parametrize("name", MODULES)
def test_the_listed_help_is_that_of_the_command(name: str) -> None:
    assert read_help(MODULES[name], name) == load_command(MODULES[name], name).help
    assert read_help(MODULES[name], name)


@pytest.mark.parametrize("name", kamchatka.__all__)
def test_every_public_name_is_found(name: str) -> None:
    assert name in dir(kamchatka)
    assert getattr(kamchatka, name) is not None


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match="module 'kamchatka' has no attribute 'nothing'"):
        kamchatka.__getattr__("nothing")
