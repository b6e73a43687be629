"""One decision as sub-steps: verb, thing, source, target, pieces, amount. Only real choices are asked.

A code is legal if at least one action of the offered ranges (`kernel.options`) continues with it. Sub-steps with a
single legal code are taken automatically.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from kamchatka.encoding.codes import AMOUNTS, CARDS, CHOICE, CHOICES, NOTHING, PIECES, Codes, amount
from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import Action, Amount, Choice, Options, Pairs, Range, Spots
from kamchatka.kernel.parties import NOWHERE, Parties, ends
from kamchatka.kernel.state import fill

# The sub-steps, in order.
VERB: Final = 0
THING: Final = 1
SOURCE: Final = 2
TARGET: Final = 3
PARTY: Final = 4
COUNT: Final = 5
DONE: Final = 6
STAGES: Final = ["verb", "thing", "source", "target", "pieces", "amount", "done"]

UNSAID: Final = -2  # not chosen yet, for fields where -1 is a valid choice
ON: Final[u8] = 1
OFF: Final[u8] = 0


@final
class Prompt:
    """A seat's question and its answer so far; `legal` marks the codes that may follow."""

    def __init__(self, codes: Codes) -> None:
        self.codes: Final = codes
        self.legal: vec[u8] = vec[u8]([0] * int(codes.size))
        self.marks: Final = fill(int(codes.size), 0)  # the legal codes, in no order
        self.marked: i64 = 0  # their number
        self.options: Options = Options()
        self.seat: i64 = 0
        self.stage: i64 = DONE
        self.verb: i64 = UNSAID
        self.what: i64 = UNSAID
        self.picked: i64 = 0  # cards of a set chosen so far
        self.at: i64 = UNSAID
        self.to: i64 = UNSAID
        self.n: i64 = 0

    def begin(self, options: Options, seat: i64) -> None:
        """Start a decision, and take the sub-steps without a choice."""
        self.options = options
        self.seat = seat
        self.stage = VERB
        self.verb = UNSAID
        self.what = UNSAID
        self.picked = 0
        self.at = UNSAID
        self.to = UNSAID
        self.n = 0
        self._go_on()

    def choose(self, code: i64) -> None:
        """Take the next sub-step; an illegal code raises ValueError."""
        if code < 0 or code >= self.codes.size or self.legal[code] == OFF:
            raise ValueError(f"code {code} is not legal here")
        self._say(code)
        self._go_on()

    def action(self) -> Action:
        """Return the chosen action once all sub-steps are done."""
        assert self.stage == DONE
        return Action(self.verb, self.at, self.to, self.n, self.what)

    # -------------------------------------------------------------- sub-steps
    def _go_on(self) -> None:
        """Go to the next sub-step with several codes, or to the end."""
        while self.stage != DONE:
            self._clear()
            for option in self.options.ranges:
                if self.stage == VERB:
                    self._allow(option.verb)
                elif option.verb == self.verb:
                    self._mark(option)
            only = self._only()
            if only < 0:
                return
            self._say(only)

    def _allow(self, code: i64) -> None:
        """Mark a code as legal."""
        if self.legal[code] == OFF:
            self.legal[code] = ON
            self.marks[self.marked] = code
            self.marked += 1

    def _clear(self) -> None:
        legal, marks = self.legal, self.marks
        for nth in range(self.marked):
            legal[marks[nth]] = OFF
        self.marked = 0

    def _only(self) -> i64:
        """Return the only legal code; -1 if there are several."""
        if self.marked == 0:
            raise ValueError("nothing may be done")
        return self.marks[0] if self.marked == 1 else i64(-1)

    def _say(self, code: i64) -> None:
        """Take a code in this sub-step and find the verb's next one."""
        codes = self.codes
        if self.stage == VERB:
            self.verb = code
            noun = codes.nouns[code]
            self.stage = SOURCE if noun == NOTHING or noun == PIECES else THING
        elif self.stage == THING:
            self._say_thing(code)
        elif self.stage == SOURCE:
            self.at = -1 if code == codes.none else code - codes.place
            self.stage = TARGET
        elif self.stage == TARGET:
            self.to = -1 if code == codes.none else code - codes.place
            self.stage = PARTY
        elif self.stage == PARTY:
            if codes.nouns[self.verb] == PIECES:
                self.what = 0 if code == codes.none else code - codes.pieces
            elif self.what == UNSAID:
                self.what = 0
            self.stage = COUNT
        else:
            self.n = self._count(code)
            self.stage = DONE

    # -------------------------------------------------------------- things
    def _say_thing(self, code: i64) -> None:
        noun = self.codes.nouns[self.verb]
        if noun == CARDS:
            if code == self.codes.none:
                self.what = self.picked
            else:
                self.picked |= bit(code - self.codes.card)
                self.what = self._last_set()
            if self.what == UNSAID:
                return
        else:
            self.what = self._thing_of(code, noun)
        self.stage = SOURCE

    def _last_set(self) -> i64:
        """Return the only offered set with the chosen cards; UNSAID while there are several."""
        found: i64 = UNSAID
        for option in self.options.ranges:
            if option.verb == self.verb and isinstance(option, Choice):
                for what in option.whats:
                    if what & self.picked == self.picked:
                        if found != UNSAID and found != what:
                            return UNSAID
                        found = what
        return found

    def _thing_of(self, code: i64, noun: i64) -> i64:
        """Return the offered thing with this code."""
        for option in self.options.ranges:
            if option.verb == self.verb:
                if isinstance(option, Choice):
                    for what in option.whats:
                        if self._code_of(noun, what) == code:
                            return what
                elif self._code_of(noun, self._what_of(option)) == code:
                    return self._what_of(option)
        raise ValueError(f"code {code} names nothing that is offered")

    def _code_of(self, noun: i64, what: i64) -> i64:
        """Return the code of a thing; things without a code share the last choice."""
        code = self.codes.thing(noun, what, self.seat)
        return code if code >= 0 else self.codes.thing(CHOICE, CHOICES - 1, self.seat)

    def _what_of(self, option: Range) -> i64:
        """Return the thing that a range as a whole is about."""
        if isinstance(option, Spots):
            return option.what
        return option.what if isinstance(option, Amount) else 0

    # -------------------------------------------------------------- legal codes
    def _mark(self, option: Range) -> None:
        """Mark the codes with which a range of this verb can continue."""
        if self.stage == THING:
            self._mark_things(option)
        elif not self._is_about(option):
            return
        elif self.stage == SOURCE:
            self._mark_sources(option)
        elif self.stage == TARGET:
            self._mark_targets(option)
        elif self.stage == PARTY:
            self._mark_parties(option)
        elif isinstance(option, Parties):
            pair = ends(self.at, self.to)
            for row in option.rows:
                if row & 0xFFFF == pair:
                    party = option.party(row)
                    self._mark_amounts(option.fewest(party, self.what), option.most(party, self.what))
        else:
            self._mark_amounts(self._least(option), self._most(option))

    def _is_about(self, option: Range) -> bool:
        """Return True if the chosen thing belongs to this range."""
        if self.what == UNSAID:
            return True
        if isinstance(option, Choice):
            for what in option.whats:
                if what == self.what:
                    return True
            return False
        return isinstance(option, Parties) or self._what_of(option) == self.what

    def _mark_things(self, option: Range) -> None:
        noun = self.codes.nouns[self.verb]
        if isinstance(option, Choice):
            for what in option.whats:
                if noun != CARDS:
                    self._allow(self._code_of(noun, what))
                elif what & self.picked == self.picked:
                    self._mark_cards(what & ~self.picked)
        else:
            self._allow(self._code_of(noun, self._what_of(option)))

    def _mark_cards(self, left: i64) -> None:
        """Mark the cards of a set that aren't chosen yet."""
        if left == 0:
            self._allow(self.codes.none)
        card = self.codes.card
        while left:
            if left & 1:
                self._allow(card)
            left >>= 1
            card += 1

    def _mark_sources(self, option: Range) -> None:
        place = self.codes.place
        if isinstance(option, Pairs):
            for row in option.rows:
                self._allow(place + (row & 0xFF))
        elif isinstance(option, Spots):
            for spot in option.places:
                self._allow(place + spot)
        elif isinstance(option, Parties):
            for row in option.rows:
                self._mark_place(i64(-1) if row & 0xFF == NOWHERE else row & 0xFF)
        else:
            self._mark_place(-1)

    def _mark_place(self, place: i64) -> None:
        self._allow(self.codes.none if place < 0 else self.codes.place + place)

    def _mark_targets(self, option: Range) -> None:
        if isinstance(option, Pairs):
            for row in option.rows:
                if row & 0xFF == self.at:
                    self._mark_place((row >> 8) & 0xFF)
        elif isinstance(option, Parties):
            at = i64(NOWHERE) if self.at < 0 else self.at
            for row in option.rows:
                if row & 0xFF == at:
                    to = (row >> 8) & 0xFF
                    self._mark_place(i64(-1) if to == NOWHERE else to)
        elif self._leads_from(option):
            self._mark_place(-1)

    def _leads_from(self, option: Range) -> bool:
        """Return True if a range without target includes the chosen place."""
        if isinstance(option, Spots):
            for spot in option.places:
                if spot == self.at:
                    return True
            return False
        return self.at == -1

    def _mark_parties(self, option: Range) -> None:
        if self.codes.nouns[self.verb] != PIECES or self.codes.kinds == 0:
            self._allow(self.codes.none)
        elif isinstance(option, Parties):
            pair = ends(self.at, self.to)
            for row in option.rows:
                if row & 0xFFFF == pair:
                    for pieces in option.sets(option.party(row)):
                        self._allow(self.codes.party(pieces))
        elif self._most(option) >= self._least(option):
            self._allow(self.codes.party(self._what_of(option)))

    # -------------------------------------------------------------- amounts
    def _least(self, option: Range) -> i64:
        """Return the minimum of a range without parties; more than `_most` if it lacks these places."""
        if isinstance(option, Pairs):
            for row in option.rows:
                if row & 0xFF == self.at and (row >> 8) & 0xFF == self.to:
                    return (row >> 16) & 0xFFFF
            return 1
        if isinstance(option, Spots):
            return option.least if self.to == -1 and self._leads_from(option) else 1
        if isinstance(option, Amount):
            return option.least if self.at == -1 else 1
        return 0 if self.at == -1 else 1

    def _most(self, option: Range) -> i64:
        if isinstance(option, Pairs):
            for row in option.rows:
                if row & 0xFF == self.at and (row >> 8) & 0xFF == self.to:
                    return row >> 32
            return 0
        if isinstance(option, Spots):
            return option.most if self.to == -1 and self._leads_from(option) else 0
        return option.most if isinstance(option, Amount) and self.at == -1 else 0

    def _mark_amounts(self, least: i64, most: i64) -> None:
        codes = self.codes
        if codes.counts_seats[self.verb]:
            for seat in range(least, most + 1):
                self._allow(codes.other(seat, self.seat))
            return
        for code in range(i64(AMOUNTS)):
            if least <= most and amount(code, least, most) >= 0:
                self._allow(codes.amount + code)

    def _count(self, code: i64) -> i64:
        """Return the number for a code in the first range that has it."""
        if self.codes.counts_seats[self.verb]:
            return (code - self.codes.seat + self.seat) % self.codes.seats
        for option in self.options.ranges:
            if option.verb == self.verb and self._is_about(option):
                if isinstance(option, Parties):
                    party = option.between(self.at, self.to)
                    if party is None:
                        continue
                    least, most = option.fewest(party, self.what), option.most(party, self.what)
                else:
                    least, most = self._least(option), self._most(option)
                if least <= most and amount(code - self.codes.amount, least, most) >= 0:
                    return amount(code - self.codes.amount, least, most)
        raise ValueError(f"code {code} is no amount that is offered")

    # -------------------------------------------------------------- codes for actions
    def code_for(self, action: Action) -> i64:
        """Return the code with which an offered action continues; amounts use the nearest code."""
        codes = self.codes
        if self.stage == VERB:
            return action.verb
        if self.stage == THING:
            return self._code_for_thing(action.what)
        if self.stage == SOURCE or self.stage == TARGET:
            place = action.at if self.stage == SOURCE else action.to
            return codes.none if place < 0 else codes.place + place
        if self.stage == PARTY:
            return codes.party(action.what)
        if codes.counts_seats[self.verb]:
            return codes.other(action.n, self.seat)
        best: i64 = -1
        away: i64 = 0
        for code in range(codes.amount, codes.none):
            if self.legal[code] != OFF:
                n = self._count(code)
                off = n - action.n if n > action.n else action.n - n
                if best < 0 or off < away:
                    best = code
                    away = off
        return best

    def _code_for_thing(self, what: i64) -> i64:
        noun = self.codes.nouns[self.verb]
        if noun != CARDS:
            return self._code_of(noun, what)
        left = what & ~self.picked
        if left == 0:
            return self.codes.none
        card = self.codes.card
        while not left & 1:
            left >>= 1
            card += 1
        return card
