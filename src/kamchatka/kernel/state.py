"""The complete state of a table, including secrets and agenda. It changes only by noting facts (`kernel.table`)."""

from abc import abstractmethod
from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.data import Data
from kamchatka.kernel.schema.fields import SEAT, STEP, Fields
from kamchatka.kernel.schema.rows import RowReader, Rows

NOBODY: Final = -1  # in place of a seat: no owner, winner or awaited seat
DECK: Final = -1  # in place of a seat: location of a card
DISCARD: Final = -2
HIDDEN: Final = -0x4000_0000_0000_0000  # in views: unknown; the smallest short int of mypyc, never a valid amount
EMPTY: Final = vec[i64]()
AS_SEATED: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7])  # the default turn order


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Data):
    """One pending decision as plain data; subclasses add fields named like the parameters of their `__init__`.

    Frames are immutable, so copies of a state share them. Fields are ints, bools and tuples of ints. A class of
    frames is either a PublicFrame or defines `seen_by`.
    """

    FIELDS: ClassVar[Fields] = {"step": STEP, "seat": SEAT}  # subclasses declare the fields they add
    FORMER: ClassVar[tuple[str, ...]] = ()  # names of the class in games stored by earlier versions

    def __init__(self, step: i64, seat: i64) -> None:
        self.step: Final[i64] = step  # index of the step that handles it
        self.seat: Final[i64] = seat

    def card_at_hand(self) -> i64:
        """Return the card that the frame carries out, or NOBODY."""
        return NOBODY

    @abstractmethod
    def seen_by(self, seat: i64) -> "Frame":
        """Return the frame as that seat may see it, with HIDDEN for unknown values."""
        raise NotImplementedError

    def imagined(self, state: "State", chance: Chance) -> "Frame":
        """Return the frame with its hidden parts dealt at random."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicFrame(Frame):
    """A frame without secrets."""

    def seen_by(self, seat: i64) -> Frame:
        return self


@mypyc_attr(free_list_len=1)
@final
class PlainFrame(PublicFrame):
    """A step for a seat, without further data."""

    FORMER: ClassVar[tuple[str, ...]] = ("Frame",)


@final
class Neutrals:
    """The neutral army in games with two seats: its colour and the armies not yet placed."""

    def __init__(self, colour: i64 = NOBODY, stock: i64 = 0) -> None:
        self.colour: i64 = colour
        self.stock: i64 = stock

    def copy(self) -> "Neutrals":
        """Return an independent copy."""
        return Neutrals(self.colour, self.stock)


@mypyc_attr(allow_interpreted_subclasses=True)
class EditionState:
    """State that only one edition has. Editions subclass it as a PublicEditionState or define `seen_by`."""

    ROWS: ClassVar[Rows] = ()  # declares the rows of `rows`; () if their numbers have no declared meaning

    @abstractmethod
    def copy(self) -> "EditionState":
        """Return an independent copy."""
        raise NotImplementedError

    def rows(self) -> list[list[int]]:
        """Return all fields as rows of numbers, for saving and comparing."""
        return []

    def load(self, rows: list[list[int]]) -> None:
        """Restore the fields from `rows`."""

    @abstractmethod
    def seen_by(self, seat: i64) -> "EditionState":
        """Return the state as that seat may see it, with HIDDEN for unknown values."""
        raise NotImplementedError

    def show(self, seat: i64, reader: RowReader) -> None:
        """Pass the rows of `seen_by(seat)` to a reader; editions may avoid the copies."""
        for row in self.seen_by(seat).rows():
            reader.row(vec[i64](row))

    def imagined(self, state: "State", chance: Chance) -> "EditionState":
        """Return the state with its hidden parts dealt at random. Hands and objectives have already been dealt."""
        return self.copy()

    def deal_hands(self, state: "State", chance: Chance) -> None:
        """Deal hidden cards at random to match the known hand sizes. Editions override this if they know more."""
        deal_hidden(state.cards, vec[i64]([card for card in range(len(state.cards))]), state.hand, chance)

    def neutrals(self) -> Neutrals:
        """Return the neutral army; only editions with one define this."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicEditionState(EditionState):
    """Edition state without secrets."""

    def seen_by(self, seat: i64) -> EditionState:
        return self.copy()


@final
class NoEditionState(PublicEditionState):
    """The state of editions that have no state of their own."""

    def copy(self) -> EditionState:
        return self


def fill(n: int, value: int) -> vec[i64]:
    """Return a vector with n equal values."""
    return vec[i64]([value] * n) if n else EMPTY


