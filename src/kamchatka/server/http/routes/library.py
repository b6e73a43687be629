"""Routes for static content: editions, rulebooks, boards, phrases, odds, and the protocol's schemas."""

import asyncio
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Annotated, Literal

import msgspec
from litestar import Litestar, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.serialization import encode_json

from kamchatka.boards import Named
from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.editions import rulebook as find_rulebook
from kamchatka.editions.edition import Edition
from kamchatka.editions.rulebook import Rule, TableOption
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.players import levels_of
from kamchatka.server.display_names import edition_name, edition_summary, edition_words
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of
from kamchatka.server.http.compression import pack, send_compressed
from kamchatka.server.http.etags import Tagged
from kamchatka.server.http.expensive_requests import compute
from kamchatka.server.presentation.board_drawings import add_languages, boards_of, drawing
from kamchatka.server.protocol.messages import AnyClientMessage, AnyServerMessage
from kamchatka.server.protocol.page_payloads import page_seen
from kamchatka.server.protocol.payloads import (
    Chapter,
    ChoiceValue,
    EditionSeen,
    OptionSeen,
    RulebookSeen,
    RuleSeen,
    RulesForm,
)
from kamchatka.server.tables.attack_odds import battle_chances
from kamchatka.texts import Phrases, translate
from kamchatka.texts import phrases as catalogue

MOST_ARMIES = 300  # per place in a request for odds; more than the boxes contain
EditionName = Annotated[str, Parameter(max_length=60)]
Attackers = Annotated[int, Parameter(ge=0, le=MOST_ARMIES)]
Defenders = Annotated[int, Parameter(ge=1, le=MOST_ARMIES)]
MEDIA = {"json": "application/json", "svg": "image/svg+xml"}


async def _ready(request: Asked, make: Callable[..., bytes], *args: object) -> Response[bytes]:
    """Send compressed content. It is built in a thread, because the first call of `make` is slow."""
    return await send_compressed(request, await asyncio.to_thread(make, *args))


@get("/api/editions", responses={200: ResponseSpec(list[EditionSeen], generate_examples=False)}, access="read")
async def editions(request: Asked) -> Response[bytes]:
    """List every edition with all its options."""
    return await _ready(request, _editions, language_of(request))


@cache
def _editions(language: str) -> bytes:
    return pack(msgspec.json.encode([_edition(id, language) for id in EDITIONS]))


def _edition(id: str, language: str) -> EditionSeen:
    booklet = find_edition(id)
    places = [place for sheet in booklet.sheets for place in sheet.places]
    zones = [zone for sheet in booklet.sheets for zone in sheet.zones]
    words = edition_words(id, language)
    bots = tuple(ChoiceValue(name, catalogue(language).find("bot", name) or name) for name in levels_of(id))
    return EditionSeen(
        id,
        edition_name(id, language),
        edition_summary(id, language),
        (booklet.seats[0], booklet.seats[-1]),
        boards_of(id),
        tuple(_option(option, words, language) for option in booklet.options),
        bots,
        _names_by_id(places, language),
        _names_by_id(zones, language),
        {zone.id: tuple(place.id for place in places if place.zone == zone.id) for zone in zones},
        {zone.id: zone.bonus for zone in zones},
        _links(booklet),
        _names_by_id(booklet.cards, language),
        _names_by_id(booklet.kinds, language),
        _names_by_id(booklet.colours, language),
        page_seen(booklet.page, language),
    )


def _names_by_id(some: Iterable[Named], language: str) -> dict[str, str]:
    return {one.id: one.name(language) for one in some}


def _links(booklet: Edition) -> dict[str, tuple[str, ...]]:
    board = booklet.game(booklet.table_rules({})).board
    return {
        place: tuple(board.places[board.links[i]] for i in range(board.first[n], board.first[n + 1]))
        for n, place in enumerate(board.places)
    }


