"""Texts of the page in every language with a catalogue, delivered in one response."""

import re
from functools import cache

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from kamchatka.editions import EDITIONS
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.etags import Tagged
from kamchatka.server.protocol.payloads import LanguageSeen, NounSeen, WordsSeen
from kamchatka.texts import ENGLISH, Phrases, languages, own_name, phrases
from kamchatka.texts.nouns import Grammar

FORM = re.compile(r"\{\w+:([A-Za-z]\w*)\}")  # a name with an article or a preposition


@get("/api/words", responses={200: ResponseSpec(WordsSeen, generate_examples=False)}, access="read")
async def words(request: Asked) -> Response[bytes]:
    """Return the page's texts in the requested language (`?lang`), or else the browser's preferred one."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language")
    return _words(choose_language(wanted or "")).answer(request, vary="accept-language")


def choose_language(wanted: str) -> str:
    """Return the first supported language of an Accept-Language list, or English."""
    codes = (re.split(r"[^a-z]", one.strip().lower(), maxsplit=1)[0] for one in wanted.split(","))
    return next((code for code in codes if code in languages()), ENGLISH)


@cache
def _words(language: str) -> Tagged:
    known = phrases(language)
    page = known.branch("page")
    texts = {".".join(path): page.find(*path) or "" for path in page.leaves()} | _editions_own(language, page)
    seen = WordsSeen(
        language,
        tuple(LanguageSeen(one, own_name(one)) for one in languages()),
        known.plural.categories,
        texts,
        _nouns(language, known.grammar, {form for text in texts.values() for form in FORM.findall(text)}),
    )
    return Tagged.of(msgspec.json.encode(seen))


def _nouns(language: str, grammar: Grammar, forms: set[str]) -> dict[str, NounSeen]:
    """Return the names of all places and zones with the forms that the page's texts use."""
    sheets = [sheet for edition in EDITIONS.values() for sheet in edition.sheets]
    nouns = [ground.noun(language) for sheet in sheets for ground in (*sheet.places, *sheet.zones)]
    return {
        str(noun): NounSeen(
            grammar.kind(noun).gender,
            grammar.kind(noun).is_plural,
            {form: text for form in sorted(forms) if (text := grammar.form(noun, form)) is not None},
        )
        for noun in nouns
    }


def _editions_own(language: str, page: Phrases) -> dict[str, str]:
    """Return the page texts that editions define, by edition id and path."""
    return {
        f"{id}/{'.'.join(path)}": said
        for id, edition in EDITIONS.items()
        for path in page.leaves()
        if (said := phrases(language, edition.home).find("page", *path)) and said != page.find(*path)
    }


HANDLERS = [words]
