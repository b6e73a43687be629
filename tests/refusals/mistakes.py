"""Mistakes that people make, in random games: actions legal before, legal for another seat, or with one army too many.

Rule tests show each rule in isolation; whole games meet clauses in steps and with verbs that no test covers. The search
is short and deterministic.
"""

from collections.abc import Iterator
from itertools import islice

from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import PASS, STOP, TIME_UP, Action
from kamchatka.kernel.table import Table
from tests.laws.tables import Setup, begin, setups
from tests.refusals.examples import Example, step_of

DECISIONS = 300  # in each game
GAMES = 14
REMEMBERED = 40  # the latest legal actions, which a player might still want
TRIES = 3
ALWAYS = (PASS, STOP, TIME_UP)  # to continue or to end everything

Seen = set[tuple[str, str, int]]  # clause, step, verb


class Search:
    """One random game and the mistakes made in it."""

    def __init__(self, setup: Setup, seed: int, seen: Seen) -> None:
        self.setup = setup
        self.seen = seen
        self.game = setup.game
        self.rules = EDITIONS[setup.edition].table_rules(setup.options)
        self.luck = FastChance(seed)
        self.memory: list[Action] = []

    def run(self) -> Iterator[Example]:
        """Play the game; after its end try that nothing is allowed any more."""
        table = begin(self.setup, self.luck.below(1_000_000))
        for _ in range(DECISIONS):
            if table.state.over:
                break
            yield from self.decision(table)
        if table.state.over:
            yield from self.refused(table, REFEREE, [Action(TIME_UP)])
        for seat in range(table.state.seats):
            yield from self.refused(table, seat, self.remembered())

    def decision(self, table: Table) -> Iterator[Example]:
        """Try mistakes of the seats that are asked and of others; then take a legal action."""
        asked = members(self.game.awaits(table))
        seat = asked[self.luck.below(len(asked))]
        offered = self.game.options(table, seat)
        right = [offered.sample(self.luck) for _ in range(TRIES)]
        wrong = [bent for action in right for bent in self.bent(table, action)]
        yield from self.refused(table, seat, [*wrong, *self.remembered(), *(Action(verb) for verb in ALWAYS)])
        idle = [other for other in range(table.state.seats) if other not in asked]
        if idle:
            yield from self.refused(table, idle[self.luck.below(len(idle))], right)
        yield from self.refused(table, REFEREE, [Action(TIME_UP)])
        self.memory = [*right, *self.memory][:REMEMBERED]
        self.game.play_from(table, seat, right[0], offered)

    def remembered(self) -> list[Action]:
        """Return actions that were legal before, for this seat or another; the latest of each verb."""
        return list({int(action.verb): action for action in reversed(self.memory)}.values())

    def bent(self, table: Table, action: Action) -> Iterator[Action]:
        """Return similar actions: one more, one less, swapped, a place nearby, another player's place."""
        verb, at, to, n, what = action.key()
        yield Action(verb, at, to, n + 1, what)
        if n > 0:
            yield Action(verb, at, to, n - 1, what)
        if to >= 0:
            yield Action(verb, to, at, n, what)
            yield Action(verb, at, self.luck.below(table.board.size), n, what)
        if at >= 0:
            yield Action(verb, self.luck.below(table.board.size), to, n, what)
            links = table.board.links[table.board.first[at] : table.board.first[at + 1]]
            near = int(links[self.luck.below(len(links))]) if len(links) else at
            yield Action(verb, near, to, n, what) if to < 0 else Action(verb, at, near, n, what)
        yield Action(verb, at, to, n, self.luck.below(max(2 * what, 8)))

    def refused(self, table: Table, seat: int, actions: list[Action]) -> Iterator[Example]:
        """Record refused actions that are the first of their kind."""
        step = step_of(self.game, table)
        for action in actions:
            clause = self.game.why(table, seat, action)
            kind = (clause, step, int(action.verb))
            if clause and kind not in self.seen:
                example = Example.of(self.game, self.rules, table, seat, action, clause)
                if example is not None and example.still_holds():
                    self.seen.add(kind)
                    yield example


def search(booklet: str) -> Iterator[Example]:
    """Return the mistakes of some games at all kinds of tables, starting with default options."""
    editions = [edition.id for edition in EDITIONS.values() if edition.booklet == booklet]
    seen: Seen = set()
    for edition in editions:
        tables = setups(edition)
        spread = tables[:: max(1, len(tables) // GAMES)]
        for seed, setup in enumerate(islice(spread, GAMES)):
            yield from Search(setup, seed, seen).run()
