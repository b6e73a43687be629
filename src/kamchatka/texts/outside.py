"""Text from strangers before anything parses it: its characters, how deep it nests, how long its numbers are.

Parsers recurse, and integers of Python have no end: a few kilobytes of brackets or digits cost more than they look.
What arrives as JSON (requests, messages of sockets) or as TOML (cards that a table writes) passes here first.
"""

import json
import re
from collections.abc import Iterator

from kamchatka.kernel.text import Text

DEEPEST = 32  # levels of lists and objects
MOST_PARTS = 5000  # lists and objects
DOTTED = 16  # parts of a dotted key of TOML
LARGEST_INTEGER = 2**63 - 1

# Control characters but for tab and the ends of lines, halves of surrogate pairs, and what is no character at all.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

# A string that does not end goes to the end of the text: no token is looked for twice, the time is that of one reading.
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
    """Text that is not read; `why` is a clause of the catalogues."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.why = Text("problem", f"text.{key}", **fields)


def check_json(text: str) -> None:
    """Unfit unless the text may be handed to a parser of JSON."""
    check_characters(text)
    if text.count("[") + text.count("{") <= DEEPEST and "\\u" not in text and not LONG_NUMBER.search(text):
        return  # as nearly all messages are: what is counted below cannot be too much
    escaped = [token for token in _flat(text, JSON_TOKEN) if token[0] == '"' and "\\u" in token]
    check_characters(_said(escaped))


def check_toml(text: str) -> None:
    """Unfit unless the text may be handed to a parser of TOML."""
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
    """Unfit if there is something in it that no text holds."""
    if found := FORBIDDEN.search(text):
        raise Unfit("bad_character", character=f"U+{ord(found[0]):04X}")


def check_integer(digits: str) -> int:
    """The number; Unfit when it does not fit into 64 bits. Long ones are never converted."""
    plain = digits.replace("_", "")  # a stray one is for the parser to refuse
    number = int(plain) if len(plain) <= 20 else LARGEST_INTEGER + 1
    if abs(number) > LARGEST_INTEGER:
        raise Unfit("large_number")
    return number


def _flat(text: str, tokens: re.Pattern[str]) -> Iterator[str]:
    """The tokens, while brackets are neither too deep nor too many, and numbers not too long."""
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


def _said(strings: list[str]) -> str:
    """Strings of JSON without their escapes, lone surrogates and all; nothing when a parser would refuse one anyway."""
    try:
        return "".join(json.loads(f"[{','.join(strings)}]"))
    except ValueError:
        return ""
