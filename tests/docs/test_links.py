"""Links of README and docs have existing targets."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*(?:\{#([\w-]+)\})?\s*$", re.MULTILINE)
MENTION = re.compile(r"(?<![\w/])(?:docs/)?[\w/-]+\.md\b")
WRITTEN = [
    page for page in PAGES if page.name not in ("CHANGELOG.md", "bot-decisions.md") and page.parent.name != "rulebook"
]


def links_of(page: Path) -> list[str]:
    """Return the targets of the page's links to files of this repository."""
    text = CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))
    return [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Return the anchors of the page's headings, as GitHub and MkDocs make them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = set[str]()
    for title, explicit in HEADING.findall(text):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        found.add(explicit or re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain)))
    return frozenset(found | {re.sub("-+", "-", anchor) for anchor in found} | set(re.findall(r'id="([\w.-]+)"', text)))


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_resolve(page: Path) -> None:
    broken = []
    for link in links_of(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors_of(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", WRITTEN, ids=[page.relative_to(ROOT).as_posix() for page in WRITTEN])
def test_every_page_that_is_mentioned_is_a_link(page: Path) -> None:
    text = LINK.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))
    assert [name for name in MENTION.findall(text) if (ROOT / name).exists() or (ROOT / "docs" / name).exists()] == []


def test_the_index_links_every_page() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links_of(index)}
    inner = ("rulebook/refusals-", "mutants/", "index.md")  # linked by the page above them
    pages = [
        page
        for page in (ROOT / "docs").rglob("*.md")
        if not page.relative_to(ROOT / "docs").as_posix().startswith(inner)
    ]
    assert [page for page in pages if page not in linked] == []


def test_the_site_has_every_page_of_the_index() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    links = {link.partition("#")[0] for link in links_of(ROOT / "docs" / "index.md")}
    assert [link for link in links if not link.startswith("../") and link not in navigation] == []
