"""Routes for lists and printed sheets of events, referee tables, and rankings over several events."""

from typing import Annotated, Literal
from urllib.parse import unquote

import msgspec
from litestar import Response, get, post
from litestar.params import HeaderParameter, Parameter

from kamchatka.server.club.desk_payloads import ListSeen, TakenSeen
from kamchatka.server.club.lists import (
    LARGEST,
    ListForm,
    SheetKind,
    csv_of,
    describe_imported,
    list_preview,
    list_rows,
    pdf_of,
)
from kamchatka.server.club.live import Growth
from kamchatka.server.club.lookups import ClosingTurn, PlannedRound, PlanSeen, PointsSeen, RatingsSeen
from kamchatka.server.club.phone_view import table_codes
from kamchatka.server.club.points import points_seen
from kamchatka.server.club.ratings import ratings_of
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, server_of
from kamchatka.server.http.event_access import doer, event_of, organiser_event
from kamchatka.server.http.expensive_requests import asker_of, compute
from kamchatka.tournament.documents.printed_sheets import table_links
from kamchatka.tournament.draw.formats import advise_format, parse_knockout_plan
from kamchatka.tournament.events.trail import with_author
from kamchatka.tournament.referee import closing_throws, must_throw, parse_hands, turns_after_time
from kamchatka.tournament.settings.settings import EventSettings

Turns = Annotated[int, Parameter(ge=1, le=200)]
Seats = Annotated[int, Parameter(ge=3, le=5)]
Entrants = Annotated[int, Parameter(ge=1, le=1000)]
FileName = Annotated[str, HeaderParameter(name="x-file-name", max_length=600)]
Few = Annotated[int, Parameter(ge=0, le=10_000)]
RoundNumber = Annotated[int, Parameter(ge=0, le=10_000)]
Days = Annotated[int, Parameter(ge=1, le=1000)]
Words = Annotated[str, Parameter(max_length=200)]
Encoding = Annotated[str, Parameter(max_length=40)]
Address = Annotated[str, Parameter(max_length=150, pattern=r"^(https?://[^\s#?]+)?$")]
EventIds = Annotated[str, Parameter(max_length=20_000)]
EDITION = EventSettings().edition
MOST_EVENTS = 200  # events per request for ratings
MOST_BYTES = 16_000_000  # total size of their logs


# ------------------------------------------------------------------ import and export
@post("/api/events/{id:str}/import/{what:str}", status_code=200, request_max_body_size=LARGEST, access="organise")
async def take_in(
    request: Asked,
    id: str,
    what: Literal["entrants", "results"],
    name: FileName = "list.csv",
    encoding: Encoding | None = None,
    round: RoundNumber | None = None,
    correct: bool = False,
) -> TakenSeen:
    """Import entrants or results from CSV. Invalid lines are set aside with their line numbers."""
    live, data, language = await organiser_event(request, id), await request.body(), language_of(request)
    form = ListForm(what, data, _source(name), encoding, round, correct)
    store, who = server_of(request).club.store, await doer(request)

    async def add_lines() -> Growth:
        trail = await store.rows(id)
        return trail[-1].mark, with_author(await compute(request, list_rows, trail, form, who.name), who.user)

    noted = await live.grow(add_lines)
    return describe_imported((await live.read()).entries, noted, language)


@post("/api/events/{id:str}/preview/{what:str}", status_code=200, request_max_body_size=LARGEST, access="organise")
async def preview(
    request: Asked,
    id: str,
    what: Literal["entrants", "results"],
    name: FileName = "list.csv",
    encoding: Encoding | None = None,
    round: RoundNumber | None = None,
    correct: bool = False,
) -> ListSeen:
    """Show how a list is read and what it would change. Nothing is stored."""
    await organiser_event(request, id)
    form = ListForm(what, await request.body(), _source(name), encoding or None, round, correct)
    trail = await server_of(request).club.store.rows(id)
    return await compute(request, list_preview, trail, form, language_of(request))


