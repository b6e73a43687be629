"""Files for operators and for the repository's host can be parsed and refer to what exists."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.registry import CollectorRegistry

from kamchatka.server.faults import STATUS
from kamchatka.server.metrics import Metrics
from tests.architecture.project import ROOT, settings
from tools.build.try_wheel import PYTHONS

ALERTS, DASHBOARD = ROOT / "deploy/prometheus/alerts.yml", ROOT / "deploy/grafana/kamchatka.json"
OF_PROMETHEUS = {"up", "process_resident_memory_bytes"}
HOSTED = sorted([*(ROOT / ".github").rglob("*.yml"), ROOT / "CITATION.cff", ALERTS])


def load(path: Path) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def names_of(registry: CollectorRegistry) -> set[str]:
    """Return the names of all samples that counters and histograms yield."""
    return {name for names in registry._collector_to_names.values() for name in names}


def gauges() -> set[str]:
    """Return the names that `gauges` yields; counters get the suffix `_total`."""
    source = (ROOT / "src/kamchatka/server/operations/gauges.py").read_text(encoding="utf-8")
    plain = set(re.findall(r'(?:_gauge|GaugeMetricFamily)\(\s*"(kamchatka_\w+)"', source))
    return plain | {f"{name}_total" for name in re.findall(r'CounterMetricFamily\(\s*"(kamchatka_\w+)"', source)}


def expressions() -> list[str]:
    """Yield the queries of alerts and of the dashboard."""
    alerts = [rule["expr"] for group in load(ALERTS)["groups"] for rule in group["rules"]]
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return alerts + [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("path", HOSTED, ids=[path.relative_to(ROOT).as_posix() for path in HOSTED])
def test_files_in_yaml_are_read(path: Path) -> None:
    assert load(path)


def test_alerts_and_dashboard_ask_for_metrics_that_exist() -> None:
    known = names_of(Metrics().registry) | gauges() | OF_PROMETHEUS
    found = {name for one in expressions() for name in re.findall(r"\b(?:kamchatka|process)_\w+|\bup\b", one)}
    assert len(found) > 15
    assert found <= known
    codes = {code for one in expressions() for code in re.findall(r'code="(\w+)"', one)}
    assert codes <= set(STATUS)


def test_every_alert_says_what_to_do() -> None:
    rules = [rule for group in load(ALERTS)["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert {"summary", "action"} == rule["annotations"].keys()


def test_the_workflow_runs_everything_that_the_set_up_can() -> None:
    """The workflow runs lint first, then the tests of `.ci/run`, on every supported Python, in existing folders."""
    jobs = load(ROOT / ".github/workflows/ci.yml")["jobs"]
    runs = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    assert runs["lint"] == ["make check"]
    assert runs["test"] == [".ci/run"]
    assert runs["release"] == ["make test-release"]
    assert all(job["needs"] == "lint" for name, job in jobs.items() if name != "lint")
    assert set(jobs["pythons"]["strategy"]["matrix"]["python"]) == set(PYTHONS)
    folders = re.findall(r"tests/\w+", " ".join(line for lines in runs.values() for line in lines))
    assert folders
    assert all((ROOT / folder).is_dir() for folder in folders)


def test_dependabot_watches_folders_with_locks() -> None:
    for update in load(ROOT / ".github/dependabot.yml")["updates"]:
        assert (ROOT / update["directory"].lstrip("/")).is_dir()


def test_the_citation_names_this_version() -> None:
    cited = load(ROOT / "CITATION.cff")
    assert cited["version"] == settings()["project"]["version"]
    assert cited["license"] == settings()["project"]["license"]


def test_the_container_for_developers_is_described() -> None:
    folder = ROOT / ".devcontainer"
    described = json.loads((folder / "devcontainer.json").read_text(encoding="utf-8"))
    assert (folder / described["build"]["dockerfile"]).is_file()
    assert described["postCreateCommand"] == "make check"
