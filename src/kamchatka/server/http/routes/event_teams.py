"""Routes for what organisers and captains decide: bonus points, wild cards, captains and line-ups."""

from collections.abc import Callable

from litestar import post

from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.forms import BonusForm, CaptainForm, LineUpForm, WildForm
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.event_access import doer, organiser_event
from kamchatka.server.http.expensive_requests import payer
from kamchatka.tournament.events.changes import AnyChange, BonusGiven, CaptainNamed, LinedUp, WildCard
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.registration import find_team, hundredths


@post("/api/events/{id:str}/entrants/{number:int}/bonus", status_code=200, access="organise")
async def bonus(request: Asked, id: str, number: int, data: BonusForm) -> Noted:
    """Add points to a player's total, or take some off."""
    return await _change(request, id, lambda event: BonusGiven(number, hundredths(data.points), data.reason))


@post("/api/events/{id:str}/entrants/{number:int}/wild", status_code=200, access="organise")
async def wild(request: Asked, id: str, number: int, data: WildForm) -> Noted:
    """Give a player a wild card for the semifinals, or take it back."""
    return await _change(request, id, lambda event: WildCard(number, data.back))


@post("/api/events/{id:str}/captain", status_code=200, access="organise")
async def captain(request: Asked, id: str, data: CaptainForm) -> Noted:
    """Name the captain of a team."""
    return await _change(request, id, lambda event: CaptainNamed(find_team(event, data.team), data.number))


@post("/api/events/{id:str}/line-up", status_code=200, access="organise")
async def line_up(request: Asked, id: str, data: LineUpForm) -> Noted:
    """Name the players who play a round, and the rounds after it, for a team."""

    def lined_up(event: Event) -> LinedUp:
        return LinedUp(data.round or len(event.rounds) + 1, find_team(event, data.team), data.players)

    return await _change(request, id, lined_up)


async def _change(request: Asked, id: str, make: Callable[[Event], AnyChange]) -> Noted:
    live = await organiser_event(request, id)
    return await live.change(lambda event, entries: [make(event)], await doer(request), await payer(request))


HANDLERS = [bonus, wild, captain, line_up]
