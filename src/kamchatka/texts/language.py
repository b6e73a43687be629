"""Which language the user reads: the one asked for, or the one of the locale."""

import os
import re

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Listed, Text
from kamchatka.texts.catalogue import ENGLISH, languages


def language(chosen: str | None) -> str:
    """The language chosen (a Problem if we do not speak it), else that of the locale if we speak it, else English."""
    if chosen is None:
        names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return nearest(next(filter(None, names), ""))
    if chosen not in languages():
        raise Problem("language.unknown", name=chosen, known=Listed(languages(), Text("list", "either")))
    return chosen


def nearest(locale: str) -> str:
    """The language of a locale or of an Accept-Language header, if it is one of ours; English otherwise."""
    name = re.split(r"[^a-z]", locale.strip().lower(), maxsplit=1)[0]
    return name if name in languages() else ENGLISH
