"""Access to tournaments: everybody may look, players have their own keys, and the organiser's key may change."""

from kamchatka.server.club.live import Doer, LiveEvent
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.identity import Connection, server_of, user_of

HEADER = "x-event-key"
NOBODY = "?"  # logged author of a change by an unnamed user


async def event_of(connection: Connection, id: str) -> LiveEvent:
    """Return the event, without any access check."""
    return await server_of(connection).club.event(id)


async def holder_of(connection: Connection, id: str) -> tuple[LiveEvent, int]:
    """Return the event and the holder of the key sent: 0 is the organiser. Raise a Fault for an invalid key."""
    live = await event_of(connection, id)
    holder = live.keys.holder(connection.headers.get(HEADER, ""))
    if holder is None:
        raise Fault("not_organiser")
    return live, holder


async def organiser_event(connection: Connection, id: str) -> LiveEvent:
    """Return the event if the organiser's key was sent; raise a Fault otherwise."""
    live, holder = await holder_of(connection, id)
    if holder:
        raise Fault("not_organiser")
    return live


async def player_event(connection: Connection, id: str) -> tuple[LiveEvent, int]:
    """Return the event and the number of the player whose key was sent."""
    live, holder = await holder_of(connection, id)
    if not holder:
        raise Fault("not_organiser")
    (await live.read()).event.entrant(holder)
    return live, holder


async def doer(connection: Connection) -> Doer:
    """Return the author to be logged for a change."""
    user = await user_of(connection)
    return Doer(NOBODY) if user is None else Doer(user.name, user.id)
