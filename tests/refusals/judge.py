"""`python -m tests.refusals.judge BOOKLET FILE…`: store a reader's answers to the sheet, lines `NUMBER yes|no reason`.

A number carries a mark of what was judged. Answers about a text that has changed since are reported and ignored.
"""

import re
import sys
from pathlib import Path

import msgspec

from tests.refusals.sheet import label, ordered
from tests.refusals.verdicts import DOES_NOT, FORBIDS, Verdict, digest, load_verdicts, save_verdicts

ANSWER = re.compile(r"^\W*(?:\d+-)?([0-9a-f]{5})\W+(yes|no)\b\W*(.*)$", re.IGNORECASE)


def answers(text: str) -> dict[str, tuple[bool, str]]:
    """Return each answered case's mark, whether it is forbidden, and the reason."""
    found = filter(None, (ANSWER.match(line.strip()) for line in text.splitlines()))
    return {match[1].lower(): (match[2].lower() == "yes", match[3].strip()) for match in found}


def judge(booklet: str, said: dict[str, tuple[bool, str]]) -> tuple[list[Verdict], list[str]]:
    """Return the verdicts including these answers, and the marks that match no case."""
    known = {verdict.digest: verdict for verdict in load_verdicts(booklet)}
    verdicts, used = [], set[str]()
    for number, (rule, example) in enumerate(ordered(booklet), 1):
        mark = label(number, rule, example).partition("-")[2]
        judged = digest(rule, example)
        if mark in said:
            used.add(mark)
            forbids, reason = said[mark]
            verdicts.append(Verdict(*example.key, rule.id, FORBIDS if forbids else DOES_NOT, reason, judged))
        elif judged in known:
            clause, step, verb = example.key  # the kind may have been renamed since; what was judged is the same
            verdicts.append(msgspec.structs.replace(known[judged], clause=clause, step=step, verb=verb))
    return verdicts, sorted(said.keys() - used)


def main(booklet: str, files: list[str]) -> None:
    """Store the answers in some files, and report what is left."""
    said = answers("\n".join(Path(file).read_text(encoding="utf-8") for file in files))
    verdicts, strange = judge(booklet, said)
    save_verdicts(booklet, verdicts)
    wrong = [verdict for verdict in verdicts if verdict.verdict == DOES_NOT]
    print(f"{booklet}: {len(verdicts)} of {len(ordered(booklet))} judged, {len(wrong)} wrong")
    for verdict in wrong:
        print(f"  {verdict.rule} for {' '.join(verdict.key)}: {verdict.reason}")
    if strange:
        print(f"answers to no case of today: {', '.join(strange)}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
