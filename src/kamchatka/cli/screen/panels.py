"""The panels beside the board: seats, private information of the current player, recent events."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kamchatka.cli.screen.palette import ACCENT, mark_of
from kamchatka.editions.display import Counter, Display
from kamchatka.editions.holdings import territories
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import NOBODY, State
from kamchatka.words import Sentence, Words
from kamchatka.words.progress import Part, progress, trio_worth


class Panels:
    """Draws panels for one game in one language. The state must contain only what the reader may know."""

    def __init__(self, game: Game, words: Words, is_bot: Sequence[bool]) -> None:
        self.game = game
        self.words = words
        self.is_bot = is_bot

    # -------------------------------------------------------------- seats
    def seats(self, state: State, active: int) -> Group:
        """Build one row per seat (mark, name, territories, armies, cards, turn arrow), then rows for continents."""
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bright_black")
        say = self.words.phrases.say
        for name in ("", "", "", "territories", "armies", "cards"):
            table.add_column(say("screen", name) if name else "", justify="right" if name else "left", no_wrap=True)
        more = self.words.edition.display(self.game, state, -1)
        for seat in range(state.seats):
            table.add_row(*self._seat(state, seat, active), self._render_counters(more.counters.get(seat, ())))
        if neutral := list(self._neutral(state)):
            table.add_row(*neutral)
        return Group(
            table, *self._continents(state, more), *([self._render_counters(more.public)] if more.public else [])
        )

    def _render_counters(self, counters: Sequence[Counter]) -> Text:
        """Render counters, leaving out zeros."""
        named = [f"{counter.text(self.words.language)} {counter.value}" for counter in counters if counter.value]
        return Text(" · ".join(named), "bright_black")

    def _continents(self, state: State, more: Display) -> Iterator[Text]:
        """Yield rows with the continents that each player holds."""
        board, names, held = self.game.board, self.words.names, Text()
        for seat in range(state.seats):
            whole = more.zones_of(board, state, seat)
            if whole:
                held.append("  " if held else "").append_text(mark_of(self.game, state, seat).badge())
                held.append(" " + ", ".join(names.zones[zone] for zone in whole))
        if held:
            yield held

    def _seat(self, state: State, seat: int, active: int) -> Iterator[RenderableType]:
        board = self.game.board
        is_alive = bool(state.is_alive(seat))
        armies = sum(int(state.armies[place]) for place in range(board.size) if state.owner[place] == seat)
        yield Text("▶" if seat == active else " ", ACCENT)
        yield mark_of(self.game, state, seat).badge()
        name = Text.assemble((self.words.names.player(seat), "bold" if is_alive else "strike dim"))
        bot = self.words.phrases.say("screen", "bot")
        yield name.append(f" {bot}", "bright_black") if self.is_bot[seat] else name
        yield str(territories(board, state, seat))
        yield Text(str(armies)).append(f"+{state.stock[seat]}", "green") if state.stock[seat] else str(armies)
        yield str(state.hand[seat])

    def _neutral(self, state: State) -> Iterator[RenderableType]:
        """Yield the row of the neutral armies, in editions that have them."""
        held = [place for place in range(self.game.board.size) if state.owner[place] == NOBODY and state.armies[place]]
        if held:
            yield from ("", mark_of(self.game, state, NOBODY).badge(), self.words.phrases.say("screen", "neutral"))
            yield from (str(len(held)), str(sum(int(state.armies[place]) for place in held)))

    # -------------------------------------------------------------- private information of one seat
    def private(self, state: State, seat: int) -> Group:
        """Return the objective with its progress, the cards in hand, and other private information."""
        secret = self.words.edition.display(self.game, state, seat).secret
        return Group(
            self.objective(state, seat),
            *([self.hand(state, seat)] if state.hand[seat] else []),
            *([self._render_counters(secret)] if secret else []),
        )

    def private_row(self, state: State, seat: int) -> Group:
        """Return the private information with the seat's mark, for games shown with all information."""
        line = mark_of(self.game, state, seat).badge()
        line.append(f" {self.words.names.player(seat)} ", "bold")
        hand = [self.hand(state, seat)] if state.hand[seat] else []
        return Group(line.append_text(self.objective(state, seat)), *hand)

    def objective(self, state: State, seat: int) -> Text:
        """Return the objective with its progress."""
        say, number = self.words.phrases.say, int(state.objective[seat])
        if number < 0:
            return Text(say("screen", "no_objective") if self.game.objectives else "", "bright_black")
        text = Text.assemble((say("screen", "objective"), "bright_black"), " ", self.words.names.objective(number))
        if progress := self.progress(state, seat):
            text.append(f"  ({progress})", ACCENT)
        return text

    def progress(self, state: State, seat: int) -> str:
        """Return the seat's progress towards its objective, part by part."""
        return ", ".join(self._part(part) for part in progress(self.words.names, self.game, state, seat))

    def _part(self, part: Part) -> str:
        if part.prey is not None:
            return self.words.phrases.say("screen", "prey", name=part.label, places=part.value)
        return f"{part.label} {part.value}/{part.of}".lstrip()

    def hand(self, state: State, seat: int) -> Text:
        """Return the cards in hand, with a star on cards that show one of the seat's territories."""
        cards = [card for card in range(len(state.cards)) if state.cards[card] == seat]
        if not cards:
            return Text(self.words.phrases.say("screen", "no_cards"), "bright_black")
        text = Text.assemble((self.words.phrases.say("screen", "hand", cards=len(cards)), "bright_black"), " ")
        for n, card in enumerate(cards):
            text.append(" · " if n else "", "bright_black").append(self.words.names.card(card))
            text.append("*" if self._shows_own(state, seat, card) else "", ACCENT)
        return text

    def _shows_own(self, state: State, seat: int, card: int) -> bool:
        """Return True if a card shows one of the seat's territories."""
        places = self.game.board.places
        return card < len(places) and self.game.cards[card] == places[card] and bool(state.owner[card] == seat)

    def texts(self, state: State, seat: int) -> Iterator[Text]:
        """Return name, price and text of those cards in hand that have a text."""
        faces = self.words.edition.faces
        for card in range(min(len(faces), len(self.game.cards))):  # a table option may leave out the deck's last cards
            if state.cards[card] == seat and faces[card].text(self.words.language):
                face = faces[card]
                line = Text(f"{self.words.names.card(card)} ", "bold")
                line.append(f"[{face.cost}] " if face.cost is not None else "", ACCENT)
                yield line.append(face.text(self.words.language), "not bold")

    def trio_worth(self, state: State, seat: int, trio: int) -> int:
        """Return the armies that a trio brings; 0 if trios have no fixed value."""
        return trio_worth(self.game, state, seat, trio)

    # -------------------------------------------------------------- events
    def sentence(self, state: State, told: Sentence, is_set: bool = True) -> RenderableType:
        """Render one event: mark, sentence and rule. `is_set` aligns long sentences in columns; new turns stand out."""
        mark = mark_of(self.game, state, -1 if told.seat is None else told.seat)
        if told.is_heading:
            return mark.badge().append(f" {told.text}", f"bold {ACCENT}")
        line = Text(told.text)
        line.highlight_words(self.words.names.places, "bold")
        if told.detail:
            line.append(f"  {told.detail}", "bright_black")
        if told.rules:
            line.append("  " + " ".join(told.rules), "bright_black")
        if not is_set:
            return Text("  ").append_text(mark.badge()).append(" ").append_text(line)
        row = Table.grid(padding=(0, 1, 0, 0))
        row.add_row(mark.badge(), line)
        return Padding(row, (0, 0, 0, 2))

    def log(self, state: State, told: Sequence[Sentence]) -> Group:
        """Render events, oldest first."""
        return Group(*(self.sentence(state, one) for one in told))
