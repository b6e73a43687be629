"""Files and lines that contain games: journals, positions, actions, table options, custom cards."""

from collections.abc import Sequence
from typing import Any

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.editions.risk2210.custom import check_custom
from kamchatka.journal import parse, seal_line
from kamchatka.kernel.edges import wire
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.match import Match, match_at
from kamchatka.proof import prove
from kamchatka.words import Story, Words
from tools.fuzz.target import Eater, Target, framed
from tools.fuzz.targets.shelf import ROOT, code_blocks, journals, moments, refusals


# ------------------------------------------------------------------ journals
def _sealed(data: bytes) -> bytes:
    """Return the lines with recomputed hashes, as a forger would; a line that is no object stays as it is."""
    mark, lines = "", list[bytes]()
    for line in data.split(b"\n"):
        try:
            row = msgspec.json.decode(line, type=dict[str, Any])
            mark, line = seal_line(mark, row)
            lines.append(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            lines.append(line + b"\n")
    return b"".join(lines)


def _eat_journal(data: bytes) -> None:
    """Read, replay and verify a journal, as `kamchatka replay` and `verify` do."""
    kept = parse(_sealed(data), "fuzz")
    names = [player.name for player in kept.header.players]
    story = Story(Words("en", kept.match.edition, names), kept.match, None)
    for entry in kept.match.entries:
        story.hear(entry.facts)
    story.tell()
    prove(kept)


def _eat_journal_bytes(data: bytes) -> None:
    parse(data, "fuzz")


def _journal_files() -> Sequence[bytes]:
    return [_sealed(one) for one in journals()[:12]]


# ------------------------------------------------------------------ positions
def _positions() -> Sequence[bytes]:
    return [msgspec.json.encode(one.options) + b"\n" + one.position.encode() for one in moments()]


def _eat_position(data: bytes) -> None:
    """Read the options of a table, then a typed position."""
    first, _, text = data.decode("utf-8", "replace").partition("\n")
    options = framed(first.encode(), dict[str, Any])
    match = match_at(text, options, stored=True)
    match.position()
    assert match.is_over == (match.ending is not None)
    for seat in match.awaited:
        match.options(seat)
        match.view(seat)


# ------------------------------------------------------------------ actions
def _actions() -> Sequence[bytes]:
    """Yield inputs: the number of an example and a seat, then the action."""
    framed = [([at, one.seat], one.action) for at, one in enumerate(refusals())]
    return [msgspec.json.encode(where) + b"\n" + msgspec.json.encode(action) for where, action in framed]


def _prepare_actions() -> Eater:
    """Decode a request at one of some hundred moments, check whether it is legal and why not, and play it if it is."""
    examples = refusals()
    ready = dict[int, tuple[Match, Words]]()

    def eat(data: bytes) -> None:
        first, _, rest = data.partition(b"\n")
        which, whose = framed(first, tuple[int, int])
        action, at = wire.decode(rest), which % len(examples)
        if at not in ready:
            match = examples[at].match()
            ready[at] = match, Words("en", match.edition, [f"P{seat}" for seat in range(match.seats)])
        match, words = ready[at]
        seat = whose % match.seats
        refusal = match.why_not(action, seat)
        if refusal is not None:
            words.refusal(refusal, match.game, match.table)
            return
        for fact in examples[at].match().play(action, seat):
            words.fact(fact)

    return eat


# ------------------------------------------------------------------ options and cards
def _options() -> Sequence[bytes]:
    """Yield every value of every option, and the options of the examples' tables."""
    made = [(one.position.partition("/")[0], one.options) for one in refusals() if one.options]
    for id, edition in EDITIONS.items():
        for option in edition.options:
            made += [(id, {option.name: value}) for value in option.values or (option.default,)]
    return [msgspec.json.encode(edition) + b"\n" + msgspec.json.encode(options) for edition, options in made]


def _eat_options(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    edition = find_edition(framed(first, str))
    rules = edition.table_rules(framed(rest, dict[str, Any]))
    edition.game(rules)
    edition.at(rules)


def _card_files() -> Sequence[bytes]:
    printed = (ROOT / "src/kamchatka/editions/risk2210/cards.toml").read_text(encoding="utf-8")
    cards = [f"[[card]]{one}".replace('id = "', 'id = "own_', 1) for one in printed.split("[[card]]")[1:]]
    return [one.encode() for one in [*code_blocks("custom-cards.md", "toml"), *cards]]


def _eat_cards(data: bytes) -> None:
    """Read a table's custom cards, count them, and put them into a game."""
    text = data.decode("utf-8", "replace")
    check_custom(text)
    edition = find_edition("risk2210")
    edition.game(edition.table_rules({"custom_cards": text}))


REFUSES = (Problem, msgspec.DecodeError)
TARGETS = (
    Target(
        "journal", "journals with marks that fit: read, told, proved", "lines", journals, lambda: _eat_journal, share=3
    ),
    Target("journal-bytes", "journals as bytes", "bytes", _journal_files, lambda: _eat_journal_bytes, share=50),
    Target("position", "positions in one line", "text", _positions, lambda: _eat_position, REFUSES, share=12),
    Target(
        "action", "actions: why not, and played", "lines", _actions, _prepare_actions, (*REFUSES, Refusal), share=100
    ),
    Target("options", "options of a table", "lines", _options, lambda: _eat_options, REFUSES, share=70),
    Target("cards", "custom cards of a table", "text", _card_files, lambda: _eat_cards, share=20, largest=30_000),
)
