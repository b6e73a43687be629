"""Find the commands of README and docs."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATED = ("docs/rulebook/", "docs/bot-decisions.md")
FENCE = re.compile(r"^( *)```(?:sh|bash)?\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^\n|\A)((?:    \S.*\n)+)", re.MULTILINE)
INLINE = re.compile(r"`((?:kamchatka|python|make|pip) [^`]+)`")
PROGRAMS = re.compile(r"(?:[A-Z_]+=\S+ )*(?:kamchatka|python3?|make|pip)\b")
ASSIGNMENT = re.compile(r"[A-Z_]+=")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command on a page."""

    page: str
    line: str
    is_block: bool  # in a code block, which readers copy

    @property
    def words(self) -> list[str]:
        """Return the words of the command, without settings before it or a comment after it."""
        words = shlex.split(self.line, comments=True)
        while words and ASSIGNMENT.match(words[0]):
            words = words[1:]
        return words


def pages() -> list[Path]:
    """Return the README and all handwritten pages of docs and examples."""
    found = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        ROOT / "web/README.md",
    ]
    names = {page: page.relative_to(ROOT).as_posix() for page in found}
    return sorted(page for page, name in names.items() if name != "CHANGELOG.md" and not name.startswith(GENERATED))


def commands_of(page: Path) -> Iterator[Shown]:
    """Yield commands in code blocks, then those in running text."""
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(ROOT).as_posix()
    blocks = [block for _, block in FENCE.findall(text)]
    rest = FENCE.sub("\n", text)
    for block in [*blocks, *INDENTED.findall(rest)]:
        for line in block.replace("\\\n", " ").splitlines():
            if PROGRAMS.match(line.strip()):
                yield Shown(name, line.strip(), is_block=True)
    for line in INLINE.findall(rest):
        yield Shown(name, " ".join(line.split()), is_block=False)
