"""Check the page's types, formatting, lint and unit tests: `python -m tools.check_web`."""

from tools.build_web import ROOT, install, run

SCRIPTS = ("check", "lint", "test")  # scripts in web/package.json


def check() -> None:
    """Run every check; exit at the first failure with its output."""
    web = ROOT / "web"
    install(web, tools=True)
    for script in SCRIPTS:
        run(web, "run", script)
        print(f"web: npm run {script} passed")


if __name__ == "__main__":
    check()
