"""Look up known vulnerabilities in all locked packages: `make audit`. Services that couldn't be asked are reported.

Exit status: 0 no known vulnerability, 1 at least one, 2 an advisory service couldn't be asked.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tools.build_web import npm

ROOT = Path(__file__).parents[2]
LOCKS = ("server", "dev", "build", "play", "maps", "docs", "fuzz", "ray", "audit", "release")
NOT_LOOKED_UP = "could not be audited"  # pip-audit's wording for packages unknown to the service


@dataclass
class Outcome:
    """The result for one lock file."""

    lock: str
    asked: int = 0  # packages for which the service responded
    holes: list[str] = field(default_factory=list)
    trouble: str = ""  # why the service gave no result

    def __str__(self) -> str:
        if self.holes:
            return f"{self.lock}: {len(self.holes)} KNOWN HOLES\n" + "\n".join(f"  {hole}" for hole in self.holes)
        return (
            f"{self.lock}: NOT ASKED, nothing is known: {self.trouble}"
            if self.trouble
            else f"{self.lock}: {self.asked} packages, no known hole"
        )


def python_lock(name: str) -> Outcome:
    """Audit one of requirements/*.txt, trying each service until one answers."""
    troubles = list[str]()
    for service in ("pypi", "osv"):
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", "--vulnerability-service", service, "--disable-pip", "--require-hashes",
             "--format", "json", "--progress-spinner", "off", "-r", f"requirements/{name}.txt"],
            cwd=ROOT, text=True, capture_output=True,
        )  # fmt: skip
        outcome = read_pip_audit(f"requirements/{name}.txt", done.stdout, done.stderr)
        if not outcome.trouble:
            return outcome
        troubles.append(f"{service}: {outcome.trouble}")
    return Outcome(f"requirements/{name}.txt", trouble="; ".join(troubles))


def read_pip_audit(lock: str, said: str, complained: str) -> Outcome:
    """Parse pip-audit's JSON. Skipped packages count as trouble, because they weren't looked up."""
    try:
        packages = json.loads(said)["dependencies"]
    except (ValueError, KeyError):
        return Outcome(lock, trouble=_last_line(complained) or "no answer")
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    holes = [
        f"{one['name']} {one['version']}: {hole['id']} (mended in {', '.join(hole['fix_versions']) or 'no version'})"
        for one in packages
        for hole in one.get("vulns", [])
    ]
    trouble = f"{len(skipped)} of {len(packages)} packages {NOT_LOOKED_UP}" if skipped else ""
    return Outcome(lock, len(packages) - len(skipped), holes, trouble)


def page_lock() -> Outcome:
    """Audit web/package-lock.json with npm audit."""
    lock = "web/package-lock.json"
    done = subprocess.run([*npm(), "audit", "--json"], cwd=ROOT / "web", text=True, capture_output=True)
    return read_npm_audit(lock, done.stdout, done.stderr)


def read_npm_audit(lock: str, said: str, complained: str) -> Outcome:
    """Parse npm's JSON. Errors of the registry count as trouble."""
    try:
        report = json.loads(said)
    except ValueError:
        return Outcome(lock, trouble=_last_line(complained) or "no answer")
    if "vulnerabilities" not in report:
        return Outcome(lock, trouble=str(report.get("message") or report.get("error") or "no answer")[:200])
    holes = [f"{name}: {told['severity']}" for name, told in report["vulnerabilities"].items()]
    return Outcome(lock, int(report["metadata"]["dependencies"]["total"]), holes)


def _last_line(text: str) -> str:
    return ([line.strip() for line in text.splitlines() if line.strip()] or [""])[-1][:200]


def main() -> int:
    """Audit every lock file and return the worst status."""
    outcomes = [*(python_lock(name) for name in LOCKS), page_lock()]
    for outcome in outcomes:
        print(outcome, flush=True)
    if any(outcome.holes for outcome in outcomes):
        return 1
    return 2 if any(outcome.trouble for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
