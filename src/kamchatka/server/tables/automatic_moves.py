"""Moves that no player decides: standing answers, the only legal answer, and ending a game that is too long."""

from kamchatka.kernel.bits import size
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import COLOUR, DEFEND, OCCUPY, STOP, TIME_UP, Action, Options
from kamchatka.match import Match
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.placements import is_left_to_a_bot
from kamchatka.server.presentation.ranges import mark_of
from kamchatka.server.protocol.messages import Trouble
from kamchatka.server.storage.records import Sitter
from kamchatka.server.tables.room_state import RoomState

WITHOUT_CARDS = (DEFEND, OCCUPY, COLOUR)  # verbs of decisions in which no card can be played instead
LAST_ROUND = 200  # entries allowed for the scoring that an edition plays after time is up


def standing_answer(room: RoomState) -> tuple[int, Action] | None:
    """Return an asked seat whose answer needs no decision of its player, and that answer."""
    match = room.match
    for seat in () if match is None or match.is_over else match.awaited:
        if not room.attendance.bot_plays(seat):
            assert match is not None
            answer = _answer_of(match, seat, room.table.seats[seat])
            if answer is not None:
                return seat, answer
    return None


def _answer_of(match: Match, seat: int, one: Sitter) -> Action | None:
    options = match.options(seat)
    answer = most_dice(options) if one.most_dice else None
    if answer is None and one.colour is not None:
        answer = colour_of(match.game, options, one.colour)
    return answer or only_answer(match, seat, options)


def most_dice(options: Options) -> Action | None:
    """Return the defence with the most dice, then the most pieces. None for any other question."""
    if len(options.ranges) != 1 or options.ranges[0].verb != DEFEND:
        return None
    return max(options.expand(), key=lambda action: (action.n + size(action.what), size(action.what)))


def colour_of(game: Game, options: Options, mark: int) -> Action | None:
    """Return the colour with this mark, or the first free one. None for any other question."""
    if len(options.ranges) != 1 or options.ranges[0].verb != COLOUR:
        return None
    free = options.expand()
    return next((action for action in free if mark_of(game, int(action.what)) == mark), free[0])


def only_answer(match: Match, seat: int, options: Options) -> Action | None:
    """Return the only legal action, unless playing it at once could tell others something about a hand."""
    if sum(int(one.count()) for one in options.ranges) != 1:
        return None
    if match.game.steps[match.state.agenda[-1].step].is_sealed():
        return None
    actions = options.expand()
    is_public = not match.state.hand[seat] or actions[0].verb in WITHOUT_CARDS
    return actions[0] if len(actions) == 1 and is_public else None


def return_placements(room: RoomState) -> None:
    """Give seats back to their players once the placements are done that they left to a bot."""
    match, attendance = room.match, room.attendance
    for seat in () if match is None or match.is_over else match.awaited:
        assert match is not None
        if attendance.is_placed_for(seat) and not is_left_to_a_bot(match, seat):
            attendance.take_placements_back(seat)


def end_at_limit(room: RoomState, most: int) -> Action | None:
    """Return the referee's action that ends a game which has reached the entry limit; None otherwise.

    If the edition defines an end of time, it is declared and the game is scored. Otherwise the game is called off.
    """
    match = room.match
    if match is None or match.is_over or match.version < most or most < match.version <= most + LAST_ROUND:
        return None
    has_time = match.version == most and match.options(REFEREE).allows(Action(TIME_UP))
    return Action(TIME_UP if has_time else STOP)


def explain_forced_end(room: RoomState, most: int) -> None:
    """Tell every listener that the game became too long."""
    for listener in room.audience.listeners:
        why = Fault("too_large", "game_too_long", most=most)
        listener.send(Trouble(why.code, why.sentence(listener.language)))
