"""The bill of materials lists the locked packages; an audit that couldn't reach the service says so."""

import json
import re
from pathlib import Path

from tests.architecture.project import ROOT
from tests.architecture.test_locks import pins_of
from tools.build import sbom
from tools.build.audit import read_npm_audit, read_pip_audit


def test_the_bill_lists_what_a_server_runs_with_and_the_page_is_built_from() -> None:
    bill = sbom.document()
    required = {part["purl"] for part in bill["components"] if part["scope"] == "required"}
    assert {f"pkg:pypi/{name.lower()}@{version}" for name, version in pins_of("server.txt").items()} <= required
    page = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert f"pkg:npm/svelte@{page['dependencies']['svelte']}" in required
    assert not any("axe-core" in purl for purl in required)
    assert len({part["bom-ref"] for part in bill["components"]}) == len(bill["components"])


def test_the_same_locks_give_the_same_bill(tmp_path: Path) -> None:
    first, second = (sbom.write(tmp_path / name) for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", json.loads(first.read_text())["serialNumber"])


def test_the_wheel_carries_the_bill() -> None:
    """The build hook passes the bill to hatchling, which puts it into the metadata of the wheel (PEP 770)."""
    hook = (ROOT / "hatch_build.py").read_text(encoding="utf-8")
    assert 'build_data["sbom_files"]' in hook


PACKAGE = {"name": "litestar", "version": "2.0", "vulns": []}
HOLE = {"id": "PYSEC-1", "fix_versions": ["2.1"]}


def test_an_audit_that_could_not_ask_says_so() -> None:
    """A package unknown to the service counts as not audited; without an answer, nothing was audited."""
    skipped = {"name": "uvicorn", "version": "1", "skip_reason": "not found on PyPI"}
    assert "NOT ASKED" in str(read_pip_audit("x", json.dumps({"dependencies": [skipped]}), ""))
    assert "NOT ASKED" in str(read_pip_audit("x", "", "ConnectionError: no such host"))
    assert "NOT ASKED" in str(read_npm_audit("x", '{"message": "request failed"}', ""))


def test_an_audit_names_what_is_known() -> None:
    said = json.dumps({"dependencies": [PACKAGE, {**PACKAGE, "vulns": [HOLE]}]})
    assert "litestar 2.0: PYSEC-1 (mended in 2.1)" in str(read_pip_audit("x", said, ""))
    assert "no known hole" in str(read_pip_audit("x", json.dumps({"dependencies": [PACKAGE]}), ""))
    report = {"vulnerabilities": {"vite": {"severity": "high"}}, "metadata": {"dependencies": {"total": 9}}}
    assert "vite: high" in str(read_npm_audit("x", json.dumps(report), ""))
