"""Checks on untrusted text before parsing: characters, nesting depth and length of numbers.

Parsers recurse and Python's integers are unbounded, so a few kilobytes of brackets or digits can be expensive.
Incoming JSON (requests, socket messages) and TOML (house cards of a table) is checked here first.
"""

import json
import re
from collections.abc import Iterator

from kamchatka.kernel.text import Text

DEEPEST = 32  # maximum nesting depth of lists and objects
MOST_PARTS = 5000  # maximum number of lists and objects in a text
DOTTED = 16  # maximum number of parts of a dotted TOML key
LARGEST_INTEGER = 2**63 - 1

# Control characters except tab and line ends, surrogate halves, and noncharacters.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

# An unterminated string matches to the end of the text, so that scanning takes linear time.
NUMBER = r"(?<![\w.])[-+]?\d[\d_]{17,}+"
LONG_NUMBER = re.compile(NUMBER)
JSON_TOKEN = re.compile(rf'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[{{]|[\]}}]|{NUMBER}', re.DOTALL)
TOML_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\\?\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    rf"|\#[^\n]*+|[\[{{]|[\]}}]|[.,=\n]|{NUMBER}",
    re.DOTALL,
)


class Unfit(ValueError):
    """Text that must not be parsed; `why` is a key of the catalogues."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.why = Text("problem", f"text.{key}", **fields)


def check_json(text: str) -> None:
    """Raise Unfit unless the text is safe for a JSON parser."""
    check_characters(text)
    if text.count("[") + text.count("{") <= DEEPEST and "\\u" not in text and not LONG_NUMBER.search(text):
        return  # the common case: too few brackets to exceed any limit that the scan checks
    escaped = [token for token in _flat(text, JSON_TOKEN) if token[0] == '"' and "\\u" in token]
    check_characters(_unescape(escaped))


def check_toml(text: str) -> None:
    """Raise Unfit unless the text is safe for a TOML parser."""
    check_characters(text)
    dots = 0
    for token in _flat(text, TOML_TOKEN):
        if token == ".":
            dots += 1
            if dots > DOTTED:
                raise Unfit("too_deep", most=DOTTED)
        elif token in ",=\n":
            dots = 0


def check_characters(text: str) -> None:
    """Raise Unfit if the text has a forbidden character."""
    if found := FORBIDDEN.search(text):
        raise Unfit("bad_character", character=f"U+{ord(found[0]):04X}")


def check_integer(digits: str) -> int:
    """Convert digits to an integer. Raise Unfit without converting them if the number exceeds 64 bits."""
    plain = digits.replace("_", "")  # the parser refuses misplaced underscores
    number = int(plain) if len(plain) <= 20 else LARGEST_INTEGER + 1
    if abs(number) > LARGEST_INTEGER:
        raise Unfit("large_number")
    return number


def _flat(text: str, tokens: re.Pattern[str]) -> Iterator[str]:
    """Yield the tokens. Raise Unfit if there are too many brackets or levels of them, or a number is too long."""
    depth, parts = 0, 0
    for found in tokens.finditer(text):
        token = found[0]
        if token in "[{":
            depth, parts = depth + 1, parts + 1
            if depth > DEEPEST:
                raise Unfit("too_deep", most=DEEPEST)
            if parts > MOST_PARTS:
                raise Unfit("too_many_parts", most=MOST_PARTS)
        elif token in "]}":
            depth -= 1
        elif token[0] in "+-" or token[0].isdigit():
            check_integer(token)
        yield token


def _unescape(strings: list[str]) -> str:
    """Unescape JSON strings, including lone surrogates; "" if a parser would refuse one anyway."""
    try:
        return "".join(json.loads(f"[{','.join(strings)}]"))
    except ValueError:
        return ""
