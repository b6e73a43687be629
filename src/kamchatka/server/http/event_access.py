"""Who may: everybody looks, players have a key of their own, the organiser's key opens the desk."""

from kamchatka.server.club.live import LiveEvent
from kamchatka.server.faults import Fault
from kamchatka.server.http.identity import Connection, server_of, user_of

HEADER = "x-event-key"
NOBODY = "?"  # who did it, in the trail, if they gave no name


async def event_of(connection: Connection, id: str) -> LiveEvent:
    """The event, for anybody."""
    return await server_of(connection).club.event(id)


async def holder_of(connection: Connection, id: str) -> tuple[LiveEvent, int]:
    """The event and whose key was sent: 0 is the organiser; a Fault for any other key."""
    live = await event_of(connection, id)
    holder = live.keys.holder(connection.headers.get(HEADER, ""))
    if holder is None:
        raise Fault("not_organiser")
    return live, holder


async def organised(connection: Connection, id: str) -> LiveEvent:
    """The event, for its organisers."""
    live, holder = await holder_of(connection, id)
    if holder:
        raise Fault("not_organiser")
    return live


async def played(connection: Connection, id: str) -> tuple[LiveEvent, int]:
    """The event and the number of the player whose key was sent."""
    live, holder = await holder_of(connection, id)
    if not holder:
        raise Fault("not_organiser")
    (await live.read()).event.entrant(holder)
    return live, holder


async def doer(connection: Connection) -> str:
    """The name that goes into the trail."""
    user = await user_of(connection)
    return NOBODY if user is None else user.name
