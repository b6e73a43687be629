"""All that is true on the table, secrets and agenda included. Changed only by noting facts (`kernel.table`)."""

from abc import abstractmethod
from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.data import Data
from kamchatka.kernel.schema.fields import SEAT, STEP, Fields
from kamchatka.kernel.schema.rows import Rows

NOBODY: Final = -1  # as owner, winner, seat asked
DECK: Final = -1  # as the place of a card
DISCARD: Final = -2
HIDDEN: Final = -0x4000_0000_0000_0000  # in a view: the viewer may not know; the least short int of mypyc, no amount
EMPTY: Final = vec[i64]()
AS_SEATED: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7])  # the order of play when nothing else settles it


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Data):
    """One thing to be decided, as plain data; subclasses add fields, named as the parameters of their `__init__`.

    Never changed once made, so copies of a state share it. Fields are ints, bools and tuples of ints. A class of frames
    says who may see them: it is a PublicFrame, or it has a `seen_by` of its own.
    """

    FIELDS: ClassVar[Fields] = {"step": STEP, "seat": SEAT}  # a subclass declares those that it adds
    FORMER: ClassVar[tuple[str, ...]] = ()  # what games stored by earlier versions call the class

    def __init__(self, step: i64, seat: i64) -> None:
        self.step: Final[i64] = step  # the rule object that answers for it (index in the game)
        self.seat: Final[i64] = seat

    def card_at_hand(self) -> i64:
        """The card that it carries out, if it carries out one."""
        return NOBODY

    @abstractmethod
    def seen_by(self, seat: i64) -> "Frame":
        """What that seat may know of it: HIDDEN stands for what it may not."""
        raise NotImplementedError

    def imagined(self, state: "State", chance: Chance) -> "Frame":
        """A frame seen with hidden parts, the hidden parts dealt anew."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicFrame(Frame):
    """A frame of which everybody knows everything."""

    def seen_by(self, seat: i64) -> Frame:
        return self


@mypyc_attr(free_list_len=1)
@final
class PlainFrame(PublicFrame):
    """A step to be taken by a seat, and nothing more."""

    FORMER: ClassVar[tuple[str, ...]] = ("Frame",)


@final
class Neutrals:
    """The army that is nobody's, with two seats: its colour, and what of it is not yet placed."""

    def __init__(self, colour: i64 = NOBODY, stock: i64 = 0) -> None:
        self.colour: i64 = colour
        self.stock: i64 = stock

    def copy(self) -> "Neutrals":
        """An independent copy."""
        return Neutrals(self.colour, self.stock)


@mypyc_attr(allow_interpreted_subclasses=True)
class EditionState:
    """What one edition alone keeps; that edition's chapter subclasses it and says who may see it.

    It is a PublicEditionState, or it has a `seen_by` of its own.
    """

    ROWS: ClassVar[Rows] = ()  # what `rows` gives, row by row; (): bare numbers

    @abstractmethod
    def copy(self) -> "EditionState":
        """An independent copy."""
        raise NotImplementedError

    def rows(self) -> list[list[int]]:
        """Everything it holds, as plain numbers (saving, comparing)."""
        return []

    def load(self, rows: list[list[int]]) -> None:
        """Take over what `rows` gave."""

    @abstractmethod
    def seen_by(self, seat: i64) -> "EditionState":
        """What that seat may know of it: HIDDEN stands for what it may not."""
        raise NotImplementedError

    def imagined(self, state: "State", chance: Chance) -> "EditionState":
        """The hidden parts dealt anew; hands and objectives have been dealt before."""
        return self.copy()

    def deal_hands(self, state: "State", chance: Chance) -> None:
        """The hidden cards, as many to each seat as it is seen to hold; an edition may know more about them."""
        deal_hidden(state.cards, vec[i64]([card for card in range(len(state.cards))]), state.hand, chance)

    def neutrals(self) -> Neutrals:
        """The neutral army of an edition that has one."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicEditionState(EditionState):
    """State in which everything is public."""

    def seen_by(self, seat: i64) -> EditionState:
        return self.copy()


@final
class NoEditionState(PublicEditionState):
    """For an edition that keeps nothing of its own."""

    def copy(self) -> EditionState:
        return self


def fill(n: int, value: int) -> vec[i64]:
    """n times the same value."""
    return vec[i64]([value] * n) if n else EMPTY


@final
class State:
    """The whole position. No seed, no log, no clock, no edition."""

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
        self.cards = cards  # by card: a seat, DECK or DISCARD; the deck keeps no order
        self.lands = lands  # places held, by seat
        self.held = held  # places held, by seat and zone
        self.stock = stock  # armies received and not yet placed, by seat
        self.hand = hand  # cards held, by seat
        self.objective = objective  # by seat; NOBODY before the deal
        self.colour = colour  # by seat; NOBODY before it is chosen
        self.out_by = out_by  # by seat: who eliminated it
        self.fallen: i64 = 0  # seats eliminated
        self.first: i64 = NOBODY  # the seat that plays first in a round
        self.turn: i64 = NOBODY
        self.round: i64 = 0
        self.conquests: i64 = 0  # in this turn
        self.reshuffles: i64 = 0  # times the discards became the deck
        self.winners: i64 = 0  # seats, as bits, once it is over
        self.over: bool = False
        self.ending: str = ""  # the clause that ended it
        self.order: vec[i64] = AS_SEATED  # the seats in order of play; replaced whole, so copies share it
        self.agenda = agenda
        self.edition_state = edition_state

    def copy(self) -> "State":
        """An independent copy; frames, which never change, are shared."""
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
        """The single numbers and the order of play, all of them public."""
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
        """The order of play, from interpreted code: a vector that it handed over itself would never be let go of."""
        self.order = vec[i64](seats)

    def is_alive(self, seat: i64) -> bool:
        """Whether the seat has not been eliminated."""
        return self.out_by[seat] == NOBODY

    def rank(self, seat: i64) -> i64:
        """Its place in the order of play, from 0."""
        rank: i64 = 0
        while self.order[rank] != seat:
            rank += 1
        return rank

    def after(self, seat: i64) -> i64:
        """The seat that follows in the order of play, in the game or not."""
        rank = self.rank(seat) + 1
        return self.order[i64(0) if rank == self.seats else rank]

    def next_alive(self, seat: i64) -> i64:
        """The next seat, in the order of play, that is still in the game."""
        while True:
            seat = self.after(seat)
            if self.out_by[seat] == NOBODY:
                return seat

    def passes(self, seat: i64, following: i64, mark: i64) -> bool:
        """Whether going from a seat's turn to the following one leaves `mark` behind."""
        rank = self.rank(seat)
        span = (self.rank(following) - rank + self.seats - 1) % self.seats
        return (self.rank(mark) - rank + self.seats) % self.seats <= span


def blank_state(seats: int, places: int, zones: int, cards: int, edition_state: EditionState) -> State:
    """An empty board, everything in the box."""
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
    """Of these cards, the HIDDEN ones go at random to the seats, as many to each as it holds; the rest is the deck."""
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
