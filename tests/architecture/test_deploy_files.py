"""Files of deploy/ refer to existing settings, routes, secrets and ports; every container is limited and checked."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from kamchatka.server.http.routes.health import HANDLERS
from kamchatka.server.settings import PREFIX, ServerSettings
from tests.architecture.project import ROOT

DEPLOY = ROOT / "deploy"
SETTINGS = {PREFIX + field.name.upper() for field in msgspec.structs.fields(ServerSettings)}
Json = dict[str, Any]


def read(*names: str) -> list[Json]:
    """Return the documents of YAML files."""
    return [one for name in names for one in yaml.safe_load_all((ROOT / name).read_text(encoding="utf-8"))]


MANIFESTS = read(*(f"deploy/kubernetes/{name}.yaml" for name in ("namespace", "nats", "server", "thinkers", "network")))
COMPOSE = read("compose.yaml", "deploy/compose.many.yaml")


def written_secrets() -> set[str]:
    """Return the files that deploy/make_secrets.sh writes."""
    text = (DEPLOY / "make_secrets.sh").read_text(encoding="utf-8")
    return set(re.findall(r"^keep (\S+)", text, re.MULTILINE)) | set(
        re.findall(r"-(?:key)?out (\S+\.(?:crt|key))", text)
    )


def pods() -> dict[str, Json]:
    """Return the templates of pods by the name of their deployment."""
    return {one["metadata"]["name"]: one["spec"]["template"] for one in MANIFESTS if one["kind"] == "Deployment"}


def containers() -> list[Json]:
    """Yield every container of the manifests."""
    return [container for pod in pods().values() for container in pod["spec"]["containers"]]


def services() -> dict[str, Json]:
    """Yield each service of compose.yaml and of the file that extends it."""
    merged: dict[str, Json] = {}
    for file in COMPOSE:
        for name, service in file["services"].items():
            merged[name] = {**service, **merged.get(name, {})}
    return merged


def unknown_settings(named: set[str]) -> set[str]:
    """Return variables that no setting reads."""
    return {name for name in named if name.startswith(PREFIX) and name.removesuffix("_FILE") not in SETTINGS}


def test_settings_exist() -> None:
    in_pods = {variable["name"] for container in containers() for variable in container.get("env", ())}
    in_compose = {name for file in COMPOSE for one in file["services"].values() for name in one.get("environment", ())}
    assert {"KAMCHATKA_BUS_FILE", "KAMCHATKA_BUS_CA", "KAMCHATKA_DATABASE_FILE"} <= in_pods & in_compose
    assert unknown_settings(in_pods | in_compose) == set()


def test_secrets_are_those_that_the_script_writes() -> None:
    assert "ca.crt" in written_secrets()
    declared = {name: one["file"] for file in COMPOSE for name, one in file["secrets"].items()}
    assert declared == {name: f"secrets/{name}" for name in declared}
    assert declared.keys() <= written_secrets()
    used = [one for file in COMPOSE for service in file["services"].values() for one in service.get("secrets", ())]
    assert {one if isinstance(one, str) else one["source"] for one in used} == declared.keys()
    text = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert set(re.findall(r"--from-file=secrets/(\S+)", text)) <= written_secrets()


def test_nobody_else_gets_the_secrets() -> None:
    """Git ignores the secrets, images don't contain them, and no file of ours holds a password."""
    assert "/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[1] == "*"
    assert "!secrets" not in ignored
    for path in (ROOT / "compose.yaml", *DEPLOY.rglob("*.yaml"), DEPLOY / "nats.conf"):
        assert not re.search(r"pass(word)?[:=]\s*\S+$|://\w+:\w+@", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_service_is_limited_and_checked() -> None:
    """The server's health check is in its image, and a thinker ends when it fails."""
    for name, service in services().items():
        limits = service["deploy"]["resources"]["limits"]
        assert {"cpus", "memory", "pids"} == limits.keys(), name
        assert "healthcheck" in service or name == "server", name
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_every_container_is_limited_and_locked_down() -> None:
    for container in containers():
        assert {"cpu", "memory"} == container["resources"]["limits"].keys()
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"]
        assert security["capabilities"]["drop"] == ["ALL"]
        assert not security["allowPrivilegeEscalation"]
    assert all(pod["spec"]["securityContext"]["runAsNonRoot"] for pod in pods().values())
    assert not any(pod["spec"]["automountServiceAccountToken"] for pod in pods().values())


def test_probes_and_ports_exist() -> None:
    routes = {path for handler in HANDLERS for path in handler.paths}
    for container in containers():
        ports = {port["name"] for port in container.get("ports", ())}
        asked = [
            container[name]["httpGet"] for name in container if name.endswith("Probe") and "httpGet" in container[name]
        ]
        assert all(one["path"] in routes and one["port"] in ports for one in asked)
        if container["name"] == "server":
            assert {one["path"] for one in asked} == {"/healthz", "/readyz"}
    named = {port["name"] for container in containers() for port in container.get("ports", ())}
    assert {
        port["targetPort"] for one in MANIFESTS if one["kind"] == "Service" for port in one["spec"]["ports"]
    } <= named


def test_volumes_and_selectors_fit() -> None:
    for name, pod in pods().items():
        volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
        mounted = {mount["name"] for container in pod["spec"]["containers"] for mount in container["volumeMounts"]}
        assert mounted == volumes, name
    labels = [pod["metadata"]["labels"] for pod in pods().values()]
    selectors = [one["spec"]["selector"] for one in MANIFESTS if one["kind"] in ("Service", "PodDisruptionBudget")]
    for selector in selectors:
        wanted = selector.get("matchLabels", selector)
        assert any(wanted.items() <= one.items() for one in labels)


def test_nats_is_configured_alike_everywhere() -> None:
    (config,) = [one for one in MANIFESTS if one["kind"] == "ConfigMap"]
    assert config["data"]["nats.conf"] == (DEPLOY / "nats.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["namespace", "nats", "server", "thinkers", "network"])
def test_kustomize_takes_every_file(name: str) -> None:
    (kustomization,) = read("deploy/kubernetes/kustomization.yaml")
    assert f"{name}.yaml" in kustomization["resources"]
    assert {path.name for path in Path(DEPLOY / "kubernetes").iterdir()} == {
        *kustomization["resources"],
        "kustomization.yaml",
    }
