"""What every test shares: Hypothesis without deadlines, a PostgreSQL, a browser, the ledger of the rules shown."""

import gc
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from kamchatka.editions import booklets
from tests import order, tiers
from tests.isolation import Isolation
from tests.postgres import MISSING, Postgres, installed, running
from tests.quick_passwords import hash_quickly
from tests.times import TestTimes, TimeLimit

if TYPE_CHECKING:  # most runs need none
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parent.parent
EDITIONS = ROOT / "src" / "kamchatka" / "editions"

NO_BROWSER = (
    "No browser can be started for tests/browser. `make test` installs one (python -m tools.build.install_browser); "
    "KAMCHATKA_BROWSER=PATH takes another Chromium or Chrome. What was tried said: {error}"
)

# A shared or busy machine is slow, not wrong.
settings.register_profile("kamchatka", deadline=None, print_blob=True)
settings.load_profile("kamchatka")

Ledger = dict[str, list[str]]
COLLECTED = pytest.StashKey[list[pytest.Item]]()
LEAVING_OUT = ("ignore", "ignore_glob", "deselect", "lf")  # options of pytest that make a collection a partial one


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a run; each asks it for a database of its own."""
    home = installed()
    if home is None:
        pytest.skip(MISSING)
    with running(home) as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> Iterator["Playwright"]:
    """What drives the browser: one for all folders, since no process can have two."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def started(playwright: "Playwright") -> Iterator["Browser | str"]:
    """A real Chromium without a window, or a sentence that says why there is none."""
    from playwright.sync_api import Error

    from tests.browser.person import chromium

    try:
        running = chromium(playwright)
    except Error as error:
        yield NO_BROWSER.format(error=error.message.strip().partition("\n")[0])
    else:
        yield running
        running.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--ledger-write` renews the ledgers, `--ledger-check` says which are stale; `--database` is the servers'."""
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite", help="of tests/server")
    order.add_option(parser)
    parser.addoption("--times", metavar="FILE", help="write the time of each phase of each test (make slowest)")
    parser.addoption("--stop-after", metavar="SECONDS", type=float, default=0.0, help="skip the tests after this time")
    group = parser.getgroup("ledger", "rules shown by tests")
    group.addoption("--ledger-write", action="store_true", help="write each edition's ledger.json from the rule marks")
    group.addoption("--ledger-check", action="store_true", help="fail if a ledger.json is not what the rule marks say")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the order, keep tests apart, make passwords cheap; measure times and stop after a time when asked."""
    order.choose_seed(config)
    hash_quickly()
    config.pluginmanager.register(Isolation(), "isolation")
    if seconds := config.getoption("--stop-after"):
        config.pluginmanager.register(TimeLimit(seconds), "time-limit")
    if path := config.getoption("--times"):
        config.pluginmanager.register(TestTimes(config, Path(path)), "test-times")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give a worker of xdist the same order."""
    node.workerinput[order.OPTION] = node.config.getoption(order.OPTION)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say how to repeat this order."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None and not session.config.option.collectonly:
        reporter.write_line(order.seed_line(session.config))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Say it again beside the failures."""
    if exitstatus:
        terminalreporter.write_line(order.seed_line(terminalreporter.config))


def pytest_collection() -> None:
    """Nothing that is collected is garbage: to look for some takes a third of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Rulebooks are read once, before the first test: mutation testing forks a process per mutant from here."""
    edition_of_rule()
    gc.freeze()  # the tests stay to the end
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A mark with a rule id that no booklet has fails its test."""
    for rule_id in rule_ids(item):
        if rule_id not in edition_of_rule():
            pytest.fail(unknown_rule(item, rule_id), pytrace=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle. Write or compare the ledgers when asked; a run of all tests compares them in tests/ledger."""
    order.shuffle(items, config.getoption(order.OPTION))
    tiers.mark(items)
    if is_of_all_tests(config):
        config.stash[COLLECTED] = items[:]
    wants_write, wants_check = config.getoption("--ledger-write"), config.getoption("--ledger-check")
    if not (wants_write or wants_check):
        return
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        raise pytest.UsageError("a ledger is made of all tests: give no test path with --ledger-write, --ledger-check")
    if wants_write:
        for edition, ledger in ledgers_of(items).items():
            (EDITIONS / edition / "ledger.json").write_text(ledger_text(ledger), encoding="utf-8")
    elif stale := stale_ledgers(items):
        raise pytest.UsageError(f"the ledger of {', '.join(stale)} is not what the tests say: run `make ledger`")


def is_of_all_tests(config: pytest.Config) -> bool:
    """Whether nothing is left out; a worker is given the paths of all tests by name."""
    is_partial = any(config.getoption(name, None) for name in LEAVING_OUT)
    return config.args == config.getini("testpaths") and not is_partial


@pytest.fixture
def stale(request: pytest.FixtureRequest) -> list[str] | None:
    """The editions whose ledger this run finds stale; None where it has not collected every test."""
    collected = request.config.stash.get(COLLECTED, None)
    return None if collected is None else stale_ledgers(collected)


def rule_ids(item: pytest.Item) -> list[str]:
    """The rules that a test shows."""
    return [rule_id for mark in item.iter_markers("rule") for rule_id in mark.args]


def unknown_rule(item: pytest.Item, rule_id: str) -> str:
    """The sentence about a mark that names no rule."""
    return f"{item.nodeid} shows rule {rule_id!r}, which is in no rulebook.toml"


def ledgers_of(items: list[pytest.Item]) -> dict[str, Ledger]:
    """Return, for each edition, the tests that cover each rule id, without their parameters."""
    editions = edition_of_rule()
    shown: dict[str, dict[str, set[str]]] = {edition: defaultdict(set) for edition in editions.values()}
    for item in items:
        for rule_id in rule_ids(item):
            if rule_id not in editions:
                raise pytest.UsageError(unknown_rule(item, rule_id))
            shown[editions[rule_id]][rule_id].add(item.nodeid.split("[")[0])
    return {edition: {rule_id: sorted(tests) for rule_id, tests in rules.items()} for edition, rules in shown.items()}


def stale_ledgers(items: list[pytest.Item]) -> list[str]:
    """The editions whose ledger.json is not what the rule marks of all tests say."""
    files = {edition: EDITIONS / edition / "ledger.json" for edition in ledgers_of(items)}
    return [
        edition
        for edition, ledger in ledgers_of(items).items()
        if not files[edition].exists() or files[edition].read_text(encoding="utf-8") != ledger_text(ledger)
    ]


@cache
def edition_of_rule() -> dict[str, str]:
    """Rule id → the edition whose rulebook.toml states it."""
    return {rule.id: name for name, edition in booklets().items() for rule in edition.rulebook.rules}


def ledger_text(ledger: Ledger) -> str:
    """The ledger as it is stored: sorted, so that a diff shows what changed and nothing else."""
    return json.dumps(ledger, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
