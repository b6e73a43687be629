"""Which language the user reads: the one asked for, or the one of the locale."""

import os

from kamchatka.kernel.problem import Problem

LANGUAGES = ("it", "en")


def language(chosen: str | None) -> str:
    """The language chosen (a Problem if we do not speak it), else Italian in an Italian locale, English elsewhere."""
    if chosen is None:
        names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
        locale = next(filter(None, names), "")
        return "it" if locale.lower().startswith("it") else "en"
    if chosen not in LANGUAGES:
        raise Problem(f"La lingua «{chosen}» non c'è: it o en.", f"There is no language “{chosen}”: choose it or en.")
    return chosen
