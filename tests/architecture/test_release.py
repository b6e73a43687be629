"""A release has a complete source archive, metadata for the index, and documented ways to install it."""

import re
import subprocess

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from trove_classifiers import classifiers

from hatch_build import repository_urls
from tests.architecture.project import ROOT, settings
from tools.build.try_wheel import PYTHONS


def test_the_source_archive_is_complete() -> None:
    """The source archive has every file that git tracks, so that tests, docs, deploy and image can use it alone."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("no git repository: this is a source archive")
    archived = {file.relative_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    missing = {name for name in tracked.stdout.split("\0") if name and (ROOT / name).is_file()} - archived
    assert missing == set()
    assert not {name for name in archived if "__pycache__" in name or name.endswith(".so") or "node_modules" in name}


def test_every_classifier_exists() -> None:
    """Every classifier exists, because PyPI rejects a release with an unknown one."""
    named = settings()["project"]["classifiers"]
    assert set(named) <= classifiers
    assert {version for version in PYTHONS} == set(re.findall(r"Python :: (3\.\d+)$", "\n".join(named), re.MULTILINE))


def test_urls_are_those_of_the_building_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release of a fork links to the fork, and a local build has no links."""
    for name in ("KAMCHATKA_REPOSITORY", "GITHUB_REPOSITORY", "GITHUB_SERVER_URL"):
        monkeypatch.delenv(name, raising=False)
    assert ProjectMetadata(str(ROOT), PluginManager()).core.urls == {}
    monkeypatch.setenv("GITHUB_REPOSITORY", "club/kamchatka")
    urls = ProjectMetadata(str(ROOT), PluginManager()).core.urls
    assert urls["Source"] == "https://github.com/club/kamchatka"
    assert {"Homepage", "Source", "Documentation", "Changelog", "Issues"} == urls.keys()
    assert repository_urls({"KAMCHATKA_REPOSITORY": "https://example.org/k", "GITHUB_REPOSITORY": "a/b"})["Issues"] == (
        "https://example.org/k/issues"
    )


def test_documented_extras_exist() -> None:
    """`kamchatka[NAME]` on a page names an extra of the project."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    named = {
        name
        for page in pages
        for extras in re.findall(r"(?:kamchatka|\.|\.whl)\[([a-z,]+)\]", page.read_text(encoding="utf-8"))
        for name in extras.split(",")
    }
    assert named
    assert named <= settings()["project"]["optional-dependencies"].keys()
