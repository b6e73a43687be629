"""Puzzles for display: scene, question, and answers with all their figures."""

from kamchatka.analysis.puzzles import OBJECTIVE, PLACE, Puzzle, PuzzleTable, of_the_day, puzzles_of, shelves
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.options import ATTACK, INVADE, PASS, Action
from kamchatka.match import Match
from kamchatka.server.clock import wall_time
from kamchatka.server.display_names import edition_name
from kamchatka.server.faults import Fault
from kamchatka.server.study.positions import chain_of, colour_names, position_seen
from kamchatka.server.study.study_payloads import ChainSeen, PuzzleChoiceSeen, PuzzleSeen, ShelfSeen, TrainerSeen
from kamchatka.words import Words

DAY = 86_400  # seconds


def trainer_seen(language: str) -> TrainerSeen:
    """Return all puzzles and the puzzle of the day."""
    day = int(wall_time() // DAY)
    edition, puzzle = of_the_day(day)
    rows = tuple(
        ShelfSeen(
            id,
            edition_name(id, language),
            tuple(one.id for one in found),
            tuple(one.kind for one in found),
            tuple(one.rating for one in found),
        )
        for id, found in shelves().items()
    )
    return TrainerSeen(rows, edition, puzzle.id, day)


def puzzle_seen(edition: str, id: str, language: str) -> PuzzleSeen:
    """Return one puzzle; raise a Fault if it doesn't exist."""
    puzzle = next((one for one in puzzles_of(edition) if one.id == id), None)
    if puzzle is None:
        raise Fault("not_found")
    return PuzzleTeller(edition, puzzle, language).describe()


class PuzzleTeller:
    """Describes a puzzle in one language."""

    def __init__(self, edition: str, puzzle: Puzzle, language: str) -> None:
        self.puzzle = puzzle
        self.language = language
        self.edition = edition
        booklet = find_edition(edition)
        self.table = PuzzleTable(booklet, puzzle)
        rules = booklet.table_rules(puzzle.options, kept=True)
        self.match = Match(booklet.at(rules), rules, self.table.game, self.table.table, puzzle.position, [])
        self.words = Words(language, self.match.edition, colour_names(self.match, language))

    def describe(self) -> PuzzleSeen:
        """Return the whole puzzle with its solution."""
        puzzle, state = self.puzzle, self.table.view.state
        own = int(state.objective[puzzle.seat])
        return PuzzleSeen(
            self.edition,
            edition_name(self.edition, self.language),
            puzzle.id,
            puzzle.kind,
            puzzle.rating,
            position_seen(self.match, self.language),
            self.question(),
            self.words.names.objective(own) if own >= 0 else "",
            tuple(self.words.action(self.table.read(deed)) for deed in puzzle.deeds),
            self.choices(),
            puzzle.answer,
            puzzle.ahead,
            puzzle.worlds,
            puzzle.decisions,
        )

    def question(self) -> str:
        """Return the question."""
        puzzle, names = self.puzzle, self.words.names
        return self.words.phrases.say(
            "study",
            f"ask_{puzzle.kind}",
            seat=names.player(puzzle.seat),
            suspect=names.player(puzzle.suspect),
            armies=int(self.table.view.state.stock[puzzle.seat]),
        )

    def choices(self) -> tuple[PuzzleChoiceSeen, ...]:
        """Return the possible answers."""
        if self.puzzle.kind == OBJECTIVE:
            objectives = [number_of(self.table.game, "objective", one.objective) for one in self.puzzle.choices]
            return tuple(
                PuzzleChoiceSeen(self.words.names.objective(card), 0.0, 0.0, one.fits, None, None, ())
                for card, one in zip(objectives, self.puzzle.choices, strict=True)
            )
        return tuple(
            PuzzleChoiceSeen(
                self.describe_answer(action),
                one.promise,
                one.error,
                0,
                self.battle(action),
                self.guard(action) if self.puzzle.kind == PLACE else None,
                tuple(self.table.game.board.places[place] for place in (action.at, action.to) if place >= 0),
            )
            for action, one in zip(self.table.actions(), self.puzzle.choices, strict=True)
        )

    def describe_answer(self, action: Action) -> str:
        """Describe an answer. Passing is described by the step."""
        if action.verb != PASS:
            return self.words.action(action)
        step = self.table.game.steps[self.table.view.state.agenda[-1].step].name()
        return self.words.phrases.find("pass", step) or self.words.phrases.say("pass", "any")

    def battle(self, action: Action) -> ChainSeen | None:
        """Return the exact odds of an attack."""
        if action.verb not in (ATTACK, INVADE):
            return None
        return chain_of(self.match, [int(action.at), int(action.to)])

    def guard(self, action: Action) -> tuple[float, float]:
        """Return the probabilities that the strongest neighbour takes the place, before and after the placement."""
        return self._falls(action, 0), self._falls(action, int(action.n))

    def _falls(self, action: Action, more: int) -> float:
        board, state, place = self.table.game.board, self.table.table.state, int(action.at)
        beside = [int(board.links[i]) for i in range(board.first[place], board.first[place + 1])]
        state.armies[place] += more
        found = [
            self.match.edition.battles.forecast(self.table.game, self.table.table, other, place)
            for other in beside
            if state.owner[other] >= 0 and state.owner[other] != state.owner[place]
        ]
        state.armies[place] -= more
        return max((one.wins for one in found if one is not None), default=0.0)
