"""A recogniser for the grammars of docs/specifications: EBNF with regular expressions as special sequences."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

Ends = frozenset[int]
Matcher = Callable[[str, int], Ends]

TOKEN = re.compile(
    r"""\s*(?:(?P<text>"[^"]*"|'[^']*')|\?\s(?P<regex>.*?)\s\?(?=\s|;)|(?P<name>\w+)|(?P<sign>[][(){}=|,;]))"""
)
FENCE = re.compile(r"^```ebnf\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Grammar:
    """The rules of a grammar."""

    def __init__(self, text: str) -> None:
        self.tokens = [match for match in TOKEN.finditer(text) if match.lastgroup]
        assert "".join(match.group() for match in self.tokens).strip() == text.strip(), "not EBNF"
        self.at = 0
        self.rules: dict[str, Matcher] = {}
        self.known: dict[tuple[str, int], Ends] = {}
        while self.at < len(self.tokens):
            name = self._take("name")
            self._take("sign", "=")
            self.rules[name] = self._alternatives()
            self._take("sign", ";")

    @classmethod
    def of_page(cls, page: Path) -> "Grammar":
        """Read the grammar of a page."""
        fence = FENCE.search(page.read_text(encoding="utf-8"))
        assert fence
        return cls(fence[1])

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the rule derives the whole text."""
        self.known.clear()
        return len(text) in self._rule(rule, text, 0)

    def undefined(self) -> set[str]:
        """Return names that a rule uses and no rule defines."""
        return {match["name"] for match in self.tokens if match["name"]} - self.rules.keys()

    def _rule(self, name: str, text: str, at: int) -> Ends:
        if (name, at) not in self.known:
            self.known[name, at] = self.rules[name](text, at)
        return self.known[name, at]

    def _take(self, group: str, value: str | None = None) -> str:
        match = self.tokens[self.at]
        assert match.lastgroup == group, match
        assert value in (None, match[group]), match
        self.at += 1
        return match[group]

    def _is(self, signs: str) -> bool:
        sign = self.tokens[self.at]["sign"] if self.at < len(self.tokens) else ";"
        return sign is not None and sign in signs

    def _alternatives(self) -> Matcher:
        found = [self._sequence()]
        while self._is("|"):
            self.at += 1
            found.append(self._sequence())
        return lambda text, at: frozenset().union(*(one(text, at) for one in found))

    def _sequence(self) -> Matcher:
        found = [self._part()]
        while self._is(","):
            self.at += 1
            found.append(self._part())
        return lambda text, at: _in_turn(found, text, at)

    def _part(self) -> Matcher:
        match = self.tokens[self.at]
        self.at += 1
        if match["text"]:
            literal = match["text"][1:-1]
            return lambda text, at: frozenset({at + len(literal)} if text.startswith(literal, at) else ())
        if match["regex"]:
            pattern = re.compile(match["regex"])
            return lambda text, at: frozenset({found.end()} if (found := pattern.match(text, at)) else ())
        if match["name"]:
            return lambda text, at: self._rule(match["name"], text, at)
        inner = self._alternatives()
        closing = self._take("sign")
        if closing == "}":
            return lambda text, at: _repeated(inner, text, at)
        return inner if closing == ")" else lambda text, at: inner(text, at) | {at}


def _in_turn(parts: list[Matcher], text: str, at: int) -> Ends:
    ends = frozenset({at})
    for part in parts:
        ends = frozenset(_all_ends(part, text, ends))
    return ends


def _all_ends(part: Matcher, text: str, starts: Ends) -> Iterator[int]:
    for start in starts:
        yield from part(text, start)


def _repeated(part: Matcher, text: str, at: int) -> Ends:
    ends, fresh = {at}, {at}
    while fresh:
        fresh = set(_all_ends(part, text, frozenset(fresh))) - ends
        ends |= fresh
    return frozenset(ends)
