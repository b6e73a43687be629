"""Parse a typed line into an action. Names match loosely, legal readings win, and missing amounts are requested."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.cli.typed.lookup import Lookup
from kamchatka.cli.typed.things import Company, Things, company_of, marching, usual_company
from kamchatka.cli.typed.vocabulary import DEEDS, FILLERS, LEAST, MOST, SOURCE, TARGET, UNTIL, Typed
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges.wire import LARGEST, SHAPES, STRUCTS
from kamchatka.kernel.options import (
    ATTACK,
    BUILD,
    BUY,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    INVADE,
    LOSE,
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    RAISE,
    ROLL,
    TRADE,
    Action,
    Choice,
    Options,
)
from kamchatka.kernel.parties import Party
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Listed
from kamchatka.words.decision_fields import NOTHING, amounts

NO_STOP = -1
PARTIES = (ROLL, DEFEND, OCCUPY, LOSE)  # verbs with armies and pieces but without source and target
NAMED = (BUY, NAME_KIND, NAME_SEAT, NAME_CARD, PLAY_CARD)


@dataclass(frozen=True)
class Order:
    """A parsed action.

    `asks` is the range of a missing amount; `until` is the number of armies at which an attack stops.
    """

    action: Action
    asks: tuple[int, int] | None = None
    until: int = NO_STOP

    def with_amount(self, amount: int) -> "Order":
        """Return the order with this amount."""
        old = self.action
        return Order(Action(old.verb, old.at, old.to, amount, old.what), None, self.until)


class Orders:
    """Parses the orders of one seat at one moment."""

    def __init__(
        self, edition: Edition, state: State, options: Options, seat: int, players: Sequence[str] = ()
    ) -> None:
        self.edition = edition
        self.things = Things(edition, players, options)
        self.places = Lookup([place for sheet in edition.sheets for place in sheet.places])
        self.state = state
        self.options = options
        self.seat = seat

    def read(self, typed: Typed) -> Order:
        """Parse the order in a line; raise a Problem if it is ambiguous or incomplete."""
        verb = DEEDS[typed.name][0]
        words, until = _until(typed)
        numbers = [word for word in words if _is_amount(word)]
        names = [word for word in words if not _is_amount(word) and word.casefold() not in FILLERS]
        if verb == PASS:
            return Order(Action(PASS))
        if verb == TRADE:
            return self._trio(names, numbers)
        if verb == COLOUR:
            return Order(Action(COLOUR, what=self._one(Lookup(self.edition.colours), " ".join(names))))
        if verb in (ATTACK, FAST_ATTACK, MOVE, INVADE):
            return self._march(verb, words, until)
        if verb in PARTIES:
            return self._amount(Action(verb, what=self.things.pieces(names)), numbers, NO_STOP)
        if verb in NAMED and names:
            return Order(self.things.find_offered(verb, " ".join(names)))
        if verb in (PLACE, BUILD, RAISE, CHOOSE):
            return self._at_place(verb, names, numbers)
        return self._amount(Action(verb), numbers, NO_STOP)

    def _march(self, verb: int, words: Sequence[str], until: int) -> Order:
        """Parse an attack or a move between two places, optionally with pieces."""
        before, company = company_of(words) if self.edition.kinds else (list(words), None)
        names = [word for word in before if not _is_amount(word) and word.casefold() not in FILLERS]
        march = Action(verb, *self._pair(verb, names))
        return self._amount(self._add_pieces(march, company), _amounts(before, company), until)

    def _add_pieces(self, march: Action, company: Company | None) -> Action:
        """Add the pieces that go along: those that the line names, or the usual ones."""
        found = marching(self.options, march)
        usual = usual_company(*found, self.state) if found else 0
        return Action(
            march.verb, march.at, march.to, march.n, self._pieces(company, found[1] if found else None, usual)
        )

    def _pieces(self, company: Company | None, party: Party | None, usual: int) -> int:
        if company is None:
            return usual
        if company.everybody and party is not None:
            return int(party.forced if company.without else party.pieces)
        named = self.things.pieces([word for word in company.names if not _is_amount(word)])
        return usual & ~named if company.without else named

    def _at_place(self, verb: int, names: Sequence[str], numbers: Sequence[str]) -> Order:
        """Parse an order with one place: armies, a building, a piece (its kind comes first), or a choice."""
        cut = next((at for at, name in enumerate(names) if name.casefold() in TARGET), 1) if verb == RAISE else 0
        kind = self.things.kind(" ".join(names[:cut])) if cut and names else 0
        named = [name for name in names[cut:] if name.casefold() not in TARGET]
        if verb == CHOOSE and not named:
            return Order(Action(CHOOSE, what=_number(numbers[-1]) if numbers else 0))
        return self._amount(Action(verb, self._own_place(" ".join(named)), what=kind), numbers, NO_STOP)

    def parse_numbered(self, choice: Action, words: Sequence[str]) -> Order:
        """Parse a numbered option, optionally with an amount and with other pieces."""
        before, company = company_of(words)
        joined = choice if company is None or choice.to < 0 else self._add_pieces(choice, company)
        return self._amount(joined, _amounts(before, company), NO_STOP)

    # -------------------------------------------------------------- amounts
    def _amount(self, action: Action, numbers: Sequence[str], until: int) -> Order:
        """Add the typed amount. Attacks default to the most dice; any other open amount must be asked for."""
        least, most = amounts(self.options, action)
        if not SHAPES[STRUCTS[int(action.verb)]].n:
            return Order(action)  # the action has no amount
        if numbers:
            word = numbers[-1].casefold()
            amount = most if word in MOST else least if word in LEAST else _number(word)
        elif (least, most) == NOTHING:
            amount = int(action.n) or 1  # the action will be refused anyway, for a better reason than its amount
        elif action.verb in (ATTACK, FAST_ATTACK, INVADE) or least == most:
            amount = most
        else:
            return Order(action, (least, most))
        return Order(action, None, until).with_amount(amount)

    # -------------------------------------------------------------- names
    def _one(self, lookup: Lookup, name: str) -> int:
        found = lookup.find(name)
        if len(found) != 1:
            raise self._unclear(name, [])
        return found[0]

    def place(self, name: str) -> int:
        """Return the place that a name refers to; raise a Problem if it is ambiguous."""
        found = self.places.find(name)
        if len(found) != 1:
            raise self._unclear(name, [(place,) for place in found])
        return found[0]

    def _own_place(self, name: str) -> int:
        """Return a place by name. If several match, prefer one of the seat's own."""
        found = self.places.find(name)
        own = [place for place in found if self.state.owner[place] == self.seat]
        return own[0] if len(own) == 1 else self.place(name)

    def pair(self, words: Sequence[str]) -> tuple[int, int]:
        """Parse source and target of an attack."""
        return self._pair(ATTACK, [word for word in words if word.casefold() not in FILLERS])

    def _pair(self, verb: int, words: Sequence[str]) -> tuple[int, int]:
        readings = list(self._readings(words))
        pairs = [(a, b) for first, second in readings for a in first for b in second]
        if verb in (ATTACK, FAST_ATTACK, INVADE) and not SOURCE & set(words) and not TARGET & set(words):
            pairs += [(b, a) for a, b in pairs]  # without "from" and "to", either place may come first
        legal = [pair for pair in dict.fromkeys(pairs) if amounts(self.options, Action(verb, *pair)) != NOTHING]
        if len(legal) == 1:
            return legal[0]
        if legal:
            raise self._unclear(" ".join(words), legal)
        return self._best_guess(words, readings)

    def _best_guess(self, words: Sequence[str], readings: list[tuple[list[int], list[int]]]) -> tuple[int, int]:
        """Return two unambiguous names without a legal pair. The refusal of the action will explain the problem."""
        clear = [(first[0], second[0]) for first, second in readings if len(first) == 1 and len(second) == 1]
        if not clear:
            raise self._unclear(" ".join(words), [])
        a, b = clear[0]
        owner = self.state.owner
        return (b, a) if owner[b] == self.seat and owner[a] != self.seat and not SOURCE & set(words) else (a, b)

    def _readings(self, words: Sequence[str]) -> list[tuple[list[int], list[int]]]:
        """List every way to divide the words into source and target."""
        lowered = [word.casefold() for word in words]
        if any(word in SOURCE for word in lowered):
            cut = next(n for n, word in enumerate(lowered) if word in SOURCE)
            before, after = words[:cut], words[cut + 1 :]
            if before:
                return [(self.places.find(" ".join(after)), self.places.find(" ".join(before)))]
            words, lowered = after, lowered[cut + 1 :]
        for cut, word in enumerate(lowered):
            if word in TARGET and cut > 0:
                return [(self.places.find(" ".join(words[:cut])), self.places.find(" ".join(words[cut + 1 :])))]
        cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        return [(self.places.find(first), self.places.find(second)) for first, second in cuts]

    # -------------------------------------------------------------- cards
    def _trio(self, names: Sequence[str], numbers: Sequence[str]) -> Order:
        """Return the trio that contains the named cards. Without names, return the only trio."""
        choices = [
            int(what)
            for option in self.options.ranges
            if isinstance(option, Choice) and option.verb == TRADE
            for what in option.whats
        ]
        cards = Lookup(self.edition.cards)
        wanted = [cards.find(name) for name in " ".join(names).replace("+", ",").split(",") if name.strip()]
        fitting = [trio for trio in choices if all(any(card in found for card in members(trio)) for found in wanted)]
        if len(fitting) == 1:
            return Order(Action(TRADE, what=fitting[0]))
        if fitting:
            raise Problem("order.several_trios")
        return Order(Action(TRADE, what=sum(1 << found[0] for found in wanted if found)))

    def _unclear(self, name: str, found: Sequence[tuple[int, ...]]) -> Problem:
        """Build the Problem for a name that matches nothing, or more than one thing."""
        if not name:
            return Problem("order.no_place_named")
        if not found:
            return Problem("order.no_such_places", name=name)
        places = [place for sheet in self.edition.sheets for place in sheet.places]
        ways = Listed([Listed([places[n] for n in one], " → ") for one in found])
        return Problem("order.several_places", name=name, places=ways)


def _is_amount(word: str) -> bool:
    return word.removeprefix("-").isdecimal() or word.casefold() in MOST | LEAST


def _amounts(words: Sequence[str], company: Company | None) -> list[str]:
    """Return the typed amounts. Directly after "with" or "without", a word such as "all" refers to pieces."""
    named = company.names if company is not None else ()
    return [
        word
        for word in (*words, *(named[1:] if company is not None and company.everybody else named))
        if _is_amount(word)
    ]


def _number(word: str) -> int:
    """Parse a number, unless it is too large for the kernel."""
    try:
        if len(word) <= len(str(LARGEST)):
            return int(word)
    except ValueError:
        pass  # a word such as "all" where no amount is needed
    raise Problem("amount.impossible", value=word)


def _until(typed: Typed) -> tuple[list[str], int]:
    """Split off "until N". A line that ends in "!" means until 1."""
    words, until = list(typed.rest), 1 if typed.to_the_end else NO_STOP
    for at, word in enumerate(words[:-1]):
        if word.casefold() in UNTIL:
            rest = [part for part in words[at + 1 :] if part.isdecimal()]
            if rest:
                return words[:at], max(1, int(rest[0]))
    return words, until
