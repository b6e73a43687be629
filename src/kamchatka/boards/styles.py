"""Stylesheets of the boards: rules with custom properties, and themes that set these properties."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from kamchatka.kernel.problem import Problem

THEMES = {  # stylesheets of each theme; later ones override earlier ones
    "light": ("base", "light"),
    "dark": ("base", "dark"),
    "colour-blind": ("base", "light", "colour-blind"),
    "high-contrast": ("base", "high-contrast"),
    "print": ("base", "print"),
}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PROPERTY = re.compile(r"var\(--([a-z0-9-]+)\)")

Rule = tuple[str, dict[str, str]]  # selectors and declarations


@cache
def stylesheet(theme: str, look: str) -> str:
    """Return the CSS of a theme for boards of a look, with values in place of custom properties.

    Many programs that show SVG files don't know custom properties.
    """
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise Problem("board.no_theme", theme=theme, known=known)
    folder = files(__package__).joinpath("themes")
    text = "".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in THEMES[theme])
    rules, values = [], dict[str, str]()
    for selectors, declarations in _rules(text):
        if all(name.startswith("--") for name in declarations):
            if selectors in (":root", f".{look}"):
                values |= declarations
        else:
            rules.append((selectors, declarations))
    return "".join(_with_values(selectors, declarations, values) for selectors, declarations in rules)


def _rules(css: str) -> Iterator[Rule]:
    for selectors, body in RULE.findall(COMMENT.sub("", css)):
        pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
        yield selectors.strip(), {name.strip(): value.strip() for name, value in pairs}


def _with_values(selectors: str, declarations: dict[str, str], values: dict[str, str]) -> str:
    """Write a rule, without the declarations whose property the theme does not set for this look."""
    written = []
    for name, value in declarations.items():
        asked = PROPERTY.fullmatch(value)
        if asked is None:
            written.append(f"{name}: {value}")
        elif (found := values.get(f"--{asked[1]}")) is not None:
            written.append(f"{name}: {found}")
    return f"{selectors} {{ {'; '.join(written)} }}\n" if written else ""
