"""A pseudo-language, English with a stroke through every letter, in which untranslated texts stand out."""

import re
from pathlib import Path

from tools.generate.languages import start

CODE = "qps"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ⱥƀƈđɇƒɠħɨɉƙłɱɲøƥɋɍꞩŧʉʋⱳχɏƶȺɃƇĐɆƑƓĦƗɈƘŁⱮƝØƤɊɌꞨŦɄƲⱲΧɎƵ"  # letters that don't decompose into plain ones
ACCENTS = str.maketrans(PLAIN, ACCENTED)
ID = re.compile(r"\b[a-z0-9]+(?:\.[a-z0-9_]+)+\b")  # a rule: std.attack.10
FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")


def pseudo(template: str) -> str:
    """Return a template with accents, in brackets; fields stay as they are, forms of a counted word get accents too."""
    out, at = "", 0
    for field in FIELD.finditer(template):
        name, spec = field[1], field[2]
        shown = spec.translate(ACCENTS) if spec and "|" in spec else spec
        out += template[at : field.start()].translate(ACCENTS) + "{" + name + (f":{shown}" if shown else "") + "}"
        at = field.end()
    return f"⟦{out}{template[at:].translate(ACCENTS)}⟧" if template.strip() else template


def write(folder: Path) -> None:
    """Write the whole language, generated from English."""
    start(folder, CODE, pseudo)


def plain_words(shown: str) -> list[str]:
    """Return the unaccented words of three letters or more, which are untranslated."""
    return re.findall(r"[A-Za-z]{3,}", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown))


def left(shown: str, *allowed: str) -> list[str]:
    """Return the plain words of a text that aren't rule ids, input or names."""
    paths = [word for word in allowed if "/" in word]
    for word in paths:
        shown = shown.replace(word, " ")
    shown = ID.sub(" ", shown)
    for word in sorted((ID.sub(" ", word) for word in allowed if word not in paths), key=len, reverse=True):
        shown = shown.replace(word, " ")
    return plain_words(shown)
