"""A person at the keyboard: parse lines into actions and apply standing instructions."""

from kamchatka.cli.game.answers import Answers
from kamchatka.cli.game.keyboard import Keyboard, Leave
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.session import Session
from kamchatka.cli.typed.choices import all_dice, plain_amount
from kamchatka.cli.typed.orders import NO_STOP, Order
from kamchatka.cli.typed.things import marching
from kamchatka.cli.typed.vocabulary import ASK, DEEDS, LEAST, MOST, Typed, command, take_apart
from kamchatka.kernel.options import ATTACK, DEFEND, INVADE, ROLL, Action, Options
from kamchatka.kernel.problem import Problem
from kamchatka.words.decision_fields import NOTHING, amounts


class Person:
    """One seat with a person at the keyboard."""

    def __init__(self, seat: int, session: Session, screen: Screen, keyboard: Keyboard) -> None:
        self.seat = seat
        self.session = session
        self.screen = screen
        self.keyboard = keyboard
        self.defends_with_all = False
        self.last_attack: Action | None = None
        self.until = NO_STOP  # the last attack is repeated until this many armies are left

    # -------------------------------------------------------------- standing instructions
    def standing(self, options: Options) -> Action | None:
        """Return the action that a standing instruction determines, or None."""
        dice = self._all_dice(options)
        if dice is None or dice.verb != DEFEND:
            return self._next_roll(options)
        return dice if self.defends_with_all else None

    def _all_dice(self, options: Options) -> Action | None:
        match = self.session.match
        return all_dice(match.edition.battles, match.game, match.view(self.seat).state, options)

    def _next_roll(self, options: Options) -> Action | None:
        """Return the next roll of a repeated attack. It stops after a conquest, or when too few armies are left."""
        attack, until = self.last_attack, self.until
        if attack is None or until == NO_STOP:
            return None
        most = amounts(options, attack)[1]
        if amounts(options, attack) == NOTHING or self.session.match.state.armies[attack.at] <= until:
            self.until = NO_STOP
            return None
        return Action(ATTACK, attack.at, attack.to, min(most, int(self.session.match.state.armies[attack.at]) - until))

    # -------------------------------------------------------------- decisions
    def decide(self, options: Options) -> Action:
        """Read lines until one of them is a legal action."""
        answers = Answers(self.session, self.screen, self.seat, options)
        while True:
            line = self.keyboard.ask(f"{self.session.words.names.player(self.seat)} › ")
            try:
                order = self._order(line, answers, options)
            except Problem as problem:
                self.screen.tell(problem.sentence(self.session.words.language), "yellow")
                continue
            if order is not None and self._is_allowed(order.action):
                return self._keep(order)

    def _keep(self, order: Order) -> Action:
        if order.action.verb in (ATTACK, INVADE):
            self.last_attack, self.until = order.action, order.until if order.action.verb == ATTACK else NO_STOP
        return order.action

    def _is_allowed(self, action: Action) -> bool:
        """Return True if the action is legal; otherwise show the reason."""
        match, words = self.session.match, self.session.words
        if not match.game.why(match.table, self.seat, action):
            return True
        refusal = match.game.refusal(match.table, self.seat, action)
        self.screen.tell(words.refusal(refusal, match.game, match.table), "yellow")
        return False

    def _order(self, line: str, answers: Answers, options: Options) -> Order | None:
        """Parse the order in a line; return None if the line was only a query."""
        dice = self._all_dice(options)
        if dice is not None and (not line.strip() or (dice.verb == ROLL and _is_bare_roll(line))):
            return Order(dice)
        amount = plain_amount(options)
        bare = None if amount is None else self._bare_amount(line.strip(), int(amount.least), int(amount.most))
        if amount is not None and bare is not None:
            return Order(Action(amount.verb, n=bare, what=amount.what))
        typed = take_apart(line, {int(option.verb) for option in options.ranges})
        if typed is None:
            return self._by_name_alone(line, answers)
        if typed.name == "quit":
            raise Leave
        if typed.name == "again":
            return self._again(typed, answers)
        if typed.name == "defend" and self._standing_defence(typed):
            return None
        if typed.name in answers.by_name:
            answers.by_name[typed.name](typed)
            return None
        order = self._order_by_number(typed, answers, options) if typed.name == "number" else answers.orders.read(typed)
        return self._ask_for_amount(order)

    def _bare_amount(self, text: str, least: int, most: int) -> int | None:
        """Parse a line that is only an amount, if only an amount is asked for."""
        if text.casefold() in MOST:
            return most
        if text.casefold() in LEAST:
            return least
        return int(text) if text.isdecimal() and len(text) < 10 else None

    def _by_name_alone(self, line: str, answers: Answers) -> Order | None:
        """Parse a name without a verb, such as a colour while colours are chosen."""
        if not line.strip():
            return None
        if any(option.verb == DEEDS["colour"][0] for option in answers.options.ranges):
            return answers.orders.read(Typed("colour", tuple(line.split())))
        raise Problem("play.unknown", line=line.strip())

    def _again(self, typed: Typed, answers: Answers) -> Order:
        """Repeat the last attack. With "!", repeat it until it ends."""
        if self.last_attack is None:
            raise Problem("play.no_last")
        last = self.last_attack
        if found := marching(answers.options, last):  # keep only pieces that are still at the source
            last = Action(last.verb, last.at, last.to, last.n, last.what & found[1].pieces)
        allowed = amounts(answers.options, last)
        until = 1 if typed.to_the_end else NO_STOP
        return Order(last, None, until).with_amount(1 if allowed == NOTHING else allowed[1])

    def _standing_defence(self, typed: Typed) -> bool:
        """Handle a line that sets how this seat will defend. Return False for other lines."""
        word = typed.rest[0].casefold() if typed.rest else ""
        if word in MOST | ASK:
            self.defends_with_all = word in MOST
            self.screen.say("defend_max" if self.defends_with_all else "defend_ask")
            return True
        return False

    def _order_by_number(self, typed: Typed, answers: Answers, options: Options) -> Order:
        numbered = self.screen.choices.list_choices(answers.state, self.seat, options)
        number = int(typed.rest[0]) if len(typed.rest[0]) < 6 else 0
        if not numbered:
            raise Problem("play.no_options_listed")
        if not 1 <= number <= len(numbered):
            raise Problem("play.no_option", number=typed.rest[0], most=len(numbered))
        order = answers.orders.parse_numbered(numbered[number - 1].action, typed.rest[1:])
        return Order(order.action, order.asks, 1 if typed.to_the_end else NO_STOP)

    def _ask_for_amount(self, order: Order) -> Order | None:
        """Ask for the order's amount if it is missing; return None if the player cancels."""
        if order.asks is None:
            return order
        say, (least, most) = self.session.words.phrases.say, order.asks
        question = say("screen", "how_many", span=self.session.words.phrases.span(least, most))
        answer = self._bare_amount(self.keyboard.ask(question).strip(), least, most)
        if answer is None:
            self.screen.say("cancelled")
            return None
        return order.with_amount(answer)


def _is_bare_roll(line: str) -> bool:
    """Return True if a line says to roll but names no number of dice."""
    return len(line.split()) == 1 and command(line.strip(), [ROLL]) == "roll"
