"""Locked tools are pinned and hashed, without hosts, and have the same version wherever two files name them."""

import re

from tests.architecture.project import ROOT, settings

REQUIREMENTS = ROOT / "requirements"


def lines_of(name: str) -> list[str]:
    """Return the lines of a requirements file that aren't empty or comments."""
    text = (REQUIREMENTS / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def pins_of(name: str) -> dict[str, str]:
    """Return the version that a lock pins for each package."""
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", "\n".join(lines_of(name)), re.MULTILINE))


def test_every_locked_package_has_a_version_and_a_hash() -> None:
    """Every locked package has a version and a hash, so that `pip install --require-hashes` accepts every lock."""
    locks = "build.txt dev.txt maps.txt play.txt server.txt docs.txt learn.txt fuzz.txt ray.txt audit.txt release.txt"
    for lock in locks.split():
        assert [line for line in lines_of(lock) if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:", line)] == []


def test_locks_name_no_host() -> None:
    """No lock names a host, because users choose their own package index."""
    for path in REQUIREMENTS.iterdir():
        assert not re.search(r"://|@ |--(extra-)?index|--find-links", path.read_text(encoding="utf-8")), path.name


def test_wheels_are_built_with_the_tools_that_are_locked() -> None:
    """build.in names what pyproject.toml requires for a build, and both locks pin the same versions."""
    assert sorted(lines_of("build.in")) == sorted(settings()["build-system"]["requires"])
    assert pins_of("build.txt").items() <= pins_of("dev.txt").items()


def name_of(requirement: str) -> str:
    """Return the package that a requirement names."""
    return re.split(r"[\[;<>=]", requirement)[0]


def version_of(text: str) -> tuple[int, ...]:
    """Return a version as numbers."""
    return tuple(map(int, text.split(".")))


def test_what_runs_is_locked() -> None:
    """Every package the product needs at run time is pinned in dev.txt."""
    assert {name_of(one) for one in settings()["project"]["dependencies"]} <= pins_of("dev.txt").keys()


def test_every_dependency_has_a_lower_bound_that_is_tested() -> None:
    """The lowest version that pyproject.toml accepts is the locked one, up to its patch level."""
    project = settings()["project"]
    asked = [one for extra in project["optional-dependencies"].values() for one in extra] + project["dependencies"]
    text = "\n".join(line for lock in ("maps.txt", "ray.txt", "learn.txt", "dev.txt") for line in lines_of(lock))
    for requirement in asked:
        if name_of(requirement) == "kamchatka":
            continue
        bound = re.search(r">=([\d.]+)", requirement)
        assert bound, requirement
        pins = re.findall(rf"^{re.escape(name_of(requirement))}==([\d.]+)", text, re.MULTILINE)
        locked = min(map(version_of, pins))  # other versions of Python may need other packages
        assert version_of(bound[1]) == locked[: bound[1].count(".") + 1], (requirement, locked)


def test_what_is_learned_with_is_locked() -> None:
    """The packages of the extra [learn] are pinned in the file that tests run with."""
    extra = settings()["project"]["optional-dependencies"]["learn"]
    assert {name_of(one) for one in extra} <= pins_of("dev.txt").keys()


def test_a_server_runs_with_what_was_tested() -> None:
    """server.txt, which the image is built with, pins the same versions as dev.txt, for a server's extras only."""
    extras = settings()["project"]["optional-dependencies"]
    wanted = {name_of(one) for extra in ("web", "postgres", "tournaments") for one in extras[extra]}
    assert wanted - {"kamchatka"} <= pins_of("server.txt").keys()
    assert pins_of("server.txt").items() <= pins_of("dev.txt").items()
    assert "pytest" not in pins_of("server.txt")
