"""Run one of our bots for other programs: each input line asks for one decision, each answer is one line."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from kamchatka.bots.marshal.bot import MarshalBot
from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.edges.wire import UNREADABLE, decode, encode, inner, outer
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Options
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.players import Bot, bot
from kamchatka.players.protocol.described import state_of
from kamchatka.players.protocol.messages import MOST, Answer, Question, Value, brief, id_of, line_of, read_question
from kamchatka.players.protocol.narrowing import narrow_options

# errors that a bot may raise for a readable position that no game leads to
SENSELESS = (LookupError, ArithmeticError)
REMEMBERED = 256  # maximum number of cached bots over all games and seats
COMPOSED = 64  # maximum number of cached games, by edition and options


@lru_cache(maxsize=COMPOSED)
def game_of(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """Return the game of an edition with options, cached."""
    booklet = edition(name)
    return booklet.game(booklet.table_rules(dict(options), kept=True))


class Desk:
    """Answer questions for one kind of bot. Each game and seat has its own bot, which may remember its turn."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.seed = seed
        self.bots = dict[tuple[int | str | None, str, int], tuple[Game, Bot]]()  # by game, edition and seat

    def answer(self, line: bytes) -> Answer:
        """Answer a line. Invalid questions get an error sentence."""
        try:
            question = read_question(line)
            return Answer(id=question.id, action=self.action(question))
        except Problem as problem:
            return Answer(id=id_of(line), error=brief(str(problem)))

    def action(self, question: Question) -> dict[str, object]:
        """Return the bot's action, encoded."""
        game = game_of(question.edition, tuple(sorted(question.options.items())))
        table = Table(game.board, position(game, question), FastChance(0), None)
        if not 0 <= question.seat < table.state.seats:  # the referee isn't a seat, but could be asked too
            raise Problem("protocol.not_asked", seat=question.seat)
        check_sense(question, table.state)
        offered = legal_options(game, game.options(table, question.seat), question)
        if not offered.ranges:
            raise Problem("protocol.not_asked", seat=question.seat)
        if is_won(table.state):  # a bot has nothing to weigh: any number of armies may move in
            return encode(outer(game, offered.expand()[0]))
        thinker = self.bot_for(game, question)
        try:
            action = thinker.decide(view(table, question.seat), offered)
            return encode(outer(game, action if offered.allows(action) else offered.expand()[0]))
        except SENSELESS as error:
            raise Problem(
                "protocol.table_senseless", part="position", value=f"{type(error).__name__} {error}"
            ) from None

    def bot_for(self, game: Game, question: Question) -> Bot:
        """Return the seat's bot in this game, with the time budget of the question."""
        key = (question.game, question.edition, question.seat)
        known, found = self.bots.pop(key, (None, None))
        if found is not None and known is not game:
            found.close()
            found = None
        if found is None:
            found = bot(self.name, game, self.seed + question.seat)
        if question.budget is not None and isinstance(found, MarshalBot):
            found.budget.grant(question.budget)
        while len(self.bots) >= REMEMBERED:
            self.bots.pop(next(iter(self.bots)))[1].close()
        self.bots[key] = (game, found)
        return found


def legal_options(game: Game, offered: Options, question: Question) -> Options:
    """Return the legal actions: all that our rules offer, or those of them that the host allows."""
    if question.actions is None:
        return offered
    try:
        actions = [inner(game, decode(msgspec.json.encode(action))) for action in question.actions]
    except UNREADABLE as error:
        raise Problem("protocol.question_unreadable", error=error) from None
    options = narrow_options(offered, actions)
    if offered.ranges and not options.ranges:
        raise Problem("protocol.nothing_allowed")
    return options


def is_won(state: State) -> bool:
    """Return True if one seat owns every place, as after the last conquest."""
    owners = {int(owner) for owner in state.owner}
    return len(owners) == 1 and NOBODY not in owners


def check_sense(question: Question, state: State) -> None:
    """Raise a Problem for an impossible table: wrong number of seats, too many armies, or no opponent."""
    edition(question.edition).check_seats(int(state.seats))
    most = max(int(armies) for armies in (*state.armies, *state.stock))
    if most > MOST:
        raise Problem("protocol.table_senseless", part="armies", value=most)
    moves_in = question.table is not None and question.table.phase == "occupy"
    if is_won(state) and not moves_in:
        raise Problem("protocol.table_senseless", part="places", value=int(state.owner[0]))


def position(game: Game, question: Question) -> State:
    """Return the state that a question describes."""
    if question.table is not None:
        edition(question.edition).check_seats(question.table.seats)
        return state_of(game, question.table, question.seat)
    return parse_position(game, question.position or question.view or "")


def serve(name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield an answer for every non-empty line."""
    desk = Desk(name)
    for line in lines:
        if line.strip():
            yield line_of(desk.answer(line))