def _option(option: TableOption, words: Phrases, language: str) -> OptionSeen:
    kind: Literal["int", "enum", "text"] = "text" if option.text else "enum" if option.values else "int"
    values = tuple(ChoiceValue(value, words.find("option", option.name, str(value)) or "") for value in option.values)
    return OptionSeen(
        option.name,
        words.say("option", option.name, "title"),
        translate(language, it=option.it, en=option.en),
        option.rules,
        "bool" if isinstance(option.default, bool) else kind,
        values,
        option.default,
        option.min,
        option.max,
        option.needs,
    )


@post("/api/editions/{id:str}/check", status_code=200, access="read")
async def check(id: str, data: RulesForm) -> dict[str, bool]:
    """Check whether a table may use these options. A Problem says what is wrong with them."""
    find_edition(id).table_rules(data.options)
    return {"ok": True}


@get("/api/rulebook/{id:str}", responses={200: ResponseSpec(RulebookSeen, generate_examples=False)}, access="read")
async def rulebook(request: Asked, id: str) -> Response[bytes]:
    """Return an edition's rulebook, in our own words."""
    return await _ready(request, _rulebook, find_edition(id).booklet, language_of(request))


@cache
def _rulebook(booklet: str, language: str) -> bytes:
    book = find_rulebook(booklet)
    chapters = tuple(
        Chapter(
            phase.id,
            phase.name(language),
            tuple(_rule(rule, language) for rule in book.rules if rule.phase == phase.id),
        )
        for phase in book.phases
    )
    seen = RulebookSeen(booklet, book.book.name(language), tuple(chapter for chapter in chapters if chapter.rules))
    return pack(msgspec.json.encode(seen))


def _rule(rule: Rule, language: str) -> RuleSeen:
    said = rule.wording(language)
    return RuleSeen(rule.id, said.title, said.text, rule.kind, said.example, said.reading, rule.option, rule.see)


@get("/api/boards/{name:str}", responses={200: ResponseSpec(JsonObject, generate_examples=False)}, access="read")
async def board(request: Asked, name: str) -> Response[bytes]:
    """Return a board's geometry, or with .svg its picture; 304 if the client has it already."""
    stem, _, ending = name.partition(".")
    found = await asyncio.to_thread(_read_drawing, stem, ending or "json")
    if found is None:
        raise Fault("not_found")
    return found.answer(request)


@lru_cache(maxsize=64)
def _read_drawing(board: str, ending: str) -> Tagged | None:
    """Return a board's file with its ETag."""
    file = drawing(board, ending) if ending in MEDIA else None
    if file is None:
        return None
    data = file.read_bytes()
    return Tagged.of(add_languages(data) if ending == "json" else data, MEDIA[ending])


@get("/api/phrases", access="read")
async def phrases(request: Asked) -> dict[str, str]:
    """List the quick phrases of the chat."""
    said: dict[str, str] = catalogue(language_of(request)).tree["phrase"]
    return said


@get("/api/odds", access="read")
async def odds(request: Asked, edition: EditionName, attackers: Attackers, defenders: Defenders) -> dict[str, float]:
    """Return the odds of a battle fought to the end."""
    return await compute(request, battle_chances, find_edition(edition).id, attackers, defenders)


@get("/api/schema", responses={200: ResponseSpec(JsonObject, generate_examples=False)}, access="read")
async def schema(request: Asked) -> Response[bytes]:
    """Return the socket messages as JSON Schemas, generated from the types."""
    return await _ready(request, _schema)


@cache
def _schema() -> bytes:
    (client, server), definitions = msgspec.json.schema_components([AnyClientMessage, AnyServerMessage])
    return pack(msgspec.json.encode({"client": client, "server": server, "$defs": definitions}))


@get("/api/openapi.json", include_in_schema=False, access="read")
async def openapi(request: Asked) -> Response[bytes]:
    """Return the HTTP API in OpenAPI format."""
    return await _ready(request, _openapi, request.app)


@lru_cache(maxsize=4)
def _openapi(app: Litestar) -> bytes:
    return pack(encode_json(app.openapi_schema.to_schema()))


HANDLERS = [editions, check, rulebook, board, phrases, odds, schema, openapi]
