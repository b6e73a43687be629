"""A game: an edition composed for one table.

`options` lists legal actions; `play` is the only way to change a table.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import has
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.declarations.registry import check_declarations
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import PLAY_CARD, STOP, TIME_UP, VERBS, Action, Options
from kamchatka.kernel.ports import EditionStateFactory, Ending
from kamchatka.kernel.refusal import Citation, Refusal
from kamchatka.kernel.state import blank_state
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Fact, Table

REFEREE: Final = -1  # pseudo-seat of the referee, who may call time or stop the game


@final
class Game:
    """An edition's numbered steps, endings and pieces, without the data of any match."""

    def __init__(
        self,
        name: str,
        board: Board,
        cards: list[str],
        objectives: list[str],
        colours: list[str],
        opening: AnyStep,
        endings: list[Ending],
        state_factory: EditionStateFactory,
        citations: dict[str, Citation],
        kinds: list[str] | None = None,
        excluded: dict[int, str] | None = None,
    ) -> None:
        check_declarations()
        self.name: Final = name
        self.board: Final = board
        self.cards: Final = cards  # ids, like objectives and colours; rules use the numbers
        self.objectives: Final = objectives
        self.colours: Final = colours
        self.kinds: Final[list[str]] = kinds or []  # kinds of pieces other than armies; cards have the same kinds
        self.opening: Final = opening
        self.endings: Final = endings
        self.state_factory: Final = state_factory
        self.citations: Final = citations
        self.excluded: Final[dict[int, str]] = excluded or {}  # verbs never offered at this table, each with its clause
        self.steps: Final[list[AnyStep]] = []
        self._number(opening)
        # a copy for the hot loop: mypyc type-checks items taken from a list, but not from a vec
        self._steps: Final = vec[Step](self.steps)  # type: ignore[type-arg]  # a vec takes a class, not Step[Any]
        self._endings: Final = vec[Ending](endings)

    def _number(self, step: AnyStep) -> None:
        if not hasattr(step, "index"):
            raise TypeError(f"{type(step).__name__}.__init__ doesn't call super().__init__()")
        if step.index < 0:
            if step.name() in [known.name() for known in self.steps]:
                raise ValueError(f"two steps of {self.name} are called {step.name()}: saved games need one name each")
            step.index = len(self.steps)
            self.steps.append(step)
            for part in step.parts():
                self._number(part)

    def step_called(self, name: str) -> i64:
        """Return the number of a step by its current or former name; -1 if there is none."""
        for step in self.steps:
            if step.name() == name:
                return step.index
        for step in self.steps:
            if name in step.former_names():
                return step.index
        return -1

    # -------------------------------------------------------------- tables
    def blank(self, seats: i64, chance: Chance, journal: list[Fact] | None = None) -> Table:
        """Create an empty table."""
        board = self.board
        state = blank_state(seats, board.size, board.zones, len(self.cards), self.state_factory.create(seats, board))
        return Table(board, state, chance, journal)

    def start(self, seats: i64, chance: Chance, journal: list[Fact] | None = None) -> Table:
        """Create a table at its first decision."""
        table = self.blank(seats, chance, journal)
        self.begin(table)
        return table

    def begin(self, table: Table) -> None:
        """Play from an empty table to the first decision."""
        table.open(self.opening.frame(0))
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Check endings and run automatic steps until a seat must decide or the game is over."""
        state = table.state
        while True:
            for ending in self._endings:
                if not state.over:
                    ending.check(table)
            if state.over:
                return
            frame = state.agenda[-1]
            if self._steps[frame.step].arrive(table, frame):
                return

    # -------------------------------------------------------------- decisions
    def awaits(self, table: Table) -> i64:
        """Return the seats that must decide now, as bits; none when the game is over."""
        if table.state.over:
            return 0
        frame = table.state.agenda[-1]
        return self._steps[frame.step].awaits(table, frame)

    def options(self, table: Table, seat: i64) -> Options:
        """Return the options of a seat or the referee; empty if the seat isn't awaited."""
        if seat == REFEREE:
            return self._for_referee(table)
        if not 0 <= seat < table.state.seats or not has(self.awaits(table), seat):
            return Options()
        frame = table.state.agenda[-1]
        return self._steps[frame.step].options(table, frame, seat)

    def play(self, table: Table, seat: i64, action: Action) -> None:
        """Check and play an action, then settle. The only entry point for untrusted actions."""
        self.play_from(table, seat, action, self.options(table, seat))

    def play_from(self, table: Table, seat: i64, action: Action, offered: Options) -> None:
        """Play an action for a caller that already has the options of the seat."""
        if not offered.allows(action):
            raise self.refusal(table, seat, action)
        if seat == REFEREE:
            self._declare(table, action)
        else:
            frame = table.state.agenda[-1]
            self._steps[frame.step].act(table, frame, seat, action)
        self.settle(table)

    # -------------------------------------------------------------- the referee
    def _for_referee(self, table: Table) -> Options:
        options = Options()
        if not table.state.over:
            for ending in self.endings:
                ending.offers(table, options)
            options.may(STOP)
        return options

    def _declare(self, table: Table, action: Action) -> None:
        if action.verb == STOP:
            table.note(GameEnded(0, "referee.stop"))
        else:
            for ending in self.endings:
                ending.declare(table, action)

    # -------------------------------------------------------------- refusals
    def why(self, table: Table, seat: i64, action: Action) -> str:
        """Return the clause that forbids an action; "" if it is allowed."""
        if self.options(table, seat).allows(action):
            return ""
        if table.state.over:
            return "game.over"
        if seat == REFEREE:
            return self._why_not_declared(table)
        if action.verb in (TIME_UP, STOP):
            return "referee.only"
        if action.verb in self.excluded:
            return self.excluded[action.verb]
        if not 0 <= seat < table.state.seats:  # a journal may name a seat that doesn't exist
            return "turn.not_asked"
        frame = table.state.agenda[-1]
        step = self.steps[frame.step]
        if not has(step.awaits(table, frame), seat):
            return step.passes_over(table, frame, seat)
        return step.why(table, frame, seat, action)

    def _why_not_declared(self, table: Table) -> str:
        for ending in self.endings:
            clause = ending.bars(table)
            if clause:
                return clause
        return "referee.time_up"

    def refusal(self, table: Table, seat: i64, action: Action) -> Refusal:
        """Build the refusal of an illegal action, with the paragraph that forbids it."""
        clause = self.why(table, seat, action)
        return Refusal(clause, self.citation(table, clause, action), seat, action)

    def citation(self, table: Table, clause: str, action: Action) -> Citation:
        """Find the paragraph for a clause: the most specific one the booklet has, or the general one.

        `clause@card` applies to a card that is played or asks something; `clause@Step:verb`, `clause@Step` and
        `clause:verb` apply to the current step and the requested verb. After the game, the paragraph that ended it is
        cited unless the booklet has one for `game.over`.
        """
        state = table.state
        if state.over:
            return self.citations["game.over" if "game.over" in self.citations else state.ending]
        here = clause + "@" + self.steps[state.agenda[-1].step].name()
        verb = ":" + (VERBS[action.verb] if 0 <= action.verb < len(VERBS) else "")
        for narrower in [clause + "@" + self._card_at_hand(table, action), here + verb, here, clause + verb]:
            if narrower in self.citations:
                return self.citations[narrower]
        return self.citations[clause]

    def _card_at_hand(self, table: Table, action: Action) -> str:
        """Return the name of the card that is to be played or being resolved, without its copy number."""
        card: i64 = action.what if action.verb == PLAY_CARD else -1
        for frame in table.state.agenda:  # the topmost frame comes last
            if action.verb != PLAY_CARD and frame.card_at_hand() >= 0:
                card = frame.card_at_hand()
        return self.cards[card].rstrip("0123456789").rstrip("_") if 0 <= card < len(self.cards) else ""
