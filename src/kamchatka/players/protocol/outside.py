"""Seat an external program: ask it line by line, and let a stand-in decide when it is late, dead or wrong."""

import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

import msgspec

from kamchatka.bots.bot import Bot
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.wire import decode, encode, inner, outer
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import View
from kamchatka.players.protocol.messages import Question, line_of, lines_of, read_answer

SECONDS = 5.0  # per decision
STARTING = 30.0  # extra time for the first decision, while the program may still be starting
STRIKES = 20  # forfeits after which the program isn't asked any more
LISTED = 2000  # maximum number of actions listed in a question


class OutsideBot(Bot):
    """The seat of an external program. The program receives only what its seat may know."""

    def __init__(
        self, game: Game, stand_in: Bot, command: str, seconds: float = SECONDS, starting: float = STARTING
    ) -> None:
        self.game = game
        self.command = command
        self.seconds = seconds
        self.starting = starting
        self.stand_in = stand_in
        self.wrong = list[str]()
        self.asked = 0
        self.answers = Queue[bytes]()
        try:
            self.program = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except (OSError, ValueError) as error:
            raise Problem("program.does_not_start", command=command, error=error) from None
        Thread(target=self._listen, daemon=True).start()

    def decide(self, view: View, options: Options) -> Action:
        """Return the program's action, or the stand-in's if the program gives no legal one."""
        if len(self.wrong) < STRIKES:
            try:
                return self._ask(view, options)
            except Problem as problem:
                self.wrong.append(f"{self.command}, decision {self.asked}: {problem}")
        return self.stand_in.decide(view, options)

    def close(self) -> list[str]:
        """Kill the program and return its faults."""
        self.program.kill()
        self.program.wait()
        for pipe in (self.program.stdin, self.program.stdout):
            if pipe is not None:
                with suppress(OSError):  # a question may still be on its way to a program that has ended
                    pipe.close()
        return self.wrong

    def _listen(self) -> None:
        """Queue lines as they arrive, then an empty line at the end of the output."""
        assert self.program.stdout is not None
        try:
            for line in lines_of(self.program.stdout):
                self.answers.put(line)
        except ValueError:
            pass  # the pipe was closed while reading, so the game is over
        self.answers.put(b"")

    def _ask(self, view: View, options: Options) -> Action:
        self.asked += 1
        actions = options.expand()
        listed = tuple(encode(outer(self.game, action)) for action in actions) if len(actions) <= LISTED else None
        question = Question(
            int(view.seat),
            self.game.name,
            view=print_position(self.game, view.state),
            budget=self.seconds,
            actions=listed,
            id=self.asked,
        )
        self._send(line_of(question))
        answer = read_answer(self._line())
        while answer.id is not None and answer.id != self.asked:
            answer = read_answer(self._line())  # skip late answers to forfeited questions
        if answer.action is None:
            raise Problem("program.no_action", error=answer.error)
        action = inner(self.game, decode(msgspec.json.encode(answer.action)))
        if not options.allows(action):
            raise Problem("program.not_allowed", action=answer.action)
        return action

    def _send(self, line: bytes) -> None:
        assert self.program.stdin is not None
        try:
            self.program.stdin.write(line)
            self.program.stdin.flush()
        except OSError:
            raise Problem("program.gone") from None

    def _line(self) -> bytes:
        """Return the next line; raise a Problem if it doesn't arrive in time."""
        limit = self.seconds + (self.starting if self.asked == 1 else 0.0)
        try:
            line = self.answers.get(timeout=limit)
        except Empty:
            raise Problem("program.too_late", limit=limit) from None
        if not line:
            self.answers.put(b"")
            raise Problem("program.gone")
        return line
