"""Writing of views as rows of small integers, in the order of the layout.

Observations contain only the View and the answer given so far.
"""

from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from kamchatka.encoding.codes import PIECES
from kamchatka.encoding.prompt import DONE, PARTY, THING, UNSAID, VERB, Prompt
from kamchatka.kernel.registry import FRAMES
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY, Frame, State
from kamchatka.kernel.view import View

DEPTH: Final = 3  # agenda frames that are written in detail, from the top
SPOTS: Final = 2  # planes for the places that a frame names
NUMBERS: Final = 8  # plain numbers written per frame
LARGEST: Final = 32767
REMEMBERED: Final = 4096  # size of the cache of frames

# What a number names.
NUMBER: Final = 0
PLACE: Final = 1
CARD: Final = 2
KIND: Final = 3
SEAT: Final = 4
NOUNS: Final[dict[str, int]] = {"place": PLACE, "card": CARD, "kind": KIND, "seat": SEAT}

# How a row's numbers are indexed.
BY_FIELD: Final = 0
BY_SEAT: Final = 1
BY_OTHERS: Final = 2  # by seat and seat
IN_ORDER: Final = 3  # by place, by card, or unindexed


@final
class RowPlan:
    """Target offsets in an observation for one row of an edition's state."""

    def __init__(
        self, by: int, length: int, per: int, nouns: list[int], are_sets: list[bool], offsets: list[int]
    ) -> None:
        self.by: Final[i64] = by
        self.length: Final[i64] = length  # length on an empty table; later growth isn't written
        self.per: Final[i64] = per  # numbers per seat
        self.nouns: Final = vec[i64](nouns)
        self.are_sets: Final = vec[i64]([int(several) for several in are_sets])
        self.offsets: Final = vec[i64](offsets)  # by field


@final
class FrameNumbers:
    """A frame's numbers besides step and seat: what each one names, whether it is a set, and its value."""

    def __init__(self, frame: Frame) -> None:
        self.frame: Final = frame  # kept alive, so that its address can't be reused
        self.numbers: vec[i64] = vec[i64]()
        kind: Any = type(frame)
        for name, field in FRAMES.of(kind).fields.items():
            if name not in ("step", "seat"):
                value: Any = getattr(frame, name)
                several: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
                for one in several:
                    self.numbers = append(self.numbers, NOUNS.get(field.noun, NUMBER))
                    self.numbers = append(self.numbers, 1 if field.form == "set" else 0)
                    self.numbers = append(self.numbers, int(one))


@final
class Offsets:
    """The offset of each plane by name; a group of planes starts with its first."""

    def __init__(self, at: dict[str, int]) -> None:
        self.owner: Final[i64] = at["owner"]
        self.nobody: Final[i64] = at["nobody"]
        self.armies: Final[i64] = at["armies"]
        self.source: Final[i64] = at["chosen.source"]
        self.target: Final[i64] = at["chosen.target"]
        self.spots: Final[i64] = at["agenda.place"]
        self.lands: Final[i64] = at["lands"]
        self.stock: Final[i64] = at["stock"]
        self.hand: Final[i64] = at["hand"]
        self.alive: Final[i64] = at["alive"]
        self.turn: Final[i64] = at["turn"]
        self.first: Final[i64] = at["first"]
        self.rank: Final[i64] = at["rank"]
        self.held: Final[i64] = at["held"]
        self.colour: Final[i64] = at.get("colour", 0)  # not every game has colours
        self.asked: Final[i64] = at["agenda.seat"]
        self.about: Final[i64] = at["agenda.about"]
        self.round: Final[i64] = at["round"]
        self.cards: Final[i64] = at["cards.own"]
        self.discards: Final[i64] = at["cards.discarded"]
        self.objective: Final[i64] = at["objective"]
        self.steps: Final[i64] = at["agenda.step"]
        self.numbers: Final[i64] = at["agenda.number"]
        self.agenda_cards: Final[i64] = at["agenda.card"]
        self.agenda_kinds: Final[i64] = at["agenda.kind"]
        self.stage: Final[i64] = at["chosen.stage"]
        self.verb: Final[i64] = at["chosen.verb"]
        self.thing: Final[i64] = at["chosen.thing"]
        self.pieces: Final[i64] = at["chosen.pieces"]


