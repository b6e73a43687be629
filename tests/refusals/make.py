"""`python -m tests.refusals.make [BOOKLET…]`: renew the examples of refusals.

An example stays as long as its action is refused, because verdicts refer to its position. New kinds come from rule
tests and from mistakes in random games; the latter are used only if they show something new about a clause.
"""

import subprocess
import sys

import msgspec

from kamchatka.editions import booklets
from tests.refusals.examples import Example, Key, load, save
from tests.refusals.mistakes import search
from tests.refusals.recorder import OUT


def recorded(booklet: str) -> list[Example]:
    """Return the refusals that occur in the rule tests of a booklet."""
    plugins = ["-p", "no:cacheprovider", "-p", "tests.refusals.recorder"]
    subprocess.run([sys.executable, "-m", "pytest", "-q", *plugins, f"tests/rules/{booklet}"], check=True)
    found = msgspec.json.decode(OUT.read_bytes(), type=list[Example])
    return [example for example in found if example.booklet == booklet]


def traits(key: Key) -> set[tuple[str, ...]]:
    """Return what a kind shows about its clause: the step and the verb it occurs with.

    Refusals before any step (game over, referee only, seat not asked) are the same everywhere and show nothing.
    """
    clause, step, verb = key
    if clause == "game.over" or clause.startswith("referee."):
        return {(clause, verb)}
    return {(clause, "in", step)} if clause == "turn.not_asked" else {(clause, "in", step), (clause, "by", verb)}


def renewed(booklet: str) -> list[Example]:
    """Return one example of each kind: existing ones, those from tests, and those from random games."""
    found: dict[Key, Example] = {}
    for example in [*filter(None, (old.today() for old in load(booklet))), *recorded(booklet)]:
        found.setdefault(example.key, example)
    seen = {trait for key in found for trait in traits(key)}
    for example in search(booklet):
        if not traits(example.key) <= seen:
            found[example.key] = example
            seen |= traits(example.key)
    return list(found.values())


def main(chosen: list[str]) -> None:
    """Renew the examples of the given booklets, or of all."""
    for booklet in chosen or booklets():
        before, examples = len(load(booklet)), renewed(booklet)
        save(booklet, examples)
        print(f"{booklet}: {len(examples)} examples of {len({one.clause for one in examples})} clauses, were {before}")


if __name__ == "__main__":
    main(sys.argv[1:])