def _source(name: str) -> str:
    return "".join(letter for letter in unquote(name) if letter.isprintable())[:100]


@get("/api/events/{id:str}/csv/{what:str}", media_type="text/csv", access="read")
async def csv(request: Asked, id: str, what: str) -> Response[bytes]:
    """Export a list as CSV, which can be imported again."""
    event, asker = (await (await event_of(request, id)).read()).event, await asker_of(request)
    data = await server_of(request).club.worker.about(asker, event, csv_of, event, what, language_of(request))
    return _file(data, "text/csv; charset=utf-8", f"{id}-{what}.csv")


@get("/api/events/{id:str}/sheets/{kind:str}", media_type="application/pdf", access="read")
async def sheets(
    request: Asked, id: str, kind: SheetKind, round: RoundNumber | None = None, address: Address = ""
) -> Response[bytes]:
    """Return a PDF of a round: the tables to post, a score sheet for every table, or cards with the tables' codes.

    Codes need the organiser's key and the `address` where phones reach the server.
    """
    live = await (organiser_event if kind == "codes" or address else event_of)(request, id)
    event = (await live.read()).event
    held = event.round(len(event.rounds) if round is None else round)
    codes = {one.table: one.code for one in table_codes(event, live.keys, held.number)}
    links = table_links(address, id, codes) if address else {}
    if kind == "codes" and not links:
        raise Fault("malformed", why="address")
    data = await compute(request, pdf_of, event, held, kind, language_of(request), links)
    number = held.number
    return _file(data, "application/pdf", f"{id}-{number}-{kind}.pdf")


def _file(data: bytes, media: str, name: str) -> Response[bytes]:
    return Response(
        data,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


# ------------------------------------------------------------------ referee tables
@get("/api/points", access="read")
async def points(edition: Words = EDITION) -> PointsSeen:
    """Return the values of territories, and the territories of each objective card."""
    return points_seen(edition)


@get("/api/closing", access="read")
async def closing_turns(
    hands: Words, playing: Few, turns: Turns = 24, conquests: Few = 0, edition: Words = EDITION
) -> tuple[ClosingTurn, ...]:
    """List the turns after time, each with the total of two dice that closes the game. Empty if nobody throws now."""
    told, throws = parse_hands(hands), closing_throws(edition)
    if not must_throw(throws, conquests):
        return ()
    return tuple(
        ClosingTurn(one.part, one.hand, one.threshold, one.chance)
        for one in turns_after_time(throws, told, playing, turns)
    )


@get("/api/plan", access="read")
async def plan(request: Asked, entrants: Entrants, final: Seats = 4, sizes: Words = "4,5", days: Days = 1) -> PlanSeen:
    """Plan the rounds of a direct elimination, and return the format that the booklet recommends."""
    rounds = await compute(request, parse_knockout_plan, entrants, final, sizes)
    return PlanSeen(
        advise_format(entrants, days).text(language_of(request)),
        tuple(PlannedRound(one.entrants, one.tables) for one in rounds),
    )


# ------------------------------------------------------------------ several events
@get("/api/ratings", access="read")
async def ratings(request: Asked, events: EventIds, least: Few = 0) -> RatingsSeen:
    """Return ratings and the live ranking over events, given as ids separated by commas, oldest first."""
    ids = [id for id in events.split(",") if id]
    if not 1 <= len(ids) <= MOST_EVENTS:
        raise Fault("malformed", why=f"events: 1..{MOST_EVENTS}")
    trails, store = [], server_of(request).club.store
    for id in ids:
        await event_of(request, id)
        # one event at a time, so that other requests are not held up
        trails.append(msgspec.msgpack.encode(await store.rows(id)))
        if sum(map(len, trails)) > MOST_BYTES:
            raise Fault("too_large")
    return await compute(request, ratings_of, trails, least, language_of(request))


HANDLERS = [take_in, preview, csv, sheets, points, closing_turns, plan, ratings]