@final
class Observer:
    """Writes the observations of one game in one layout."""

    def __init__(
        self,
        size: int,
        seats: int,
        places: int,
        zones: int,
        steps: int,
        kinds: int,
        offsets: Offsets,
        rows: list[RowPlan],
    ) -> None:
        self.size: Final[i64] = size
        self.seats: Final[i64] = seats
        self.places: Final[i64] = places
        self.zones: Final[i64] = zones
        self.steps: Final[i64] = steps
        self.kinds: Final[i64] = kinds
        self.offsets: Final = offsets
        self.rows: Final = rows
        self.frames: Final[dict[Any, FrameNumbers]] = {}  # a cache: frames are immutable
        self.out: vec[i16] = vec[i16]([0] * size)  # output row, shared with its readers and never resized
        self.base: i64 = 0
        self.me: i64 = 0

    def write(self, view: View, prompt: Prompt | None, out: vec[i16], base: i64) -> None:
        """Write a seat's view and its answer so far to `out`, starting at `base`."""
        self.out = out
        self.base = base
        self.me = view.seat
        for i in range(base, base + self.size):
            out[i] = 0
        state = view.state
        self._write_places(state)
        self._write_seats(state)
        self._write_table(state)
        depth: i64 = 0
        i = i64(len(state.agenda)) - 1
        while i >= 0 and depth < DEPTH:
            self._write_frame(state.agenda[i], depth)
            depth += 1
            i -= 1
        if self.rows:
            rows = state.edition_state.rows()
            for nth in range(len(self.rows)):
                self._write_row(self.rows[nth], rows[nth])
        if prompt is not None:
            self._write_prompt(prompt)

    # -------------------------------------------------------------- numbers
    def _put(self, at: i64, value: i64) -> None:
        """Write a plain number; -1 if it is hidden."""
        if value > LARGEST:
            value = LARGEST
        elif value < DISCARD:
            value = -1
        self.out[self.base + at] = i16(value)

    def _mark(self, at: i64) -> None:
        self.out[self.base + at] = 1

    def _from_me(self, seat: i64) -> i64:
        """Return a seat relative to the viewer's own."""
        away = seat - self.me
        return away if away >= 0 else away + self.seats

    # -------------------------------------------------------------- the state
    def _write_places(self, state: State) -> None:
        out, places, owners, armies = self.out, self.places, state.owner, state.armies
        owned, nobody, counted = (
            self.base + self.offsets.owner,
            self.base + self.offsets.nobody,
            self.base + self.offsets.armies,
        )
        for place in range(places):
            owner = owners[place]
            if owner >= 0:
                out[owned + self._from_me(owner) * places + place] = 1
            else:
                out[nobody + place] = 1
            count = armies[place]
            out[counted + place] = i16(count if count < LARGEST else LARGEST)

    def _write_seats(self, state: State) -> None:
        offsets, out, base, seats = self.offsets, self.out, self.base, self.seats
        for seat in range(seats):
            away = self._from_me(seat)
            self._put(offsets.lands + away, state.lands[seat])
            self._put(offsets.stock + away, state.stock[seat])
            self._put(offsets.hand + away, state.hand[seat])
            self._put(offsets.alive + away, i64(1) if state.out_by[seat] == NOBODY else i64(0))
            self._put(offsets.rank + away, state.rank(seat))
            for zone in range(self.zones):
                out[base + offsets.held + zone * seats + away] = i16(state.held[seat * self.zones + zone])
            if state.colour[seat] >= 0:
                self._mark(offsets.colour + state.colour[seat] * self.seats + away)
        if state.turn >= 0:
            self._mark(offsets.turn + self._from_me(state.turn))
        if state.first >= 0:
            self._mark(offsets.first + self._from_me(state.first))

    def _write_table(self, state: State) -> None:
        offsets = self.offsets
        self._put(offsets.round, state.round)
        self._put(offsets.round + 1, state.conquests)
        self._put(offsets.round + 2, state.reshuffles)
        cards, me = state.cards, self.me
        for card in range(i64(len(cards))):
            where = cards[card]
            if where == me:
                self._mark(offsets.cards + card)
            elif where == DISCARD:
                self._mark(offsets.discards + card)
        if self.me >= 0 and state.objective[self.me] >= 0:
            self._mark(offsets.objective + state.objective[self.me])

    # -------------------------------------------------------------- the agenda
    def _write_frame(self, frame: Frame, depth: i64) -> None:
        offsets = self.offsets
        self._mark(offsets.steps + depth * self.steps + frame.step)
        if frame.seat >= 0:
            self._mark(offsets.asked + depth * self.seats + self._from_me(frame.seat))
        said = self._numbers_of(frame)
        spots: i64 = 0
        numbers: i64 = 0
        nth: i64 = 0
        while nth < i64(len(said)):
            noun, is_set, number = said[nth], said[nth + 1], said[nth + 2]
            nth += 3
            if noun == PLACE and is_set == 0:
                if number >= 0 and spots < SPOTS:
                    self._mark(offsets.spots + (depth * SPOTS + spots) * self.places + number)
                spots += 1
            elif noun != NUMBER:
                self._name(noun, is_set, number, depth)
            elif numbers < NUMBERS:
                self._put(offsets.numbers + depth * NUMBERS + numbers, number)
                numbers += 1

    def _numbers_of(self, frame: Frame) -> vec[i64]:
        """Return a frame's numbers, from the cache if possible."""
        known = self.frames.get(frame)
        if known is None:
            if len(self.frames) >= REMEMBERED:
                self.frames.clear()
            known = FrameNumbers(frame)
            self.frames[frame] = known
        return known.numbers

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
            at = self.offsets.spots + depth * SPOTS * self.places
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
    def _write_row(self, plan: RowPlan, row: list[int]) -> None:
        if plan.by == BY_FIELD:
            for nth in range(len(plan.offsets)):
                value: i64 = row[nth]
                if plan.nouns[nth] == NUMBER:
                    self._put(plan.offsets[nth], value)
                elif value >= 0:
                    self._mark_all(plan.offsets[nth], plan.nouns[nth], plan.are_sets[nth], value)
        elif plan.by == IN_ORDER:
            self._write_in_order(plan, row)
        else:
            self._write_by_seat(plan, row)

    def _write_in_order(self, plan: RowPlan, row: list[int]) -> None:
        """Write a row in order; a fast path handles the small visible numbers that make up most rows."""
        out, at, noun = self.out, self.base + plan.offsets[0], plan.nouns[0]
        for nth in range(min(plan.length, i64(len(row)))):
            value: i64 = row[nth]
            if noun == NUMBER and 0 <= value <= LARGEST:
                if value > 0:
                    out[at + nth] = i16(value)
            else:
                self._put(plan.offsets[0] + nth, self._plain(noun, value))

    def _write_by_seat(self, plan: RowPlan, row: list[int]) -> None:
        at = plan.offsets[0]
        for seat in range(self.seats):
            away = self._from_me(seat)
            for nth in range(plan.per):
                value: i64 = row[seat * plan.per + nth]
                if plan.nouns[0] == PLACE:
                    if value >= 0:
                        self._put(at + nth * self.places + value, away + 1)
                else:
                    column = self._from_me(nth) if plan.by == BY_OTHERS else nth
                    self._put(at + column * self.seats + away, self._plain(plan.nouns[0], value))

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
