"""The manifests of deploy/kubernetes are valid against Kubernetes' schemas, and unknown fields are invalid."""

import subprocess
from pathlib import Path

import pytest

from tests.release.programs import ROOT, program

FOLDER = ROOT / "deploy" / "kubernetes"
FILES = sorted(path for path in FOLDER.glob("*.yaml") if path.name != "kustomization.yaml")


def validate(path: Path) -> "subprocess.CompletedProcess[str]":
    """Check a file strictly."""
    return subprocess.run([program("kubernetes-validate"), "--strict", path], capture_output=True, text=True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_manifests_are_valid(path: Path) -> None:
    done = validate(path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_field_is_found(tmp_path: Path) -> None:
    text = (FOLDER / "server.yaml").read_text(encoding="utf-8")
    (tmp_path / "server.yaml").write_text(text.replace("failureThreshold", "failureTreshold"), encoding="utf-8")
    assert validate(tmp_path / "server.yaml").returncode != 0
