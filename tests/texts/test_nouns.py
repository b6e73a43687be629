"""Names of places in sentences: articles, prepositions and agreement, for every place in every sentence."""

import re
import string
from collections.abc import Iterator

import pytest

from kamchatka import EDITIONS
from kamchatka.boards import Grounded
from kamchatka.texts import Phrases, PlaceName, phrases
from kamchatka.texts.nouns import Grammar

LANGUAGES = ("it", "en")
GROUND = ("place", "source", "target", "foe", "next", "zone", "land")  # fields that contain the name of a place
TABLES = ("fact", "story", "ask", "action", "choice", "why", "advice", "button")
# Always wrong in Italian: an unmerged preposition, or an article that doesn't fit the sound or number.
WRONG_ITALIAN = re.compile(
    r"\b(?:di|da|a|in|su) (?:il|lo|la|i|gli|le) [A-Z]"
    r"|\b(?:di|da|a|in|su) l’"
    r"|\b(?:[Ii]l|[Ll]o|[Ll]a|[dD]el|[dD]ella|[Dd]al|[Dd]alla|[Nn]el|[Nn]ella|[Dd]ei|[Dd]ai|[Nn]ei|I) [AEIOUÀÈÉÌÒÙ]"
    r"|\b(?:[Ii]l|[Dd]el|[Dd]al|[Nn]el|[Ii]|[Dd]ei|[Dd]ai|[Nn]ei) (?:S[bcdfghjklmnpqrstvwxz]|Z)"
    r"|’[^AEIOUÀÈÉÌÒÙaeiouàèéìòùh\W]"
    r"|\b(?:Gli|Le) (?:Urali|Stati Uniti \w+|Territori del Nord Ovest|Biosfere Continentali|Nazioni Andine)(?: non)?"
    r" (?:è|ha|confina|perde|può|tocca|resta|vale|deve|cade|prende|attacca) "
)
WRONG_ENGLISH = re.compile(r"\b[Tt]he [Tt]he\b|\bthe-?pl\b")


def ground() -> list[Grounded]:
    """Return all places and zones of all editions, once each."""
    sheets = [sheet for edition in EDITIONS.values() for sheet in edition.sheets]
    return list({(one.it, one.en): one for sheet in sheets for one in (*sheet.places, *sheet.zones)}.values())


def catalogues(language: str) -> list[tuple[str, Phrases]]:
    """Return the sentences of every edition in a language."""
    return [(name, phrases(language, edition.home)) for name, edition in EDITIONS.items()]


def fields_of(template: str) -> list[tuple[str, str]]:
    """Return the fields of a template with their forms."""
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(template) if name]


def sentences_about_places(language: str) -> Iterator[tuple[Phrases, tuple[str, ...], list[tuple[str, str]]]]:
    """Return every sentence with the name of a place in it, once per wording."""
    seen: set[tuple[tuple[str, ...], str]] = set()
    for _, words in catalogues(language):
        for path in words.leaves():
            template = words.find(*path) or ""
            known = [(name, spec) for name, spec in fields_of(template) if name in GROUND]
            if path[0] in TABLES and known and (path, template) not in seen:
                seen.add((path, template))
                yield words, path, known


@pytest.mark.parametrize(
    ("place", "forms"),
    [
        (PlaceName("Cina", "f"), "la Cina, dalla Cina, in Cina, alla Cina, della Cina, sulla Cina"),
        (PlaceName("Egitto", "m"), "l’Egitto, dall’Egitto, in Egitto, all’Egitto, dell’Egitto, sull’Egitto"),
        (
            PlaceName("Stati Uniti", "m-pl"),
            "gli Stati Uniti, dagli Stati Uniti, negli Stati Uniti, "
            "agli Stati Uniti, degli Stati Uniti, sugli Stati Uniti",
        ),
        (PlaceName("Urali", "m-pl"), "gli Urali, dagli Urali, negli Urali, agli Urali, degli Urali, sugli Urali"),
        (
            PlaceName("Spazio VI", "m-nel"),
            "lo Spazio VI, dallo Spazio VI, nello Spazio VI, allo Spazio VI, dello Spazio VI, sullo Spazio VI",
        ),
        (
            PlaceName("Cripta VII", "f-nella"),
            "la Cripta VII, dalla Cripta VII, nella Cripta VII, alla Cripta VII, della Cripta VII, sulla Cripta VII",
        ),
        (PlaceName("Roma", "f-a"), "Roma, da Roma, a Roma, a Roma, di Roma, su Roma"),
        (PlaceName("Andorra", "f-a"), "Andorra, da Andorra, ad Andorra, ad Andorra, di Andorra, su Andorra"),
        (PlaceName("Mordor"), "Mordor, da Mordor, in Mordor, a Mordor, di Mordor, su Mordor"),
    ],
    ids=str,
)
def test_italian_forms_of_a_name(place: PlaceName, forms: str) -> None:
    """Italian forms depend on the kind and the first sound of a name."""
    grammar = phrases("it").grammar
    assert ", ".join(grammar.form(place, form) or "?" for form in ("il", "da", "in", "a", "di", "su")) == forms


