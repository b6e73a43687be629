"""Moves that no player decides: standing answers of seats, and ending a game that is too long."""

from typing import TYPE_CHECKING

from kamchatka.kernel.bits import size
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import DEFEND, STOP, TIME_UP, Action, Options
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.messages import Trouble

if TYPE_CHECKING:
    from kamchatka.server.tables.room import Room

LAST_ROUND = 200  # entries allowed for the scoring that an edition plays after time is up


def standing_answer(room: "Room") -> tuple[int, Action] | None:
    """Return a seat with a standing answer to the current question, and that answer."""
    match = room.match
    for seat in () if match is None or match.is_over else match.awaited:
        if room.table.seats[seat].most_dice and not room.attendance.bot_plays(seat):
            assert match is not None
            answer = most_dice(match.options(seat))
            if answer is not None:
                return seat, answer
    return None


def most_dice(options: Options) -> Action | None:
    """Return the defence with the most dice, then the most pieces. None for any other question."""
    if len(options.ranges) != 1 or options.ranges[0].verb != DEFEND:
        return None
    return max(options.expand(), key=lambda action: (action.n + size(action.what), size(action.what)))


async def end_if_too_long(room: "Room") -> None:
    """End a game that has reached the entry limit, and tell every listener why.

    If the edition defines an end of time, it is declared and the game is scored. Otherwise the game is called off.
    """
    match, most = room.match, room.server.settings.entries_per_game
    if match is None or match.is_over or match.version < most or most < match.version <= most + LAST_ROUND:
        return
    has_time = match.version == most and match.options(REFEREE).allows(Action(TIME_UP))
    await room.perform_one(REFEREE, Action(TIME_UP if has_time else STOP))
    for listener in room.audience.listeners:
        why = Fault("too_large", "game_too_long", most=most)
        listener.send(Trouble(why.code, why.sentence(listener.language)))
