"""The field of a cup: which entrants of its event are people, and how many bots fill the tables."""

from collections.abc import Iterator, Sequence

from kamchatka.players.names import STARS
from kamchatka.server.cups.cup_plan import CupPlan
from kamchatka.server.cups.cup_store import CupPlayer
from kamchatka.server.tables.seating import unlike
from kamchatka.tournament.events.changes import AnyChange, PlayerEntered, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.registration import next_number

BOT = "bot"  # the club of all bots: a draw keeps clubmates apart


def is_bot(event: Event, number: int) -> bool:
    """Whether an entrant is a bot."""
    return event.entrant(number).club == BOT


def entries(event: Event, players: Sequence[CupPlayer]) -> list[AnyChange]:
    """Enter the people who are missing, and withdraw those who have left.

    The event knows a person by number only. The name is looked up when it is shown, so a deleted account leaves none.
    """
    changes: list[AnyChange] = [
        PlayerEntered(one.entrant, f"Player {one.entrant}")
        for one in players
        if one.entrant and one.entrant not in event.entrants
    ]
    known = {one.entrant for one in players if not one.withdrawn}
    for entrant in event.playing:
        if entrant.club != BOT and entrant.number not in known:
            changes.append(Withdrew(entrant.number))
    return changes


def balance(event: Event, plan: CupPlan) -> list[AnyChange]:
    """Enter or withdraw bots, so that full tables can be drawn."""
    people = [one for one in event.playing if one.club != BOT]
    bots = [one for one in event.entrants.values() if one.club == BOT]
    wanted = -len(people) % plan.seats if plan.bots and people else 0
    playing = [one for one in bots if not one.withdrawn]
    changes: list[AnyChange] = [Withdrew(one.number) for one in playing[wanted:]]
    missing = wanted - len(playing)
    back = [one for one in bots if one.withdrawn][: max(0, missing)]
    changes += [Withdrew(one.number, back=True) for one in back]
    return [*changes, *_new_bots(event, missing - len(back))]


def _new_bots(event: Event, count: int) -> Iterator[AnyChange]:
    names, number = list(event.names.values()), next_number(event.entrants.values())
    for new in range(count):
        name = unlike(STARS[(len(event.entrants) + new) % len(STARS)], names)
        names.append(name)
        yield PlayerEntered(number + new, name, BOT)
