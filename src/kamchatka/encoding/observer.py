"""Write tables as rows of small integers, in the order of the layout.

Observations contain only what the View of the seat holds, and the answer given so far.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from kamchatka.encoding.codes import PIECES
from kamchatka.encoding.plan import (
    BY_FIELD,
    BY_OTHERS,
    CARD,
    DEPTH,
    IN_ORDER,
    KIND,
    LARGEST,
    NUMBER,
    NUMBERS,
    PLACE,
    SEAT,
    SPOTS,
    UNSHOWN,
    FrameNumbers,
    Offsets,
    RowPlan,
)
from kamchatka.encoding.prompt import DONE, PARTY, THING, UNSAID, VERB, Prompt
from kamchatka.kernel.schema.rows import RowReader
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY, Frame, PlainFrame, State, fill
from kamchatka.kernel.view import View


@final
class Observer:
    """The plan of the observations of one game in one layout."""

    def __init__(
        self,
        size: int,
        seats: int,
        places: int,
        zones: int,
        cards: int,
        steps: int,
        kinds: int,
        offsets: Offsets,
        rows: list[RowPlan],
    ) -> None:
        self.size: Final[i64] = size
        self.seats: Final[i64] = seats
        self.places: Final[i64] = places
        self.zones: Final[i64] = zones
        self.cards: Final[i64] = cards
        self.steps: Final[i64] = steps
        self.kinds: Final[i64] = kinds
        self.offsets: Final = offsets
        self.rows: Final = rows

    def write(self, view: View, prompt: Prompt | None, out: vec[i16], base: i64) -> None:
        """Write a seat's view and its answer so far to `out`, starting at `base`."""
        for i in range(base, base + self.size):
            out[i] = 0
        ObservationRow(self, out, base).update(view.state, view.seat, prompt)


