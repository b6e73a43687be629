"""The analysis board, computed in workers: positions set up or pasted, odds of attack chains, and each bot's move."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from kamchatka.bots.marshal.bot import matters
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.options import PASS, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.odds import march
from kamchatka.players import bot, house_bot, levels_of
from kamchatka.players.admiral.styles import STYLES
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.protocol.scene_types import SeatSeen
from kamchatka.server.study.running_games import check_not_running
from kamchatka.server.study.study_payloads import (
    MOST_ARMIES,
    BotAnswer,
    ChainForm,
    ChainSeen,
    ChangeForm,
    PositionForm,
    PositionSeen,
    SeatMarkSeen,
    SetUpForm,
)
from kamchatka.texts import phrases
from kamchatka.words import Words

PATIENCE = 4000  # maximum actions on a fresh board until the requested seat has its turn
ADVISER = "captain"


def match_of(form: PositionForm) -> Match:
    """Parse a submitted position. Raise a Problem if it is invalid or has too many armies."""
    match = Match.from_position(form.position, form.options)
    state = match.state
    if any(not 0 <= armies <= MOST_ARMIES for armies in state.armies) or any(
        not 0 <= armies <= MOST_ARMIES for armies in state.stock
    ):
        raise Problem("position.too_many_armies", most=MOST_ARMIES)
    return match


# ------------------------------------------------------------------ positions
def fresh_position(form: SetUpForm, language: str) -> PositionSeen:
    """Return a position after the initial placement in which this seat has the turn."""
    find_edition(form.edition).check_seats(form.seats)
    if form.turn >= form.seats:
        raise Problem("replay.no_seat", seat=form.turn + 1, most=form.seats)
    match = Match.new(form.edition, form.seats, seed=1)
    bots = [bot("cautious", match.game, seat) for seat in range(form.seats)]
    for _ in range(PATIENCE):
        seat, state = match.awaited[0], match.state
        offered = match.options(seat)
        if state.round > 0 and state.turn == seat == form.turn and matters(offered):
            break
        idle = state.round > 0 and offered.allows(Action(PASS))
        play_numeric(match, Action(PASS) if idle else bots[seat].decide(match.view(seat), offered), seat)
    return position_seen(match, language)


def change_position(form: ChangeForm, language: str) -> PositionSeen:
    """Return the position with other armies or owners, or with another seat to move."""
    match = match_of(form)
    state, game = match.state, match.game
    occupied = match.edition.display(game, state, ONLOOKER).pieces
    for standing in form.places:
        place = number_of(game, "place", standing.place)
        owner = -1 if standing.owner is None else standing.owner
        if owner >= state.seats:
            raise Problem("replay.no_seat", seat=owner + 1, most=int(state.seats))
        if owner != state.owner[place] and occupied.get(standing.place):
            raise Problem("position.pieces_stand", place=standing.place)
        state.owner[place] = owner
        state.armies[place] = standing.armies
    line = print_position(game, state)
    if form.turn is not None and form.turn != state.turn:
        line = with_turn(line, int(state.turn), form.turn, int(state.seats))
    return position_seen(match_of(PositionForm(position=line, options=form.options)), language)


def with_turn(line: str, turn: int, seat: int, seats: int) -> str:
    """Give the turn to another seat, which takes over the question and the armies to place."""
    if seat >= seats:
        raise Problem("replay.no_seat", seat=seat + 1, most=seats)
    words = line.split(" ")
    for n, word in enumerate(words):
        if word.startswith("turn="):
            words[n] = f"turn={seat}"
        elif word.startswith("stock="):  # the armies to place go with the turn
            stock = word.removeprefix("stock=").split(",")
            stock[seat], stock[turn] = stock[turn], stock[seat]
            words[n] = f"stock={','.join(stock)}"
        elif word.startswith("agenda="):
            frames = msgspec.json.decode(word.removeprefix("agenda="), type=list[JsonObject])
            moved = [frame | {"seat": seat} if frame.get("seat") == turn else frame for frame in frames]
            words[n] = "agenda=" + msgspec.json.encode(moved).decode()
    return " ".join(words)


def read_position(form: PositionForm, language: str) -> PositionSeen:
    """Parse and describe a pasted position."""
    return position_seen(match_of(form), language)


def position_seen(match: Match, language: str) -> PositionSeen:
    """Describe a position for display."""
    state, names = match.state, colour_names(match, language)
    builder = SceneBuilder(match, names, language)
    display = builder.display(state, ONLOOKER)
    seats = builder.seats(
        state, display, [SeatSeen(seat=seat, name=name, kind="bot") for seat, name in enumerate(names)]
    )
    asked = match.awaited[0] if match.awaited and not state.over else None
    question = ""
    if asked is not None and (offered := match.options(asked)).ranges:
        question = builder.words.question(match.game, state, offered, asked)
    return PositionSeen(
        match.edition.id,
        print_position(match.game, state),
        match.rules.non_defaults(),
        boards_of(match.edition.id),
        tuple(SeatMarkSeen(one.seat, one.colour, one.name, one.lands, one.armies) for one in seats),
        builder.neutral(display),
        builder.places(state, display),
        int(state.turn) if state.turn >= 0 else None,
        asked,
        question,
        builder.round_label(state),
    )


def colour_names(match: Match, language: str) -> list[str]:
    """Return names for the players of a position: their colours, or their seat numbers."""
    colours, say = match.edition.colours, phrases(language).say
    return [
        colours[colour].name(language) if 0 <= colour < len(colours) else say("study", "seat", number=seat + 1)
        for seat, colour in enumerate(match.state.colour)
    ]


# ------------------------------------------------------------------ odds and bot moves
def chain_odds(form: ChainForm) -> ChainSeen:
    """Return the expected outcome of an attack and the probability of completing a chain of attacks."""
    match = match_of(form)
    return chain_of(match, [number_of(match.game, "place", place) for place in form.places])


def chain_of(match: Match, places: list[int]) -> ChainSeen:
    """Return the odds of a chain of attacks, given as place numbers."""
    game, armies, names = match.game, match.state.armies, match.game.board.places
    for one, other in pairwise(places):
        # pieces have additional connections, such as launches and gates
        if not game.board.adjacent(one, other) and not game.kinds:
            raise Problem("position.not_beside", source=names[one], target=names[other])
    first = match.edition.battles.forecast(game, match.table, places[0], places[1])
    if first is None:
        raise Problem("position.no_attack", source=names[places[0]], target=names[places[1]])
    rule = match.edition.battles.dice_rule(game)
    taken: tuple[float, ...] = (first.wins,)
    if len(places) > 2:
        chain = march(max(0, int(armies[places[0]]) - 1), [max(1, int(armies[place])) for place in places[1:]], rule)
        taken = (first.wins, *chain.taken[1:])
    return ChainSeen(first.wins, first.lost, first.beaten, taken, bool(game.kinds) and len(places) > 2)


def bots_say(form: PositionForm, language: str, running: Sequence[bytes] = ()) -> list[BotAnswer]:
    """Return the move of each house bot, based on what the seat may know.

    Raise a Problem if the position comes from a game whose journal is in `running`.
    """
    match = match_of(form)
    check_not_running(match, running)
    if match.state.over or not match.awaited:
        raise Problem("position.nobody_asked")
    seat = match.awaited[0]
    words = SceneBuilder(match, colour_names(match, language), language).words
    names = [name for name in levels_of(match.game.name) if name not in STYLES]  # only bots that try their best
    return [bot_says(match, seat, name, words, language) for name in names]


def bot_says(match: Match, seat: int, name: str, words: Words, language: str) -> BotAnswer:
    """Return one bot's move. It is empty if the bot fails, as it may on unnatural positions."""
    called = phrases(language).find("bot", name) or name
    try:
        known, offered = match.view(seat), match.options(seat)
        action = house_bot(name, match.game, seed=1).decide(known, offered)
        adviser = match.edition.adviser(match.game) if name == ADVISER else None
        reasons = adviser.reasons(known, offered, action) if adviser else []
        return BotAnswer(name, called, words.action(action), tuple(words.reason(reason) for reason in reasons))
    except (LookupError, ValueError, ArithmeticError, AssertionError, TypeError):
        return BotAnswer(name, called, "")
