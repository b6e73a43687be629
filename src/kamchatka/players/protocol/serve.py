"""A bot of ours for other programs: every line asks for one decision, every answer is one line."""

from collections.abc import Iterable, Iterator
from functools import cache

from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.edges.wire import encode, outer
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.players import TIMED, Bot, bot
from kamchatka.players.protocol.described import state_of
from kamchatka.players.protocol.messages import Answer, Question, Value, line_of, read_question

# What thinking about a position may raise that no game leads to, though it can be read.
SENSELESS = (LookupError, ArithmeticError)


@cache
def game_of(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game of an edition with its options, composed once."""
    booklet = edition(name)
    return booklet.game(booklet.table_rules(dict(options), kept=True))


class Desk:
    """Answers for one kind of bot; each game and seat has its own, so that a bot may remember its turn."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.seed = seed
        self.bots = dict[tuple[str, int], tuple[Game, float | None, Bot]]()

    def answer(self, line: bytes) -> Answer:
        """The answer to a line; a question that makes no sense gets a sentence."""
        asked: int | str | None = None
        try:
            question = read_question(line)
            asked = question.id
            return Answer(id=asked, action=self.action(question))
        except Problem as problem:
            return Answer(id=asked, error=str(problem))

    def action(self, question: Question) -> dict[str, object]:
        """What the bot does, as it travels."""
        game = game_of(question.edition, tuple(sorted(question.options.items())))
        table = Table(game.board, position(game, question), FastChance(0), None)
        if not 0 <= question.seat < table.state.seats:  # the referee, who is no seat, could be asked too
            raise Problem("protocol.not_asked", seat=question.seat)
        offered = game.options(table, question.seat)
        if not offered.ranges:
            raise Problem("protocol.not_asked", seat=question.seat)
        thinker = self.bot_for(game, question)
        try:
            return encode(outer(game, thinker.decide(view(table, question.seat), offered)))
        except SENSELESS as error:
            raise Problem(
                "protocol.table_senseless", part="position", value=f"{type(error).__name__} {error}"
            ) from None

    def bot_for(self, game: Game, question: Question) -> Bot:
        """The seat's bot, with the time that the question gives it."""
        seat = (question.edition, question.seat)
        known, budget, found = self.bots.get(seat, (None, None, None))
        if found is None or known is not game or budget != question.budget:
            timed = question.budget is not None and self.name in TIMED
            found = bot(f"{self.name}:{question.budget}s" if timed else self.name, game, self.seed + question.seat)
            self.bots[seat] = (game, question.budget, found)
        return found


def position(game: Game, question: Question) -> State:
    """The state a question is about."""
    if question.table is not None:
        return state_of(game, question.table, question.seat)
    return parse_position(game, question.position or question.view or "")


def serve(name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """An answer for every line, until there are no more."""
    desk = Desk(name)
    for line in lines:
        if line.strip():
            yield line_of(desk.answer(line))