@final
class ObservationRow(RowReader):
    """One observation in an array of zeros, which only this object updates from table to table.

    Most numbers are written anew each time. Marks (a 1 at one of many numbers) are remembered and taken back.
    """

    def __init__(self, observer: Observer, out: vec[i16], base: i64) -> None:
        self.observer: Final = observer
        self.offsets: Final = observer.offsets
        self.out: Final = out  # shared with its readers and never resized
        self.base: Final[i64] = base
        self.seats: Final[i64] = observer.seats
        self.me: i64 = NOBODY  # the viewer
        self.owners: Final = fill(int(observer.places), UNSHOWN)  # by place, relative to the viewer
        self.colours: Final = fill(int(observer.seats), NOBODY)  # by seat, relative to the viewer
        self.cards: Final = fill(int(observer.cards), HIDDEN)
        self.turn: i64 = NOBODY  # offsets of single marks
        self.first: i64 = NOBODY
        self.objective: i64 = NOBODY
        self.marks: vec[i64] = fill(128, 0)  # offsets of the other marks
        self.marked: i64 = 0  # number of such marks
        self.of_state: i64 = 0  # how many of them don't belong to the answer
        self.known: Final[list[FrameNumbers]] = []  # the last frames, by position in the agenda
        self.nth: i64 = 0  # number of the edition's next row

    def update(self, state: State, seat: i64, prompt: Prompt | None) -> None:
        """Write what a seat may know of a state, complete or seen by that seat, and its answer so far."""
        self.me = seat
        self._take_back(0)
        self._write_places(state)
        self._write_seats(state)
        self._write_table(state)
        self._write_agenda(state.agenda)
        if self.observer.rows:
            self.nth = 0
            state.edition_state.show(seat, self)
        self.of_state = self.marked
        if prompt is not None:
            self._write_prompt(prompt)

    def answer(self, prompt: Prompt) -> None:
        """Write the answer so far after a sub-step, when nothing else has changed."""
        self._take_back(self.of_state)
        self._write_prompt(prompt)

    # -------------------------------------------------------------- numbers
    def _put(self, at: i64, value: i64) -> None:
        """Write a plain number; -1 if it is hidden."""
        if value > LARGEST:
            value = LARGEST
        elif value < DISCARD:
            value = -1
        self.out[self.base + at] = i16(value)

    def _note(self, at: i64) -> None:
        """Remember a number that the next update takes back."""
        if self.marked == i64(len(self.marks)):
            self.marks = append(self.marks, at)
        else:
            self.marks[self.marked] = at
        self.marked += 1

    def _mark(self, at: i64) -> None:
        self._note(at)
        self.out[self.base + at] = 1

    def _take_back(self, left: i64) -> None:
        """Erase marks, the last ones first, down to `left` of them."""
        out, base, marks = self.out, self.base, self.marks
        for nth in range(left, self.marked):
            out[base + marks[nth]] = 0
        self.marked = left

    def _move(self, old: i64, new: i64) -> i64:
        """Move a single mark between offsets, of which -1 is none; return the new one."""
        if old != new:
            if old >= 0:
                self.out[self.base + old] = 0
            if new >= 0:
                self.out[self.base + new] = 1
        return new

    def _from_me(self, seat: i64) -> i64:
        """Return a seat relative to the viewer's own."""
        away = seat - self.me
        return away if away >= 0 else away + self.seats

    # -------------------------------------------------------------- the state
    def _write_places(self, state: State) -> None:
        out, owners, armies, shown = self.out, state.owner, state.armies, self.owners
        me, seats, places = self.me, self.seats, self.observer.places
        owned, nobody, counted = (
            self.base + self.offsets.owner,
            self.base + self.offsets.nobody,
            self.base + self.offsets.armies,
        )
        for place in range(places):
            count = armies[place]
            if count > LARGEST:
                count = LARGEST
            out[counted + place] = i16(count)
            owner = owners[place]
            if owner < 0:
                owner = NOBODY
            elif owner >= me:
                owner -= me
            else:
                owner += seats - me
            before = shown[place]
            if owner != before:
                shown[place] = owner
                if before >= 0:
                    out[owned + before * places + place] = 0
                elif before == NOBODY:
                    out[nobody + place] = 0
                if owner >= 0:
                    out[owned + owner * places + place] = 1
                else:
                    out[nobody + place] = 1

    def _write_seats(self, state: State) -> None:
        offsets, out, base, seats, zones = self.offsets, self.out, self.base, self.seats, self.observer.zones
        held = state.held
        for seat in range(seats):
            away = self._from_me(seat)
            self._put(offsets.lands + away, state.lands[seat])
            self._put(offsets.stock + away, state.stock[seat])
            self._put(offsets.hand + away, state.hand[seat])
            self._put(offsets.alive + away, i64(1) if state.out_by[seat] == NOBODY else i64(0))
            self._put(offsets.rank + away, state.rank(seat))
            at = base + offsets.held + away
            for zone in range(zones):
                out[at + zone * seats] = i16(held[seat * zones + zone])
            colour, before = state.colour[seat], self.colours[away]
            if colour != before:
                self.colours[away] = self._move_colour(before, colour, away)
        turn, first = state.turn, state.first
        self.turn = self._move(self.turn, offsets.turn + self._from_me(turn) if turn >= 0 else i64(NOBODY))
        self.first = self._move(self.first, offsets.first + self._from_me(first) if first >= 0 else i64(NOBODY))

    def _move_colour(self, old: i64, new: i64, away: i64) -> i64:
        out, at = self.out, self.base + self.offsets.colour + away
        if old >= 0:
            out[at + old * self.seats] = 0
        if new >= 0:
            out[at + new * self.seats] = 1
        return new

    def _write_table(self, state: State) -> None:
        offsets = self.offsets
        self._put(offsets.round, state.round)
        self._put(offsets.round + 1, state.conquests)
        self._put(offsets.round + 2, state.reshuffles)
        me = self.me
        self._write_cards(state.cards, me)
        objective: i64 = state.objective[me] if me >= 0 else i64(NOBODY)
        at: i64 = offsets.objective + objective if objective >= 0 else i64(NOBODY)
        self.objective = self._move(self.objective, at)

    def _write_cards(self, cards: vec[i64], me: i64) -> None:
        """Mark the viewer's own cards and the discards, which lie face up."""
        out, shown, own, discarded = (
            self.out,
            self.cards,
            self.base + self.offsets.cards,
            self.base + self.offsets.discards,
        )
        for card in range(i64(len(cards))):
            where = cards[card]
            if where != DISCARD:
                where = 0 if where == me and me >= 0 else HIDDEN
            if where != shown[card]:
                shown[card] = where
                out[own + card] = 1 if where == 0 else 0
                out[discarded + card] = 1 if where == DISCARD else 0

    # -------------------------------------------------------------- the agenda
    def _write_agenda(self, agenda: list[Frame]) -> None:
        """Write the frames on top, without deeper ones."""
        depth: i64 = 0
        nth = i64(len(agenda)) - 1
        while nth >= 0 and depth < DEPTH:
            self._write_frame(agenda[nth].seen_by(self.me), nth, depth)
            depth += 1
            nth -= 1

    def _write_frame(self, frame: Frame, nth: i64, depth: i64) -> None:
        offsets = self.offsets
        self._mark(offsets.steps + depth * self.observer.steps + frame.step)
        if frame.seat >= 0:
            self._mark(offsets.asked + depth * self.seats + self._from_me(frame.seat))
        if isinstance(frame, PlainFrame):
            return
        said = self._numbers_of(frame, nth)
        spots: i64 = 0
        numbers: i64 = 0
        at: i64 = 0
        while at < i64(len(said)):
            noun, is_set, number = said[at], said[at + 1], said[at + 2]
            at += 3
            if noun == PLACE and is_set == 0:
                if number >= 0 and spots < SPOTS:
                    self._mark(offsets.spots + (depth * SPOTS + spots) * self.observer.places + number)
                spots += 1
            elif noun != NUMBER:
                self._name(noun, is_set, number, depth)
            elif numbers < NUMBERS:
                place = offsets.numbers + depth * NUMBERS + numbers
                self._note(place)
                self._put(place, number)
                numbers += 1

    def _numbers_of(self, frame: Frame, nth: i64) -> vec[i64]:
        """Return a frame's numbers, which are read once while it stays where it is."""
        known = self.known
        while len(known) <= nth:
            known.append(FrameNumbers(frame))
        if known[nth].frame is not frame:
            known[nth] = FrameNumbers(frame)
        return known[nth].numbers

    def _name(self, noun: i64, is_set: i64, value: i64, depth: i64) -> None:
        """Mark the cards, kinds and seats that a frame names."""
        if value < 0:
            return
        if noun == SEAT:
            at = self.offsets.about + depth * self.seats
        elif noun == CARD:
            at = self.offsets.agenda_cards
        elif noun == KIND:
            at = self.offsets.agenda_kinds
        else:
            at = self.offsets.spots + depth * SPOTS * self.observer.places
        self._mark_all(at, noun, is_set, value)

    def _mark_all(self, at: i64, noun: i64, is_set: i64, value: i64) -> None:
        """Mark a thing, or every member of a set, in the row that starts at `at`."""
        if is_set == 0:
            self._mark(at + (self._from_me(value) if noun == SEAT else value))
            return
        thing: i64 = 0
        while value > 0:
            if value & 1:
                self._mark(at + (self._from_me(thing) if noun == SEAT else thing))
            value >>= 1
            thing += 1

    # -------------------------------------------------------------- the edition's state
    def row(self, values: vec[i64]) -> None:
        """Write the edition's next row."""
        plan = self.observer.rows[self.nth]
        self.nth += 1
        if plan.by == BY_FIELD:
            for nth in range(i64(len(plan.offsets))):
                value = values[nth]
                if plan.nouns[nth] == NUMBER:
                    self._put(plan.offsets[nth], value)
                elif value >= 0:
                    self._mark_all(plan.offsets[nth], plan.nouns[nth], plan.are_sets[nth], value)
        elif plan.by == IN_ORDER:
            self._write_in_order(plan, values)
        else:
            self._write_by_seat(plan, values)

    def _write_in_order(self, plan: RowPlan, values: vec[i64]) -> None:
        """Write a row in order; a fast path handles the small visible numbers that make up most rows."""
        if plan.length == 0:
            return
        out, first, noun = self.out, plan.offsets[0], plan.nouns[0]
        at, given = self.base + first, i64(len(values))
        for nth in range(plan.length):
            value = values[nth] if nth < given else i64(0)
            if noun == NUMBER and 0 <= value <= LARGEST:
                out[at + nth] = i16(value)
            elif nth < given:
                self._put(first + nth, self._plain(noun, value))
            else:
                out[at + nth] = 0

    def _write_by_seat(self, plan: RowPlan, values: vec[i64]) -> None:
        at, noun, per, seats, by_others = plan.offsets[0], plan.nouns[0], plan.per, self.seats, plan.by == BY_OTHERS
        for seat in range(seats):
            away = self._from_me(seat)
            for nth in range(per):
                value = values[seat * per + nth]
                if noun == PLACE:
                    if value >= 0:
                        place = at + nth * self.observer.places + value
                        self._note(place)
                        self._put(place, away + 1)
                else:
                    column = self._from_me(nth) if by_others else nth
                    self._put(at + column * seats + away, self._plain(noun, value))

    def _plain(self, noun: i64, value: i64) -> i64:
        """Return a number unchanged, and a seat as 1 for the viewer, 2 for the next …, 0 for nobody or the deck."""
        if noun != SEAT or value == HIDDEN:
            return value
        if value == NOBODY:
            return 0
        return self._from_me(value) + 1 if value >= 0 else value

    # -------------------------------------------------------------- the answer so far
    def _write_prompt(self, prompt: Prompt) -> None:
        if prompt.stage == DONE:
            return
        offsets, codes = self.offsets, prompt.codes
        self._mark(offsets.stage + prompt.stage)
        if prompt.stage > VERB:
            self._mark(offsets.verb + prompt.verb)
        if prompt.picked > 0:
            self._mark_all(offsets.thing, CARD, 1, prompt.picked)
        elif prompt.stage > THING and prompt.what != UNSAID:
            code = codes.thing(codes.nouns[prompt.verb], prompt.what, prompt.seat)
            if code >= 0:
                self._mark(offsets.thing + code - codes.card)
        if prompt.at >= 0:
            self._mark(offsets.source + prompt.at)
        if prompt.to >= 0:
            self._mark(offsets.target + prompt.to)
        if prompt.stage > PARTY and codes.nouns[prompt.verb] == PIECES:
            self._mark_all(offsets.pieces, KIND, 1, prompt.what)
