"""Checks the page: types, formatting, lint, unit tests: `python -m tools.check_web`."""

from tools.build_web import ROOT, install, run

SCRIPTS = ("check", "lint", "test")  # of web/package.json


def check() -> None:
    """Run every check; the first that fails ends the program with what it said."""
    web = ROOT / "web"
    install(web, tools=True)
    for script in SCRIPTS:
        run(web, "run", script)
        print(f"web: npm run {script} passed")


if __name__ == "__main__":
    check()
