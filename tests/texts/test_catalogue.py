"""The catalogues have every sentence that the code names, in every language, with its fields and plural forms."""

import ast
import pickle
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import kamchatka
from kamchatka import EDITIONS, Problem
from kamchatka.kernel.text import Listed, Text
from kamchatka.texts import Count, catalogue, languages, phrases, translate
from kamchatka.texts.language import language, nearest
from kamchatka.texts.phrases import Phrases
from kamchatka.texts.plurals import Plural, holds
from tools.generate.languages import main, missing, names, sentences

PACKAGE = Path(kamchatka.__file__).parent
PROBLEMS = ("Problem", "NothingToDraw", "UnreadableEventFile")
PLACES = ("place", "source", "target", "zone")  # fields whose values have a gender
BOOKLETS = {edition.booklet: edition.home for edition in EDITIONS.values()}


def fields_of(template: str) -> set[str]:
    """Return the names in the braces of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def named_in_code() -> Iterator[tuple[str, tuple[str, ...], set[str]]]:
    """Yield place, path and fields of every sentence that the code names by a literal key."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        ours = "from kamchatka.kernel.text import" in source  # Text of rich is another class
        for node in ast.walk(ast.parse(source)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            literals = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            given = {keyword.arg for keyword in node.keywords if keyword.arg}
            where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
            if len(literals) != len(node.args) or any(keyword.arg is None for keyword in node.keywords):
                continue
            if node.func.id in PROBLEMS and len(node.args) == 1:
                yield where, ("problem", literals[0]), given - {"rule"}
            elif ours and node.func.id == "Text" and len(node.args) == 2:
                yield where, (literals[0], literals[1]), given


def all_phrases(spoken: str) -> Phrases:
    """Return all sentences of a language, including problems and counters of the booklets."""
    tree: dict[str, dict[str, str]] = {"problem": {}, "counter": {}}
    for words in (phrases(spoken), *(phrases(spoken, package) for package in BOOKLETS.values())):
        for path in words.leaves():
            tree.setdefault(path[0], {})[".".join(path[1:])] = words.find(*path) or ""
    return Phrases(tree)


# ------------------------------------------------------------------ nothing lacks
@pytest.mark.parametrize("spoken", languages())
def test_every_sentence_that_the_code_names_is_there(spoken: str) -> None:
    """Every sentence that the code names exists, with no field that the code doesn't fill."""
    words, found = all_phrases(spoken), list(named_in_code())
    assert len(found) > 250
    for where, path, given in found:
        template = words.find(*path)
        assert template is not None, f"{where}: {path} has no words in {spoken}"
        assert fields_of(template) <= given, where


@pytest.mark.parametrize("spoken", [one for one in languages() if one != "en"])
def test_no_language_of_ours_falls_back_on_english(spoken: str) -> None:
    """Every sentence of an edition's table is in the language's own files, and uses no unknown field."""
    theirs, english = sentences(spoken), sentences()
    assert theirs.keys() == english.keys()
    common = {path for file, tree in theirs.items() if "/" not in file for path in Phrases(tree).leaves()}
    for booklet, package in BOOKLETS.items():
        own = common | set(Phrases(theirs[f"editions/{booklet}.toml"]).leaves())
        lacking = {path for path in set(phrases(spoken, package).leaves()) - own if path[0] != "noun"}
        assert lacking == set(), booklet
    for file in english:
        said, first = Phrases(theirs[file]), Phrases(english[file])
        for path in set(first.leaves()) & set(said.leaves()):
            if path[0] not in (
                "action",
                "ask",
                "fact",
                "noun",
                "plural",
                "refused",
                "why",
            ):  # these may use all known fields
                assert fields_of(said.find(*path) or "") <= fields_of(first.find(*path) or ""), path


@pytest.mark.parametrize("spoken", languages())
def test_a_counted_word_has_all_its_forms(spoken: str) -> None:
    """A counted word has all plural forms of its language, and one per gender where it agrees with a place's name."""
    for package in ("", *BOOKLETS.values()):
        words = phrases(spoken, package)
        genders = max(kind.gender for kind in words.grammar.kinds.values()) + 1
        for path in words.leaves():
            for field, spec in re.findall(r"\{(\w+):([^{}]*\|[^{}]*)\}", words.find(*path) or ""):
                allowed = (2, genders) if field in PLACES and spec.startswith("~") else (len(words.plural.categories),)
                assert len(spec.split("|")) in allowed, path


def test_italian_stands_beside_every_english_name() -> None:
    """Boards, cards, rules and options have names in both languages, and the list for other languages is complete."""
    known = names()
    assert len(known) > 1000
    assert {"Kamchatka", "infantry", "red", "{} ({})", "land commander"} <= set(known)


# ------------------------------------------------------------------ a third language
@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create a language of three files in its own folder: plural rules, some sentences, some names."""
    folder = tmp_path / "pl"
    (folder / "editions").mkdir(parents=True)
    files = {
        "language.toml": 'name = "Polski"\n[plural]\none = "i = 1 and v = 0"\n'
        'few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"\nmany = "v = 0 and i != 1 and i % 10 = 0..1,5..9 or '
        'v = 0 and i % 100 = 12..14"\n',
        "game.toml": '[action]\nPlace = "postaw {armies:armię|armie|armii|armii} ({place})"\n'
        '[problem]\n"edition.seats" = "Nie dla {seats:gracza|graczy|graczy|graczy}."\n[list]\neither = " lub "\n',
        "names.toml": '[name]\nAlaska = "Alaska PL"\ninfantry = "piechota"\n',
        "editions/modern.toml": 'lap = "Runda {number}"\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogue, "ROOTS", (*catalogue.ROOTS, tmp_path))


@pytest.mark.usefixtures("polish")
def test_a_language_is_a_folder_of_files() -> None:
    """A language is chosen by its code or by the locale, and uses English for missing sentences."""
    assert languages() == ("it", "pl", "en")
    assert (language("pl"), nearest("pl_PL.UTF-8"), nearest("fr_FR"), nearest("C")) == ("pl", "pl", "en", "en")
    assert phrases("pl", "kamchatka.editions.modern").say("lap", number=2) == "Runda 2"
    assert phrases("pl").say("list", "and") == "and"
    with pytest.raises(Problem) as raised:
        language("xx")
    assert raised.value.text("pl") == "There is no language “xx”: choose it lub pl lub en."


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(
    ("number", "text"), [(1, "armię"), (2, "armie"), (5, "armii"), (12, "armii"), (22, "armie"), (111, "armii")]
)
def test_plurals_follow_the_rules_of_the_language(number: int, text: str) -> None:
    said = phrases("pl").say("action", "Place", armies=number, place="Alaska")
    assert said == f"postaw {number} {text} (Alaska)"


@pytest.mark.usefixtures("polish")
def test_names_are_found_by_the_english_ones() -> None:
    """Names are looked up by their English form, also inside other names."""
    modern = EDITIONS["modern"]
    assert next(card for card in modern.cards if card.id == "alaska").name("pl") == "Alaska PL (piechota)"
    assert translate("pl", it="cannone", en="cannon") == "cannon"
    assert Listed(modern.sheets[0].places[:2], " → ").text("pl").startswith("Alaska PL → ")


@pytest.mark.usefixtures("polish")
def test_a_problem_has_words_in_every_language() -> None:
    """A problem's text uses the plural forms of the requested language and ends with the rule id."""
    with pytest.raises(Problem) as raised:
        EDITIONS["modern"].check_seats(2)
    assert raised.value.sentence("pl") == "Nie dla 2 graczy. [std.components.1]"
    assert str(raised.value) == raised.value.text("en") == "2 seats will not do: this game is for 3 to 6."


def test_the_tool_begins_a_language_and_says_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tool lists all sentences as missing at first, and fewer when some are translated."""
    assert main(["start", str(tmp_path), "fr"]) == 0
    monkeypatch.setattr(catalogue, "ROOTS", (*catalogue.ROOTS, tmp_path))
    everything = missing("fr")
    assert len(everything) > 2000
    assert {"list.and", "Kamchatka"} <= set(everything)
    (tmp_path / "fr" / "zz.toml").write_text('[list]\nand = "et"\n[name]\nKamchatka = "Kamtchatka"\n', encoding="utf-8")
    catalogue._common.cache_clear()
    catalogue._phrases.cache_clear()
    catalogue._catalogue.cache_clear()
    assert set(everything) - set(missing("fr")) == {"list.and", "Kamchatka"}
    assert main(["missing", "fr"]) == 0
    assert f"{len(everything) - 2} left in English" in capsys.readouterr().out
    assert main(["missing", "xx"]) == 2


# ------------------------------------------------------------------ the engine
@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("n = 1", [1]),
        ("i = 0,1", [0, 1]),
        ("n % 10 = 1 and n % 100 != 11", [1, 21]),
        ("v != 0", []),
        ("n = 2..3 or n % 10 = 2", [2, 3, 12, 22]),
    ],
)
def test_cldr_rules(rule: str, numbers: list[int]) -> None:
    assert [number for number in range(24) if holds(rule, number)] == numbers


def test_what_is_no_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="not a relation of CLDR's plural rules"):
        holds("n is 1", 1)


def test_forms_that_are_not_written_are_the_last_one() -> None:
    """A missing plural form falls back on the last one, as for English in a language of four forms."""
    four = Plural({"one": "n = 1", "few": "n = 2..4", "many": "n = 5..9"})
    assert [format(Count(n, four), "army|armies") for n in (1, 3, 7, 20)] == [
        "1 army",
        "3 armies",
        "7 armies",
        "20 armies",
    ]


def test_a_slip_in_a_key_hides_nothing() -> None:
    """If no catalogue has a sentence, its key and fields are shown."""
    assert Problem("tea.cold", cups=3).text("it") == "Text('problem', 'tea.cold', cups=3)"


def test_a_problem_travels_between_processes() -> None:
    """A problem keeps its key, fields and rule when it is sent to another process."""
    problem = pickle.loads(pickle.dumps(Problem("edition.seats", rule="std.1", seats=9, least=3, most=6)))
    assert problem.sentence("en") == "9 seats will not do: this game is for 3 to 6. [std.1]"


def test_texts_are_values() -> None:
    assert Text("a", "b", n=1) == Text("a", "b", n=1) != Text("a", "b", n=2)
    assert len({Text("a", "b", n=1), Text("a", "b", n=1)}) == 1
