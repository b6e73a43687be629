"""Draws a table for one viewer in one language: places, seats, what is asked, one's own corner, the result."""

from collections.abc import Sequence

import msgspec

from kamchatka.editions.display import Counter, Display, Face, territories
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import Options
from kamchatka.kernel.state import DISCARD, State
from kamchatka.match import Match
from kamchatka.server.naming import in_words
from kamchatka.server.presentation.phases import fight, phase_bar
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
from kamchatka.texts.nobody import shown_name
from kamchatka.words import Words
from kamchatka.words.progress import objective_of, progress


class SceneBuilder:
    """One table in one language. It reads views only, and the options of the viewer's own seat."""

    def __init__(self, match: Match, players: Sequence[str], language: str) -> None:
        self.match = match
        self.language = language
        self.words = Words(language, match.edition, players)
        self.ranges = Ranges(match.game, self.words)
        self.say = phrases(language).say

    def display(self, state: State, viewer: int) -> Display:
        """What the edition shows beside armies."""
        return self.match.edition.display(self.match.game, state, viewer)

    def table(self, table: TableSeen) -> TableSeen:
        """The table with its names in this language."""
        return in_words(table, self.language)

    # -------------------------------------------------------------- the board
    def places(self, state: State, display: Display) -> tuple[PlaceSeen, ...]:
        """Every place."""
        pieces = {
            place: tuple([PieceSeen(one.kind, one.seat, one.n) for one in there])
            for place, there in display.pieces.items()
        }
        places = zip(self.match.game.board.places, state.owner, state.armies, strict=True)
        return tuple(
            [
                PlaceSeen(
                    place,
                    int(owner) if owner >= 0 else None,
                    int(armies),
                    pieces.get(place, ()),
                    display.marks.get(place, ()),
                )
                for place, owner, armies in places
            ]
        )

    # -------------------------------------------------------------- the seats
    def seats(self, state: State, display: Display, sitting: Sequence[SeatSeen]) -> tuple[SeatSeen, ...]:
        """Who sits where, with what everybody may count."""
        armies = [0] * int(state.seats)
        for place, owner in enumerate(state.owner):
            if owner >= 0:
                armies[owner] += int(state.armies[place])
        return tuple(self._seat(state, display, one, armies[one.seat]) for one in sitting)

    def _seat(self, state: State, display: Display, one: SeatSeen, armies: int) -> SeatSeen:
        seat, game = one.seat, self.match.game
        colour = int(state.colour[seat])
        return msgspec.structs.replace(
            one,
            name=shown_name(one.name, self.language),
            colour=mark_of(game, colour),
            colour_id=game.colours[colour] if colour >= 0 else "",
            colour_name=self.words.names.colour(colour) if colour >= 0 else "",
            alive=bool(state.is_alive(seat)),
            lands=territories(game.board, state, seat),
            armies=armies,
            cards=int(state.hand[seat]),
            stock=int(state.stock[seat]) if state.is_alive(seat) else 0,
            zones=self._controlled(state, display, seat),
            counters=self.counted(display.counters.get(seat, ())),
            first=int(state.first) == seat,
        )

    def neutral(self, display: Display) -> int:
        """The colour of the army that is nobody's; 0 without one."""
        return mark_of(self.match.game, display.neutral)

    def _controlled(self, state: State, display: Display, seat: int) -> tuple[str, ...]:
        zones = display.controlled(self.match.game.board, state, seat)
        return tuple(self.words.names.zones[zone] for zone in zones)

    def counted(self, counters: Sequence[Counter]) -> tuple[Counted, ...]:
        """Counters in the viewer's language."""
        return tuple(Counted(one.id, one.text(self.language), one.value) for one in counters)

    def public(self, state: State, display: Display) -> tuple[Counted, ...]:
        """Counters of the whole table; in games of one deck, the deck and the discards too."""
        shown = self.counted(display.public)
        if self.match.game.kinds or not len(state.cards):
            return shown
        discards = sum(1 for where in state.cards if where == DISCARD)
        deck = len(state.cards) - discards - sum(int(cards) for cards in state.hand)
        piles = {"deck": deck, "discards": discards}
        return (*shown, *(Counted(pile, self.say("server", pile), cards) for pile, cards in piles.items()))

    # -------------------------------------------------------------- what is going on
    def round_label(self, state: State) -> str:
        """Which round it is, or which year or epoch."""
        return self.words.lap(state) or self.say("server", "before")

    def phase(self, state: State) -> str:
        """What is going on."""
        return self.words.phase(self.match.game, state)

    def phases(self, state: State) -> tuple[PhaseName, ...]:
        """The phases of what is going on."""
        return phase_bar(self.match.game, self.words, state)

    def waiting(self, state: State, awaited: Sequence[int]) -> str:
        """Whom everybody waits for, and for what."""
        if state.over:
            return self.say("server", "over")
        names = self.words.phrases.listed([self.words.names.player(seat) for seat in awaited])
        return self.say("server", "waiting", names=names, phase=self.phase(state))

    def ask(self, state: State, seat: int, ends: float | None, per: str, options: Options | None = None) -> Ask | None:
        """What a seat is asked now, all of it or these options; `state` is the view of whoever looks."""
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
        )

    # -------------------------------------------------------------- one's own corner
    def private(self, state: State, seat: int, display: Display) -> Private:
        """Hand, objective and counters that only this seat may see; `state` is its own view."""
        hand = tuple(self._card(state, seat, card) for card in range(len(state.cards)) if state.cards[card] == seat)
        return Private(seat, hand, self.objective(state, seat), self.counted(display.secret))

    def _card(self, state: State, seat: int, card: int) -> CardSeen:
        edition = self.match.edition
        face = edition.faces[card] if card < len(edition.faces) else Face()
        board = self.match.game.board
        owned = face.place is not None and state.owner[board.places.index(face.place)] == seat
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
        """The seat's objective, as far as `state` shows it."""
        number = int(state.objective[seat])
        if number < 0:
            return None
        game, asked = self.match.game, objective_of(self.match.game, state, seat)
        marks = asked.marks(game.board) if asked is not None else []
        parts = progress(self.words.names, game, state, seat)
        return ObjectiveSeen(
            game.objectives[number],
            self.words.names.objective(number),
            tuple(game.board.places[place] for place in marks),
            tuple(Progress(part.label, part.value, part.of, part.prey) for part in parts),
        )

    # -------------------------------------------------------------- the end
    def result(self, state: State, display: Display, seats: Sequence[SeatSeen]) -> Result | None:
        """Who won and by which rule, with every objective open."""
        ending = self.match.ending
        if ending is None:
            return None
        winners = tuple(self.match.winners)
        scores = tuple(self._score(state, display, one, one.seat in winners) for one in seats)
        return Result(winners, self._ended(), ending.rule, ending.text(self.language), scores)

    def _score(self, state: State, display: Display, one: SeatSeen, won: bool) -> Score:
        score = Score(one.seat, won, one.lands, one.armies, self._was_after(state, one.seat), one.counters)
        points = display.points.get(one.seat)
        if points is None:
            return score
        return msgspec.structs.replace(
            score, points=points.total, parts=self.counted(points.parts), ties=self.counted(points.ties)
        )

    def _was_after(self, state: State, seat: int) -> str:
        number = int(state.objective[seat])
        return self.words.names.objective(number) if number >= 0 else ""

    def _ended(self) -> str:
        for fact in reversed(self.match.entries[-1].facts):
            told = self.words.fact(fact) if isinstance(fact, GameEnded) else None
            if told is not None:
                return told.text
        return self.say("server", "over")
