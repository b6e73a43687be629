"""What the page itself says, in every language that has a catalogue: whole, in one answer."""

import re
from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get

from kamchatka.editions import EDITIONS
from kamchatka.server.http.tagged import Tagged
from kamchatka.server.protocol.payloads import LanguageSeen, WordsSeen
from kamchatka.texts import ENGLISH, Phrases, languages, own_name, phrases


@get("/api/words")
async def words(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page's sentences in the language asked for (`?lang`), else in the first that the browser prefers."""
    wanted = request.query_params.get("lang") or request.headers.get("accept-language")
    return _words(preferred(wanted or "")).answer(request, vary="accept-language")


def preferred(wanted: str) -> str:
    """The first of a list of languages, in order of preference as browsers send it, that is spoken; else English."""
    codes = (re.split(r"[^a-z]", one.strip().lower(), maxsplit=1)[0] for one in wanted.split(","))
    return next((code for code in codes if code in languages()), ENGLISH)


@cache
def _words(language: str) -> Tagged:
    known = phrases(language)
    page = known.branch("page")
    seen = WordsSeen(
        language,
        tuple(LanguageSeen(one, own_name(one)) for one in languages()),
        known.plural.categories,
        {".".join(path): page.find(*path) or "" for path in page.leaves()} | _editions_own(language, page),
    )
    return Tagged.of(msgspec.json.encode(seen))


def _editions_own(language: str, page: Phrases) -> dict[str, str]:
    """What editions say on the page in words of their own, by the id of the edition and the path."""
    return {
        f"{id}/{'.'.join(path)}": said
        for id, edition in EDITIONS.items()
        for path in page.leaves()
        if (said := phrases(language, edition.home).find("page", *path)) and said != page.find(*path)
    }


HANDLERS = [words]
