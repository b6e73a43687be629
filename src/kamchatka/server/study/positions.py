"""The analysis board, as workers reckon it: positions set up or pasted, odds of chains, what each bot would do."""

from itertools import pairwise
from typing import Any

import msgspec

from kamchatka.bots.marshal.bot import matters
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.options import PASS, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.odds import march
from kamchatka.players import LEVELS, bot, house_bot
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.protocol.scene_types import SeatSeen
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

PATIENCE = 4000  # actions until the wanted seat has its turn on a fresh board
ADVISER = "captain"


def match_of(form: PositionForm) -> Match:
    """The table of a position that somebody sent; a Problem if it is none, or larger than any table."""
    match = Match.from_position(form.position, form.options)
    state = match.state
    if any(not 0 <= armies <= MOST_ARMIES for armies in state.armies) or any(
        not 0 <= armies <= MOST_ARMIES for armies in state.stock
    ):
        raise Problem("position.too_many_armies", most=MOST_ARMIES)
    return match


# ------------------------------------------------------------------ setting up
def fresh_position(form: SetUpForm, language: str) -> PositionSeen:
    """A table of that edition after the first placement, with this seat to decide."""
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
        match.play_inner(Action(PASS) if idle else bots[seat].decide(match.view(seat), offered), seat)
    return position_seen(match, language)


def changed_position(form: ChangeForm, language: str) -> PositionSeen:
    """The position with other armies, owners, or another seat to play."""
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
    """The position with another seat in turn: whatever the first was asked, the other is."""
    if seat >= seats:
        raise Problem("replay.no_seat", seat=seat + 1, most=seats)
    words = line.split(" ")
    for n, word in enumerate(words):
        if word.startswith("turn="):
            words[n] = f"turn={seat}"
        elif word.startswith("stock="):  # what there is to place goes along
            stock = word.removeprefix("stock=").split(",")
            stock[seat], stock[turn] = stock[turn], stock[seat]
            words[n] = f"stock={','.join(stock)}"
        elif word.startswith("agenda="):
            frames = msgspec.json.decode(word.removeprefix("agenda="), type=list[dict[str, Any]])
            moved = [frame | {"seat": seat} if frame.get("seat") == turn else frame for frame in frames]
            words[n] = "agenda=" + msgspec.json.encode(moved).decode()
    return " ".join(words)


def read_position(form: PositionForm, language: str) -> PositionSeen:
    """A pasted position, as it is drawn."""
    return position_seen(match_of(form), language)


def position_seen(match: Match, language: str) -> PositionSeen:
    """A position as it is drawn."""
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
        match.rules.changed(),
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
    """What the players of a position are called: by their colours, or by their number."""
    colours, say = match.edition.colours, phrases(language).say
    return [
        colours[colour].name(language) if 0 <= colour < len(colours) else say("study", "seat", number=seat + 1)
        for seat, colour in enumerate(match.state.colour)
    ]


# ------------------------------------------------------------------ asking
def chain_odds(form: ChainForm) -> ChainSeen:
    """What an attack would bring, and how far a chain of them gets."""
    match = match_of(form)
    return chain_of(match, [number_of(match.game, "place", place) for place in form.places])


def chain_of(match: Match, places: list[int]) -> ChainSeen:
    """The same by numbers."""
    game, armies, names = match.game, match.state.armies, match.game.board.places
    for one, other in pairwise(places):
        if not game.board.adjacent(one, other) and not game.kinds:  # pieces know other ways: launches, gates
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


def bots_say(form: PositionForm, language: str) -> list[BotAnswer]:
    """What each bot of the house would do, from what the seat that is asked may know."""
    match = match_of(form)
    if match.state.over or not match.awaited:
        raise Problem("position.nobody_asked")
    seat = match.awaited[0]
    words = SceneBuilder(match, colour_names(match, language), language).words
    return [bot_says(match, seat, name, words, language) for name in LEVELS]


def bot_says(match: Match, seat: int, name: str, words: Words, language: str) -> BotAnswer:
    """One bot's answer. A position that nobody ever played may be too much for it: then it says nothing."""
    called = phrases(language).find("bot", name) or name
    try:
        known, offered = match.view(seat), match.options(seat)
        action = house_bot(name, match.game, seed=1).decide(known, offered)
        adviser = match.edition.adviser(match.game) if name == ADVISER else None
        reasons = adviser.reasons(known, offered, action) if adviser else []
        return BotAnswer(name, called, words.action(action), tuple(words.reason(reason) for reason in reasons))
    except (LookupError, ValueError, ArithmeticError, AssertionError, TypeError):
        return BotAnswer(name, called, "")