@final
class State:
    """The complete state of a game, without seed, log, clock or edition."""

    def __init__(
        self,
        seats: i64,
        owner: vec[i64],
        armies: vec[i64],
        cards: vec[i64],
        lands: vec[i64],
        held: vec[i64],
        stock: vec[i64],
        hand: vec[i64],
        objective: vec[i64],
        colour: vec[i64],
        out_by: vec[i64],
        agenda: list[Frame],
        edition_state: EditionState,
    ) -> None:
        self.seats: i64 = seats
        self.owner = owner  # by place: a seat or NOBODY
        self.armies = armies  # by place
        self.cards = cards  # by card: a seat, DECK or DISCARD; the deck has no order
        self.lands = lands  # number of places owned, by seat
        self.held = held  # number of places owned, by seat and zone
        self.stock = stock  # armies in hand, by seat
        self.hand = hand  # number of cards in hand, by seat
        self.objective = objective  # by seat; NOBODY before the deal
        self.colour = colour  # by seat; NOBODY before colours are chosen
        self.out_by = out_by  # by seat: the seat that eliminated it, or NOBODY
        self.fallen: i64 = 0  # number of eliminated seats
        self.first: i64 = NOBODY  # the seat that starts each round
        self.turn: i64 = NOBODY
        self.round: i64 = 0
        self.conquests: i64 = 0  # in this turn
        self.reshuffles: i64 = 0  # how often the discards were reshuffled into the deck
        self.winners: i64 = 0  # winning seats as bits, once the game is over
        self.over: bool = False
        self.ending: str = ""  # the clause that ended it
        self.order: vec[i64] = AS_SEATED  # seats in turn order; replaced as a whole, so copies share it
        self.agenda = agenda
        self.edition_state = edition_state

    def copy(self) -> "State":
        """Return an independent copy; immutable frames are shared."""
        new = State(
            self.seats,
            self.owner[:],
            self.armies[:],
            self.cards[:],
            self.lands[:],
            self.held[:],
            self.stock[:],
            self.hand[:],
            self.objective[:],
            self.colour[:],
            self.out_by[:],
            self.agenda[:],
            self.edition_state.copy(),
        )
        self.copy_marks(new)
        return new

    def copy_marks(self, new: "State") -> None:
        """Copy the single numbers and the turn order, which are all public."""
        new.fallen = self.fallen
        new.first = self.first
        new.turn = self.turn
        new.round = self.round
        new.conquests = self.conquests
        new.reshuffles = self.reshuffles
        new.winners = self.winners
        new.over = self.over
        new.ending = self.ending
        new.order = self.order

    def take_turns(self, seats: list[int]) -> None:
        """Set the turn order from interpreted code, because mypyc leaks vectors created there."""
        self.order = vec[i64](seats)

    def is_alive(self, seat: i64) -> bool:
        """Return True if the seat isn't eliminated."""
        return self.out_by[seat] == NOBODY

    def rank(self, seat: i64) -> i64:
        """Return the seat's position in the turn order, from 0."""
        rank: i64 = 0
        while self.order[rank] != seat:
            rank += 1
        return rank

    def after(self, seat: i64) -> i64:
        """Return the next seat in the turn order, eliminated or not."""
        rank = self.rank(seat) + 1
        return self.order[i64(0) if rank == self.seats else rank]

    def next_alive(self, seat: i64) -> i64:
        """Return the next seat in the turn order that isn't eliminated."""
        while True:
            seat = self.after(seat)
            if self.out_by[seat] == NOBODY:
                return seat

    def passes(self, seat: i64, following: i64, mark: i64) -> bool:
        """Return True if the end of seat `mark`'s turn lies between one seat's turn and the following seat's."""
        rank = self.rank(seat)
        span = (self.rank(following) - rank + self.seats - 1) % self.seats
        return (self.rank(mark) - rank + self.seats) % self.seats <= span


def blank_state(seats: int, places: int, zones: int, cards: int, edition_state: EditionState) -> State:
    """Return an empty board without cards or armies in play."""
    return State(
        seats,
        fill(places, NOBODY),
        fill(places, 0),
        fill(cards, DECK),
        fill(seats, 0),
        fill(seats * zones, 0),
        fill(seats, 0),
        fill(seats, 0),
        fill(seats, NOBODY),
        fill(seats, NOBODY),
        fill(seats, NOBODY),
        [],
        edition_state,
    )


def deal_hidden(where: vec[i64], cards: vec[i64], held: vec[i64], chance: Chance) -> None:
    """Deal those of these cards that are HIDDEN at random to fill each seat's hand; the rest stay in the deck."""
    missing = held[:]
    unseen: vec[i64] = vec[i64]()
    for card in cards:
        if where[card] >= 0:
            missing[where[card]] -= 1
        elif where[card] == HIDDEN:
            where[card] = DECK
            unseen = append(unseen, card)
    left = i64(len(unseen))
    for seat in range(i64(len(missing))):
        for _ in range(missing[seat]):
            nth = chance.below(left)
            left -= 1
            where[unseen[nth]] = seat
            unseen[nth] = unseen[left]
