"""A language that nobody speaks: English with a stroke through every letter. What is not translated stands out."""

import re
from pathlib import Path

from tools.generate.languages import start

CODE = "qps"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ⱥƀƈđɇƒɠħɨɉƙłɱɲøƥɋɍꞩŧʉʋⱳχɏƶȺɃƇĐɆƑƓĦƗɈƘŁⱮƝØƤɊɌꞨŦɄƲⱲΧɎƵ"  # letters that do not come apart into one of ours
ACCENTS = str.maketrans(PLAIN, ACCENTED)
ID = re.compile(r"\b[a-z0-9]+(?:\.[a-z0-9_]+)+\b")  # a rule: std.attack.10
FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")


def pseudo(template: str) -> str:
    """A template with accents, in brackets: fields stay as they are, forms of a counted word have accents too."""
    out, at = "", 0
    for field in FIELD.finditer(template):
        name, spec = field[1], field[2]
        shown = spec.translate(ACCENTS) if spec and "|" in spec else spec
        out += template[at : field.start()].translate(ACCENTS) + "{" + name + (f":{shown}" if shown else "") + "}"
        at = field.end()
    return f"⟦{out}{template[at:].translate(ACCENTS)}⟧" if template.strip() else template


def write(folder: Path) -> None:
    """The whole language, generated from English."""
    start(folder, CODE, pseudo)


def plain_words(shown: str) -> list[str]:
    """The words of three letters or more that have no accent: nobody translated them."""
    return re.findall(r"[A-Za-z]{3,}", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown))


def left(shown: str, *allowed: str) -> list[str]:
    """The plain words of a text that are no rule's id and nothing that was typed or called so by people."""
    paths = [word for word in allowed if "/" in word]
    for word in paths:
        shown = shown.replace(word, " ")
    shown = ID.sub(" ", shown)
    for word in sorted((ID.sub(" ", word) for word in allowed if word not in paths), key=len, reverse=True):
        shown = shown.replace(word, " ")
    return plain_words(shown)
