"""Choice of the user's language: the requested one, or the one of the locale."""

import os
import re

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Listed, Text
from kamchatka.texts.catalogue import ENGLISH, languages


def language(chosen: str | None) -> str:
    """Return the requested language (a Problem if it doesn't exist), else the locale's, else English."""
    if chosen is None:
        names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return nearest(next(filter(None, names), ""))
    if chosen not in languages():
        raise Problem("language.unknown", name=chosen, known=Listed(languages(), Text("list", "either")))
    return chosen


def nearest(locale: str) -> str:
    """Return the available language that best matches a locale or an Accept-Language header; English by default."""
    name = re.split(r"[^a-z]", locale.strip().lower(), maxsplit=1)[0]
    return name if name in languages() else ENGLISH