def test_a_capital_form_begins_a_sentence() -> None:
    """A capital form begins a sentence; an unknown form stays as it is, and a missing place leaves nothing."""
    grammar = phrases("it").grammar
    assert grammar.form(PlaceName("Urali", "m-pl"), "Il") == "Gli Urali"
    assert grammar.form(PlaceName("Mordor"), "Il") == "Mordor"
    assert grammar.form(PlaceName("Urali", "m-pl"), "Zu") is None
    assert grammar.form(PlaceName(""), "in") == ""
    assert phrases("en").grammar.form(PlaceName("Middle East", "the"), "The") == "The Middle East"


def test_words_agree_with_a_name() -> None:
    """A template has two words to agree in number, and four to agree in gender and number."""
    words = Phrases({"own": "{a:~è|sono} {a:~tuo|tua|tuoi|tue}"}, grammar=phrases("it").grammar)
    said = [words.say("own", a=PlaceName("X", kind)) for kind in ("m", "f", "m-pl", "f-pl", "f-a", "")]
    assert said == ["è tuo", "è tua", "sono tuoi", "sono tue", "è tua", "è tuo"]


def test_a_language_without_kinds_keeps_names_as_they_are() -> None:
    """In a language without kinds agreement takes the first word, and an unknown form is an error."""
    words = Phrases({"own": "{a:~is|are} {a}"}, grammar=Grammar({}))
    assert words.say("own", a=PlaceName("Urals", "the-pl")) == "is Urals"
    with pytest.raises(ValueError, match="format"):
        Phrases({"own": "{a:zu}"}).say("own", a="Urals")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_has_a_known_kind(language: str) -> None:
    """Every place has a known kind, because a misspelt one would omit the article."""
    kinds = phrases(language).grammar.kinds
    assert [one.id for one in ground() if (kind := one.noun(language).kind) and kind not in kinds] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_place_without_its_form(language: str) -> None:
    """A sentence names a place with its form; only labels, such as those of piles on a board, show a bare name."""
    bare = [".".join(path) for _, path, known in sentences_about_places(language) if any(not spec for _, spec in known)]
    assert set(bare) <= {"ask.SkyWindow"}


@pytest.mark.parametrize(("language", "wrong"), [("it", WRONG_ITALIAN), ("en", WRONG_ENGLISH)], ids=LANGUAGES)
def test_no_sentence_is_wrong_for_any_place(language: str, wrong: re.Pattern[str]) -> None:
    """Every sentence is correct with every place in it."""
    nouns, checked, bad = [one.noun(language) for one in ground()], 0, []
    for words, path, known in sentences_about_places(language):
        others = {name: 2 for name, _ in fields_of(words.find(*path) or "")}
        for noun in nouns:
            said = words.say(*path, **{**others, **{name: noun for name, _ in known}})
            checked += 1
            if found := wrong.search(said):
                bad.append(f"{'.'.join(path)}: {said} [{found[0]}]")
    assert checked > 20_000
    assert bad == [], f"{len(bad)} wrong, such as {bad[:20]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_straight_apostrophes_are_not_mixed_with_curly_ones(language: str) -> None:
    """Sentences use the apostrophe ’ throughout."""
    straight = re.compile(r"[^\W\d_]'[^\W\d_]")
    texts = {
        template for _, words in catalogues(language) for path in words.leaves() if (template := words.find(*path))
    }
    assert len(texts) > 1_000
    assert [template for template in texts if straight.search(template)] == []


def test_advice_gives_chances_and_distances_in_plain_words() -> None:
    """Advice says "a chance of taking", not "takes it with 75%", and "territories short of", not "lacks"."""
    riddles = re.compile(r"% to take|with \{chance\}%|lacks|beside it|whole, it")
    said = {text for _, words in catalogues("en") for path in words.leaves() if (text := words.find(*path))}
    advice = {text for _, words in catalogues("en") for text in words.branch("advice").tree.values()}
    assert len(said) > len(advice) > 60
    assert [text for text in advice if riddles.search(text)] == []
