"""Routes for rounds: draws, no-shows, clocks, tables played online; bonus points, wild cards, captains, line-ups."""

from collections.abc import Callable, Sequence

from litestar import post

from kamchatka.server import randomness
from kamchatka.server.clock import wall_time
from kamchatka.server.club.desk_payloads import DraftSeen, Noted
from kamchatka.server.club.forms import (
    AbsentForm,
    BonusForm,
    CaptainForm,
    DrawForm,
    LineUpForm,
    PublishForm,
    RunForm,
    WildForm,
)
from kamchatka.server.club.keeping.event_store import Draft
from kamchatka.server.club.organiser_view import draft_seen
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, require_user, server_of
from kamchatka.server.http.event_access import doer, organiser_event, player_event
from kamchatka.server.http.expensive_requests import asker_of, payer, while_connected
from kamchatka.server.protocol.payloads import TableId
from kamchatka.tournament.draw.rounds import mark_absent, reseat
from kamchatka.tournament.events.changes import AnyChange, BonusGiven, CaptainNamed, ClockSet, Drawn, LinedUp, WildCard
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.registration import find_team, hundredths


@post("/api/events/{id:str}/draw", status_code=200, access="organise")
async def draw(request: Asked, id: str, data: DrawForm) -> DraftSeen:
    """Draw the next round, visible to organisers only until published. The same seed gives the same tables."""
    live = await organiser_event(request, id)
    known = await live.read()
    seed = randomness.randbelow(1_000_000) if data.seed is None else data.seed  # short enough to be read aloud
    worker, question = server_of(request).club.worker, (seed, data.method, data.again, data.anyway)
    drawing = worker.draw(await asker_of(request), live.id, known.event, *question)
    drawn = await while_connected(request, drawing)
    apply_change(drawn, known.event, 0)  # raises a Problem if the draw could not be published
    draft = Draft(drawn, known.version)
    await live.keep_draft(draft)
    return draft_seen(draft, language_of(request))


@post("/api/events/{id:str}/publish", status_code=200, access="organise")
async def publish(request: Asked, id: str, data: PublishForm) -> Noted:
    """Publish the draft as a round, as drawn or with the organiser's changes."""
    live = await organiser_event(request, id)
    draft = await live.draft()
    if draft is None or draft.drawn.seed != data.seed:
        raise Fault("wrong_time", "no_draft")

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[Drawn]:
        if len(entries) != draft.version:
            raise Fault("stale", "draw_again")
        return [draft.drawn if data.tables is None else reseat(event, draft.drawn, data.tables)]

    noted = await live.change(make, await doer(request), await payer(request))
    await live.drop_draft(draft)
    event = (await live.read()).event
    await server_of(request).occasions.round_published(live.id, event.name, len(event.rounds))
    return noted


@post("/api/events/{id:str}/absent", status_code=200, access="organise")
async def absent(request: Asked, id: str, data: AbsentForm) -> Noted:
    """Mark a player as absent. A substitute takes the seat, or the table plays with one player less."""
    live = await organiser_event(request, id)
    return await live.change(
        lambda event, entries: [mark_absent(event, data.number, data.substitute)],
        await doer(request),
        await payer(request),
    )


@post("/api/events/{id:str}/rounds/{round:int}/clock", status_code=200, access="organise")
async def clock(request: Asked, id: str, round: int, data: RunForm) -> Noted:
    """Start or stop the clock of a table, or of all tables."""
    live, now = await organiser_event(request, id), wall_time()
    return await live.change(
        lambda event, entries: [ClockSet(round, data.table, now, data.running)],
        await doer(request),
        await payer(request),
    )


@post("/api/events/{id:str}/rounds/{round:int}/online", status_code=200, access="organise")
async def online(request: Asked, id: str, round: int) -> Noted:
    """Create the round's tables on this server, with each seat reserved for its player."""
    live = await organiser_event(request, id)
    return await server_of(request).hosting.host(live, round, await require_user(request))


@post("/api/events/{id:str}/rounds/{round:int}/tables/{table:int}/begin", status_code=200, access="organise")
async def begin(request: Asked, id: str, round: int, table: int) -> TableId:
    """Start a table played online, with bots for absent players."""
    live = await organiser_event(request, id)
    return TableId(await server_of(request).hosting.begin_now(live, round, table))


@post("/api/events/{id:str}/sit", status_code=200, access="play")
async def sit(request: Asked, id: str) -> TableId:
    """Seat a player at their table played online."""
    live, number = await player_event(request, id)
    return TableId(await server_of(request).hosting.sit(live, number, await require_user(request)))


# ------------------------------------------------------------------ bonus points, wild cards, captains, line-ups
@post("/api/events/{id:str}/entrants/{number:int}/bonus", status_code=200, access="organise")
async def bonus(request: Asked, id: str, number: int, data: BonusForm) -> Noted:
    """Add points to a player's total, or take some off."""
    return await _decide(request, id, lambda event: BonusGiven(number, hundredths(data.points), data.reason))


@post("/api/events/{id:str}/entrants/{number:int}/wild", status_code=200, access="organise")
async def wild(request: Asked, id: str, number: int, data: WildForm) -> Noted:
    """Give a player a wild card for the semifinals, or take it back."""
    return await _decide(request, id, lambda event: WildCard(number, data.back))


@post("/api/events/{id:str}/captain", status_code=200, access="organise")
async def captain(request: Asked, id: str, data: CaptainForm) -> Noted:
    """Name the captain of a team."""
    return await _decide(request, id, lambda event: CaptainNamed(find_team(event, data.team), data.number))


@post("/api/events/{id:str}/line-up", status_code=200, access="organise")
async def line_up(request: Asked, id: str, data: LineUpForm) -> Noted:
    """Name the players who play a round, and the rounds after it, for a team."""

    def build_line_up(event: Event) -> LinedUp:
        return LinedUp(data.round or len(event.rounds) + 1, find_team(event, data.team), data.players)

    return await _decide(request, id, build_line_up)


async def _decide(request: Asked, id: str, make: Callable[[Event], AnyChange]) -> Noted:
    live = await organiser_event(request, id)
    return await live.change(lambda event, entries: [make(event)], await doer(request), await payer(request))


HANDLERS = [bonus, wild, captain, line_up, draw, publish, absent, clock, online, begin, sit]
