"""Actions, and options as ranges of actions. The set of verbs is fixed, and each has one control on the screen."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.data import Data

# Verbs. `kernel.edges.wire` defines a named struct for each.
PASS: Final = 0
PLACE: Final = 1  # at, n armies
TRADE: Final = 2  # what: cards as bits
ATTACK: Final = 3  # at, to, n dice
DEFEND: Final = 4  # n dice; optionally what: pieces that also roll, as bits
OCCUPY: Final = 5  # n armies; optionally what: pieces as bits
MOVE: Final = 6  # at, to, n armies; optionally what: pieces as bits
COLOUR: Final = 7  # what: a colour
BID: Final = 8  # n
PLAY_CARD: Final = 9  # what: a card, optionally at a place
CHOOSE: Final = 10  # what or at: the answer to a card's or rule's question
TIME_UP: Final = 11  # referee only
STOP: Final = 12  # referee only
FAST_ATTACK: Final = 13  # at, to, n dice: propose a fast battle, with several armies at stake per comparison
INVADE: Final = 14  # at, to: declare an invasion; optionally with n armies, what: pieces as bits
ROLL: Final = 15  # n dice of armies, what: pieces that also roll, as bits
LOSE: Final = 16  # n armies, what: pieces as bits; optionally at a place
RAISE: Final = 17  # at, what: bring a piece of a kind into play
BUILD: Final = 18  # at
BUY: Final = 19  # what: a kind of cards
NAME_KIND: Final = 20  # what: a kind of piece or card
NAME_SEAT: Final = 21  # what: a seat
NAME_CARD: Final = 22  # what: a card
GIVE: Final = 23  # what: a seat, n: an amount from the purse
GIVE_CARD: Final = 24  # n: a seat, what: a card

# Verb names on the wire; booklets use them to cite a paragraph for one verb.
VERBS: Final = [
    "pass",
    "place",
    "trade",
    "attack",
    "defend",
    "occupy",
    "move",
    "colour",
    "bid",
    "play",
    "choose",
    "time_up",
    "stop",
    "fast_attack",
    "invade",
    "roll",
    "lose",
    "raise",
    "build",
    "buy",
    "name_kind",
    "name_seat",
    "name_card",
    "give",
    "give_card",
]


@mypyc_attr(free_list_len=1)
@final
class Action(Data):
    """A requested action: a verb and its arguments. Untrusted; the acting seat is never one of its fields."""

    def __init__(self, verb: i64, at: i64 = -1, to: i64 = -1, n: i64 = 0, what: i64 = 0) -> None:
        self.verb: Final[i64] = verb
        self.at: Final[i64] = at
        self.to: Final[i64] = to
        self.n: Final[i64] = n
        self.what: Final[i64] = what

    def key(self) -> tuple[int, int, int, int, int]:
        """Return the fields as a tuple for comparisons.

        >>> Action(ATTACK, 3, 8, 2).key() == (ATTACK, 3, 8, 2, 0)
        True
        """
        return (self.verb, self.at, self.to, self.n, self.what)


class Range:
    """Options of one kind: `count` main choices, each with an optional amount."""

    def __init__(self, verb: i64) -> None:
        self.verb: Final[i64] = verb

    def count(self) -> i64:
        """Return the number of main choices, such as places or cards."""
        return 1

    def nth(self, i: i64, chance: Chance) -> Action:
        """Return main choice i with a random amount."""
        raise NotImplementedError

    def allows(self, action: Action) -> bool:
        """Return True if the range contains an action with this verb."""
        raise NotImplementedError

    def expand(self) -> list[Action]:
        """List every single action. For tests and small searches, not for hot loops."""
        raise NotImplementedError


@mypyc_attr(free_list_len=1)
@final
class Bare(Range):
    """A range of one verb without arguments, such as pass or stop."""

    def nth(self, i: i64, chance: Chance) -> Action:
        return Action(self.verb)

    def allows(self, action: Action) -> bool:
        return action.at == -1 and action.to == -1 and action.n == 0 and action.what == 0

    def expand(self) -> list[Action]:
        return [Action(self.verb)]


PASSING: Final = Bare(PASS)  # nearly every decision uses these; sharing them is safe because they are immutable


@final
class Span:
    """A row of `Pairs`: two places and the allowed amounts."""

    def __init__(self, at: i64, to: i64, least: i64, most: i64) -> None:
        self.at: Final[i64] = at
        self.to: Final[i64] = to
        self.least: Final[i64] = least
        self.most: Final[i64] = most


@mypyc_attr(free_list_len=1)
@final
class Pairs(Range):
    """Pairs of places with an amount: attack, move."""

    def __init__(self, verb: i64) -> None:
        super().__init__(verb)
        self.rows: vec[i64] = vec[i64](capacity=48)  # at, to, least, most in 8 + 8 + 16 + 31 bits

    def add(self, at: i64, to: i64, least: i64, most: i64) -> None:
        """Add a pair and its allowed amounts."""
        self.rows = append(self.rows, at | (to << 8) | (least << 16) | (most << 32))

    def spans(self) -> list[Span]:
        """List the pairs with their amounts, unpacked for screens. Not for hot loops.

        >>> pairs = Pairs(ATTACK)
        >>> pairs.add(3, 8, least=1, most=2)
        >>> [(span.at, span.to, span.least, span.most) for span in pairs.spans()]
        [(3, 8, 1, 2)]
        """
        return [Span(row & 0xFF, (row >> 8) & 0xFF, (row >> 16) & 0xFFFF, row >> 32) for row in self.rows]

    def count(self) -> i64:
        return i64(len(self.rows))

    def nth(self, i: i64, chance: Chance) -> Action:
        row = self.rows[i]
        least = (row >> 16) & 0xFFFF
        return Action(self.verb, row & 0xFF, (row >> 8) & 0xFF, least + chance.below((row >> 32) - least + 1))

    def allows(self, action: Action) -> bool:
        if action.what != 0 or action.at < 0 or action.at > 255 or action.to < 0 or action.to > 255:
            return False
        pair = action.at | (action.to << 8)
        for row in self.rows:
            if row & 0xFFFF == pair:
                return (row >> 16) & 0xFFFF <= action.n <= row >> 32
        return False

    def expand(self) -> list[Action]:
        return [
            Action(self.verb, row & 0xFF, (row >> 8) & 0xFF, n)
            for row in self.rows
            for n in range((row >> 16) & 0xFFFF, (row >> 32) + 1)
        ]


@mypyc_attr(free_list_len=1)
@final
class Spots(Range):
    """Places with an amount: reinforcements."""

    def __init__(self, verb: i64, least: i64, most: i64, what: i64 = 0) -> None:
        super().__init__(verb)
        self.places: vec[i64] = vec[i64](capacity=32)
        self.least: Final[i64] = least
        self.most: Final[i64] = most
        self.what: Final[i64] = what

    def add(self, place: i64) -> None:
        """Add a place."""
        self.places = append(self.places, place)

    def count(self) -> i64:
        return i64(len(self.places)) if self.least <= self.most else 0

    def nth(self, i: i64, chance: Chance) -> Action:
        return Action(self.verb, self.places[i], -1, self.least + chance.below(self.most - self.least + 1), self.what)

    def allows(self, action: Action) -> bool:
        if action.to != -1 or action.what != self.what or action.n < self.least or action.n > self.most:
            return False
        for place in self.places:
            if place == action.at:
                return True
        return False

    def expand(self) -> list[Action]:
        return [Action(self.verb, p, -1, n, self.what) for p in self.places for n in range(self.least, self.most + 1)]


@mypyc_attr(free_list_len=1)
@final
class Amount(Range):
    """An amount: of dice, of armies that move in, or of a bid. `what` can name pieces that take part, as bits."""

    def __init__(self, verb: i64, least: i64, most: i64, what: i64 = 0) -> None:
        super().__init__(verb)
        self.least: Final[i64] = least
        self.most: Final[i64] = most
        self.what: Final[i64] = what

    def count(self) -> i64:
        return 1 if self.least <= self.most else 0

    def nth(self, i: i64, chance: Chance) -> Action:
        return Action(self.verb, -1, -1, self.least + chance.below(self.most - self.least + 1), self.what)

    def allows(self, action: Action) -> bool:
        return action.at == -1 and action.to == -1 and action.what == self.what and self.least <= action.n <= self.most

    def expand(self) -> list[Action]:
        return [Action(self.verb, -1, -1, n, self.what) for n in range(self.least, self.most + 1)]


@mypyc_attr(free_list_len=1)
@final
class Choice(Range):
    """A choice among numbered things, such as cards, sets of cards (as bits) or kinds."""

    def __init__(self, verb: i64) -> None:
        super().__init__(verb)
        self.whats: vec[i64] = vec[i64]()

    def add(self, what: i64) -> None:
        """Add a thing."""
        self.whats = append(self.whats, what)

    def count(self) -> i64:
        return i64(len(self.whats))

    def nth(self, i: i64, chance: Chance) -> Action:
        return Action(self.verb, -1, -1, 0, self.whats[i])

    def allows(self, action: Action) -> bool:
        if action.at != -1 or action.to != -1 or action.n != 0:
            return False
        for what in self.whats:
            if what == action.what:
                return True
        return False

    def expand(self) -> list[Action]:
        return [Action(self.verb, -1, -1, 0, what) for what in self.whats]


@mypyc_attr(free_list_len=1)
@final
class Options:
    """Everything a seat may do now; the only source of legality."""

    def __init__(self) -> None:
        self.ranges: list[Range] = []

    def add(self, option: Range) -> "Options":
        """Add a range unless it is empty.

        >>> len(Options().add(Amount(DEFEND, 1, 3)).ranges)
        1
        """
        if option.count() > 0:
            self.ranges.append(option)
        return self

    def may(self, verb: i64) -> "Options":
        """Add a verb without arguments.

        >>> Options().may(PASS).allows(Action(PASS))
        True
        """
        self.ranges.append(PASSING if verb == PASS else Bare(verb))
        return self

    def allows(self, action: Action) -> bool:
        """Return True if the options contain the action.

        >>> places = Spots(PLACE, least=1, most=3)
        >>> places.add(4)
        >>> places.add(7)
        >>> options = Options().add(places).may(PASS)
        >>> options.allows(Action(PLACE, 7, n=2)), options.allows(Action(PLACE, 5, n=2))
        (True, False)
        """
        verb = action.verb
        for option in self.ranges:
            if option.verb == verb and option.allows(action):
                return True
        return False

    def sample(self, chance: Chance) -> Action:
        """Draw an action, uniformly over the main choices, then over the amount.

        >>> from kamchatka.kernel.chance import FastChance
        >>> places = Spots(PLACE, least=1, most=3)
        >>> places.add(4)
        >>> places.add(7)
        >>> options = Options().add(places).may(PASS)
        >>> options.allows(options.sample(FastChance(1)))
        True
        """
        total: i64 = 0
        for option in self.ranges:
            total += option.count()
        i = chance.below(total)
        for option in self.ranges:
            count = option.count()
            if i < count:
                return option.nth(i, chance)
            i -= count
        raise ValueError("nothing may be done")

    def expand(self) -> list[Action]:
        """List every single action. For tests and small searches, not for hot loops.

        >>> places = Spots(PLACE, least=1, most=3)
        >>> places.add(4)
        >>> places.add(7)
        >>> options = Options().add(places).may(PASS)
        >>> len(options.expand())  # two places, one to three armies, or a pass
        7
        """
        return [action for option in self.ranges for action in option.expand()]
