"""Draws a table for one viewer in one language: places, seats, question, private part and result."""

from collections.abc import Sequence

import msgspec

from kamchatka.editions.display import Counter, Display, Face
from kamchatka.editions.holdings import territories
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import Options
from kamchatka.kernel.state import DISCARD, State
from kamchatka.match import Match
from kamchatka.server.display_names import in_words
from kamchatka.server.presentation.phases import fight, phase_bar
from kamchatka.server.presentation.placements import Rest
from kamchatka.server.presentation.ranges import Ranges, mark_of
from kamchatka.server.protocol.scene_types import (
    Ask,
    CardSeen,
    Counted,
    ObjectiveSeen,
    PhaseName,
    PieceSeen,
    PlaceSeen,
    Private,
    Progress,
    Result,
    Score,
    SeatSeen,
    TableSeen,
)
from kamchatka.texts import phrases
from kamchatka.texts.deleted_players import display_name
from kamchatka.words import Words
from kamchatka.words.progress import objective_of, progress

Pieces = dict[str, tuple[PieceSeen, ...]]  # by place id


class SceneBuilder:
    """One table in one language. It reads views only, and the options of the viewer's own seat."""

    def __init__(self, match: Match, players: Sequence[str], language: str) -> None:
        self.match = match
        self.language = language
        self.words = Words(language, match.edition, players)
        self.ranges = Ranges(match.game, self.words)
        self.say = phrases(language).say
        self.marks: dict[int, tuple[str, ...]] = {}  # by objective
        self.cards: dict[tuple[int, bool], CardSeen] = {}  # by card number, and whether its territory is owned
        self.shows = [self._place_on_card(card) for card in range(len(match.game.cards))]
        self.seated: dict[int, tuple[object, SeatSeen]] = {}  # by seat: the inputs of the last drawing, and the drawing
        self.bars: dict[tuple[int, ...], tuple[PhaseName, ...]] = {}  # by the steps under way
        self.named: tuple[TableSeen, TableSeen] | None = None  # the last table given, and the same with its names

    def display(self, state: State, viewer: int) -> Display:
        """Return what the edition shows besides armies."""
        return self.match.edition.display(self.match.game, state, viewer)

    def table(self, table: TableSeen) -> TableSeen:
        """Return the table with its names in this language, cached because it rarely changes."""
        if self.named is None or self.named[0] is not table:
            self.named = table, in_words(table, self.language)
        return self.named[1]

    # -------------------------------------------------------------- the board
    def places(self, state: State, display: Display) -> tuple[PlaceSeen, ...]:
        """Return every place."""
        pieces = _pieces(display)
        return tuple([self._place(state, display, pieces, place) for place in range(self.match.game.board.size)])

    def refresh(self, before: tuple[PlaceSeen, ...], state: State, display: Display) -> tuple[PlaceSeen, ...]:
        """Return every place, reusing the previous objects for unchanged ones."""
        pieces, marks = _pieces(display), display.marks
        places = list(before)
        for place, old in enumerate(before):
            owner = int(state.owner[place])
            if (
                old.armies != int(state.armies[place])
                or (old.owner if old.owner is not None else -1) != (owner if owner >= 0 else -1)
                or old.pieces != pieces.get(old.id, ())
                or old.marks != marks.get(old.id, ())
            ):
                places[place] = self._place(state, display, pieces, place)
        return tuple(places)

    def _place(self, state: State, display: Display, pieces: Pieces, place: int) -> PlaceSeen:
        name, owner = self.match.game.board.places[place], int(state.owner[place])
        return PlaceSeen(
            name,
            owner if owner >= 0 else None,
            int(state.armies[place]),
            pieces.get(name, ()),
            display.marks.get(name, ()),
        )

    # -------------------------------------------------------------- the seats
    def seats(self, state: State, display: Display, sitting: Sequence[SeatSeen]) -> tuple[SeatSeen, ...]:
        """Return the seats with everything that is public about them."""
        armies = [0] * int(state.seats)
        for place, owner in enumerate(state.owner):
            if owner >= 0:
                armies[owner] += int(state.armies[place])
        return tuple([self._seat(state, display, one, armies[one.seat]) for one in sitting])

    def _seat(self, state: State, display: Display, one: SeatSeen, armies: int) -> SeatSeen:
        """Draw a seat. An unchanged seat is the same object as before."""
        seat: int = one.seat
        alive = bool(state.is_alive(seat))
        drawn = (
            one,
            int(state.colour[seat]),
            alive,
            territories(self.match.game.board, state, seat),
            armies,
            int(state.hand[seat]),
            int(state.stock[seat]) if alive else 0,
            display.zones_of(self.match.game.board, state, seat),
            display.counters.get(seat, ()),
            int(state.first) == seat,
            int(state.out_by[seat]),
        )
        known = self.seated.get(seat)
        if known is None or known[0] != drawn:
            known = self.seated[seat] = drawn, self._draw_seat(*drawn)
        return known[1]

    def _draw_seat(
        self,
        one: SeatSeen,
        colour: int,
        alive: bool,
        lands: int,
        armies: int,
        cards: int,
        stock: int,
        zones: tuple[int, ...],
        counters: Sequence[Counter],
        first: bool,
        out_by: int,
    ) -> SeatSeen:
        return msgspec.structs.replace(
            one,
            name=display_name(one.name, self.language),
            colour=mark_of(self.match.game, colour),
            colour_id=self.match.game.colours[colour] if colour >= 0 else "",
            colour_name=self.words.names.colour(colour) if colour >= 0 else "",
            alive=alive,
            lands=lands,
            armies=armies,
            cards=cards,
            stock=stock,
            zones=tuple([self.words.names.zones[zone] for zone in zones]),
            counters=self.describe_counters(counters),
            first=first,
            out_by=None if alive or out_by < 0 else out_by,
        )

    def neutral(self, display: Display) -> int:
        """Return the mark of the neutral army's colour; 0 without one."""
        return mark_of(self.match.game, display.neutral)

    def describe_counters(self, counters: Sequence[Counter]) -> tuple[Counted, ...]:
        """Return the counters in the viewer's language."""
        return tuple([Counted(one.id, one.text(self.language), one.value) for one in counters])

    def public(self, state: State, display: Display) -> tuple[Counted, ...]:
        """Return the table's counters. In games with a single deck, include deck and discards."""
        shown = self.describe_counters(display.public)
        if self.match.game.kinds or not len(state.cards):
            return shown
        discards = sum(1 for where in state.cards if where == DISCARD)
        deck = len(state.cards) - discards - sum(int(cards) for cards in state.hand)
        piles = {"deck": deck, "discards": discards}
        return (*shown, *(Counted(pile, self.say("server", pile), cards) for pile, cards in piles.items()))

    # -------------------------------------------------------------- phases and questions
    def round_label(self, state: State) -> str:
        """Return the label of the current round, year or epoch."""
        return self.words.lap(state) or self.say("server", "before")

    def phase(self, state: State) -> str:
        """Return the label of the current phase."""
        return self.words.phase(self.match.game, state)

    def phases(self, state: State) -> tuple[PhaseName, ...]:
        """Return the phases of the current turn."""
        if state.over:
            return ()
        steps = tuple([int(frame.step) for frame in state.agenda])
        if steps not in self.bars:
            self.bars[steps] = phase_bar(self.match.game, self.words, state)
        return self.bars[steps]

    def waiting(self, state: State, awaited: Sequence[int]) -> str:
        """Say who must answer, and what."""
        if state.over:
            return self.say("server", "over")
        names = self.words.phrases.join_items([self.words.names.player(seat) for seat in awaited])
        return self.say("server", "waiting", names=names, phase=self.phase(state))

    def ask(
        self, state: State, seat: int, ends: float | None, per: str, options: Options | None = None, rest: Rest = ""
    ) -> Ask | None:
        """Return the question to a seat with all its options, or just these. `state` is the viewer's view."""
        options = options or self.match.options(seat)
        if not options.ranges:
            return None
        question = self.words.question(self.match.game, state, options, seat)
        at_zero = self.say("server", f"at_zero_{per}") if ends is not None else None
        return Ask(
            seat,
            question,
            self.ranges.all(options, state, seat, self.match.table),
            ends,
            at_zero,
            fight(self.match.game, state),
            rest,
        )

    # -------------------------------------------------------------- the viewer's private part
    def private(self, state: State, seat: int, display: Display) -> Private:
        """Return the hand, objective and counters that only this seat may see. `state` is its own view."""
        hand = tuple([self._card(state, seat, card) for card in range(len(state.cards)) if state.cards[card] == seat])
        return Private(seat, hand, self.objective(state, seat), self.describe_counters(display.secret))

    def _card(self, state: State, seat: int, card: int) -> CardSeen:
        shows = self.shows[card]
        owned = shows >= 0 and int(state.owner[shows]) == seat
        if (card, owned) not in self.cards:
            self.cards[card, owned] = self._describe_card(card, owned)
        return self.cards[card, owned]

    def _face(self, card: int) -> Face:
        faces = self.match.edition.faces
        return faces[card] if card < len(faces) else Face()

    def _place_on_card(self, card: int) -> int:
        """Return the number of the territory that a card shows; -1 for none."""
        place = self._face(card).place
        return -1 if place is None else self.match.game.board.places.index(place)

    def _describe_card(self, card: int, owned: bool) -> CardSeen:
        face = self._face(card)
        return CardSeen(
            self.match.game.cards[card],
            self.words.names.card(card),
            face.kind,
            face.place,
            face.text(self.language),
            face.cost,
            owned,
        )

    def objective(self, state: State, seat: int) -> ObjectiveSeen | None:
        """Return the seat's objective, as far as `state` shows it."""
        number = int(state.objective[seat])
        if number < 0:
            return None
        game = self.match.game
        parts = progress(self.words.names, game, state, seat)
        return ObjectiveSeen(
            game.objectives[number],
            self.words.names.objective(number),
            self._marks(state, seat, number),
            tuple([Progress(part.label, part.value, part.of, part.prey) for part in parts]),
        )

    def _marks(self, state: State, seat: int, number: int) -> tuple[str, ...]:
        """Return the places that an objective names, which never change."""
        if number not in self.marks:
            game, asked = self.match.game, objective_of(self.match.game, state, seat)
            marks = asked.marks(game.board) if asked is not None else []
            self.marks[number] = tuple([game.board.places[place] for place in marks])
        return self.marks[number]

    # -------------------------------------------------------------- the result
    def result(self, state: State, display: Display, seats: Sequence[SeatSeen]) -> Result | None:
        """Return the winners, the rule that ended the game, and all objectives revealed."""
        ending = self.match.ending
        if ending is None:
            return None
        winners = tuple(self.match.winners)
        scores = tuple(self._score(state, display, one, one.seat in winners) for one in seats)
        return Result(winners, self._describe_end(), ending.rule, ending.text(self.language), scores)

    def _score(self, state: State, display: Display, one: SeatSeen, won: bool) -> Score:
        score = Score(one.seat, won, one.lands, one.armies, self._was_after(state, one.seat), one.counters)
        points = display.points.get(one.seat)
        if points is None:
            return score
        return msgspec.structs.replace(
            score,
            points=points.total,
            parts=self.describe_counters(points.parts),
            ties=self.describe_counters(points.ties),
        )

    def _was_after(self, state: State, seat: int) -> str:
        number = int(state.objective[seat])
        return self.words.names.objective(number) if number >= 0 else ""

    def _describe_end(self) -> str:
        for fact in reversed(self.match.entries[-1].facts):
            told = self.words.fact(fact) if isinstance(fact, GameEnded) else None
            if told is not None:
                return told.text
        return self.say("server", "over")


def _pieces(display: Display) -> Pieces:
    """Return the pieces besides armies by place; most games have none."""
    return {
        place: tuple([PieceSeen(one.kind, one.seat, one.n) for one in there]) for place, there in display.pieces.items()
    }
