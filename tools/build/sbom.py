"""Create a software bill of materials (CycloneDX) from the lock files, for the server and for building the page.

`python tools/build/sbom.py` writes build/sbom.cdx.json; the wheel contains the same file in its metadata (PEP 770).
Only requirements/*.txt and web/package-lock.json are read, so that the same lock files give the same bill.
"""

import base64
import json
import re
import tomllib
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[2]
NAME = "sbom.cdx.json"
# namespace of serial numbers: equal content has equal numbers
SPACE = uuid.UUID("6f1b5d1e-4c4c-5d0b-9a4e-6b616d636861")
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)
Json = dict[str, Any]


def document(root: Path = ROOT) -> Json:
    """Build the whole document. Packages needed only for building are marked as excluded."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runs, builds = _pins(root / "requirements/server.txt"), _pins(root / "requirements/build.txt")
    parts = [_python(name, version, "required") for name, version in runs.items()]
    parts += [_python(name, version, "excluded") for name, version in builds.items() if name not in runs]
    parts += _npm(root / "web/package-lock.json")
    own = {
        "type": "application",
        "bom-ref": "kamchatka",
        "name": project["name"],
        "version": project["version"],
        "licenses": [{"license": {"id": project["license"]}}],
        "purl": f"pkg:pypi/{project['name']}@{project['version']}",
    }
    bill: Json = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": sorted(parts, key=lambda part: str(part["purl"])),
    }
    serial = uuid.uuid5(SPACE, json.dumps(bill, sort_keys=True))
    return {**bill, "serialNumber": f"urn:uuid:{serial}"}


def write(folder: Path, root: Path = ROOT) -> Path:
    """Write the bill to a folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    path.write_text(json.dumps(document(root), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _pins(lock: Path) -> dict[str, str]:
    return dict(PIN.findall(lock.read_text(encoding="utf-8")))


def _python(name: str, version: str, scope: str) -> Json:
    purl = f"pkg:pypi/{name.lower()}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": scope, "purl": purl}


def _npm(lock: Path) -> list[Json]:
    """Return the packages used to build the page, without those that only check it."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    found = dict[str, Json]()
    for path, told in packages.items():
        name = path.rpartition("node_modules/")[2]
        if not name or told.get("dev") or "version" not in told:
            continue
        purl = f"pkg:npm/{quote(name, safe='/')}@{told['version']}"
        part: Json = {"type": "library", "bom-ref": purl, "name": name, "version": told["version"], "purl": purl}
        part["scope"] = "optional" if told.get("optional") else "required"
        if isinstance(told.get("license"), str):
            part["licenses"] = [{"expression": told["license"]}]
        if str(told.get("integrity", "")).startswith("sha512-"):
            content = base64.b64decode(told["integrity"].removeprefix("sha512-")).hex()
            part["hashes"] = [{"alg": "SHA-512", "content": content}]
        found[purl] = part
    return list(found.values())


if __name__ == "__main__":
    print(write(ROOT / "build"))
