"""The setting of learners: an edition's game, its action codes and the layout of its observations."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index

from kamchatka.editions import edition as find_edition
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.encoding import codes as nouns
from kamchatka.encoding.codes import CHOICES, Codes
from kamchatka.encoding.layout import Layout, lay_out
from kamchatka.encoding.observer import Observer
from kamchatka.encoding.play import Play
from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import SHAPES, STRUCTS
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import VERBS, Action, Options

NOUNS = {
    "": nouns.NOTHING,
    "card": nouns.CARD,
    "kind": nouns.KIND,
    "colour": nouns.COLOUR,
    "seat": nouns.SEAT,
    "choice": nouns.CHOICE,
    "cards": nouns.CARDS,
    "pieces": nouns.PIECES,
}
PARTS = ("least", "quarter", "half", "three quarters", "most")


@dataclass(frozen=True)
class Setting:
    """An edition composed for a number of seats, as learners use it."""

    edition: Edition
    rules: TableRules
    game: Game
    seats: int

    @classmethod
    def of(
        cls, edition: str | Edition, seats: int | None = None, options: Mapping[str, object] | None = None
    ) -> "Setting":
        """Create the setting of an edition, by name or object; by default with its largest number of seats.

        >>> Setting.of("modern", seats=4).codes.size > 100
        True
        """
        booklet = find_edition(edition) if isinstance(edition, str) else edition
        count = booklet.seats[-1] if seats is None else index(seats)
        booklet.check_seats(count)
        rules = booklet.table_rules(options or {})
        return cls(booklet.at(rules), rules, booklet.game(rules), count)

    @cached_property
    def codes(self) -> Codes:
        """The action codes."""
        game, shapes = self.game, [SHAPES[STRUCTS[verb]] for verb in range(len(VERBS))]
        return Codes(
            len(VERBS),
            len(game.board.places),
            len(game.cards),
            len(game.kinds),
            len(game.colours),
            self.seats,
            [NOUNS[shape.what] for shape in shapes],
            [shape.n == "seat" for shape in shapes],
        )

    @cached_property
    def code_names(self) -> tuple[str, ...]:
        """The meaning of each code."""
        game = self.game
        sets = [
            "+".join(kind for nth, kind in enumerate(game.kinds) if pieces >> nth & 1) or "no piece"
            for pieces in range(1 << len(game.kinds))
        ]
        return (
            *(f"verb {verb}" for verb in VERBS),
            *(f"place {place}" for place in game.board.places),
            *(f"card {card}" for card in game.cards),
            *(f"kind {kind}" for kind in game.kinds),
            *(f"colour {colour}" for colour in game.colours),
            *(f"seat +{away}" for away in range(self.seats)),
            *(f"choice {n}" for n in range(CHOICES)),
            *(f"with {pieces}" for pieces in (sets if game.kinds else [])),
            *(f"amount {n}" for n in range(nouns.EXACT)),
            *(f"amount {part}" for part in PARTS),
            "none",
        )

    @cached_property
    def _laid_out(self) -> tuple[Layout, Observer]:
        state = self.game.blank(self.seats, FastChance(0)).state
        return lay_out(self.game, self.seats, state.edition_state)

    @property
    def layout(self) -> Layout:
        """The layout of observations."""
        return self._laid_out[0]

    @property
    def observer(self) -> Observer:
        """The writer of observations."""
        return self._laid_out[1]

    def play(self, max_cycles: int | None = None, max_rounds: int | None = None) -> Play:
        """Create a game that hasn't started; limits must be at least 1."""
        for name, limit in (("max_cycles", max_cycles), ("max_rounds", max_rounds)):
            if limit is not None and index(limit) < 1:
                raise ValueError(f"{name}={limit}: 1 is the least, None is no limit")
        return Play(self.game, self.seats, self.codes, max_cycles or 0, max_rounds or 0)

    # -------------------------------------------------------------- actions and codes
    def encode(self, options: Options, seat: int, action: Action) -> list[int]:
        """Return the codes for an offered action, one per sub-step with a choice.

        Amounts without a code are rounded to the nearest one. An action that isn't offered raises ValueError.
        """
        if not options.allows(action):
            raise ValueError(f"{action} is not offered here")
        prompt, said = Prompt(self.codes), list[int]()
        prompt.begin(options, seat)
        while prompt.stage != DONE:
            said.append(int(prompt.code_for(action)))
            prompt.choose(said[-1])
        return said

    def decode(self, options: Options, seat: int, said: list[int]) -> Action:
        """Return the action for a seat's codes; raise ValueError if they are illegal, too few or too many."""
        prompt = Prompt(self.codes)
        prompt.begin(options, seat)
        for code in said:
            if prompt.stage == DONE:
                raise ValueError(f"{len(said)} codes, and the action was said before the last")
            prompt.choose(code)
        if prompt.stage != DONE:
            raise ValueError(f"{len(said)} codes say no whole action")
        return prompt.action()
