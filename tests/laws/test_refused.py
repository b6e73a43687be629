"""Any request at any table, in any loadable position, is either allowed or refused by a rule."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import VERBS, Action
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match, match_at
from kamchatka.words import Words
from tests.kernel.mutants_of_positions import mutants, shelf
from tests.laws.tables import Setup, advance, begin, setups

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio"]
DECISIONS = 60  # of random games, for each edition
MUTANTS = 250  # stored positions with one item exchanged; about a third can be loaded
BETWEEN = 37  # actions between two checked decisions
AMOUNTS = (-1, 0, 1, 2, 3, 4, 7, 20, 1000)


def imagined(match: Match, luck: FastChance) -> Iterator[Action]:
    """Yield actions of every verb: with random places, amounts and objects, and with the first valid ones."""
    board, cards = match.game.board, len(match.game.cards)
    for verb in range(len(VERBS)):
        for _ in range(2):
            at, to = luck.below(board.size + 1) - 1, luck.below(board.size + 1) - 1
            if at >= 0 and luck.below(2) and board.first[at] < board.first[at + 1]:
                to = int(board.links[board.first[at]])
            n = AMOUNTS[luck.below(len(AMOUNTS))]
            yield Action(verb, at, to, n, luck.below((2, 8, max(cards, 1))[luck.below(3)]))


class Questions:
    """Makes every conceivable request in one position and counts the rules of the refusals."""

    def __init__(self, edition: str) -> None:
        self.luck = FastChance(len(edition))
        self.rules = {rule.id for rule in EDITIONS[edition].rulebook.rules}
        self.clauses = Counter[str]()

    def ask(self, match: Match) -> None:
        """Make every request for all seats and the referee; each refusal has a rule and a sentence per language."""
        words = [Words(language, match.edition, PLAYERS[: match.seats]) for language in ("en", "it")]
        asked = match.awaited
        seats = {*asked[:2], REFEREE, self.luck.below(match.seats)}
        for seat in sorted(seats):
            for action in imagined(match, self.luck):
                try:
                    outer = wire.outer(match.game, action)
                    wire.inner(match.game, outer)
                except (ValueError, TypeError, LookupError, OverflowError):
                    continue  # no client can send that
                refusal = match.why_not(outer, seat)
                if refusal is not None:
                    assert refusal.rule in self.rules
                    told = [one.why(refusal, match.game, match.table) for one in words]
                    assert all(told), (refusal.clause, told)
                    assert told[0] != told[1], refusal.clause
                    self.clauses[refusal.clause] += 1


def played(edition: str, setup: Setup, seed: int) -> Iterator[Match]:
    """Yield decisions of a random game."""
    rules = EDITIONS[edition].table_rules(setup.options)
    table, luck = begin(setup, seed), FastChance(seed + 1)
    while not table.state.over:
        yield Match(EDITIONS[edition].at(rules), rules, setup.game, table)
        advance(setup.game, table, luck, BETWEEN)


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_is_refused_has_a_rule_and_a_sentence(edition: str) -> None:
    """It is checked at decisions of random games with every option."""
    questions, tables = Questions(edition), setups(edition)
    most = DECISIONS // len(tables) + 1
    for seed, setup in enumerate(tables):
        for match in islice(played(edition, setup, seed), most):
            questions.ask(match)
    assert len(questions.clauses) >= 12, questions.clauses


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_position_that_is_read_in_refuses_by_a_rule(edition: str) -> None:
    """Positions of every kind are loaded, unchanged and with other resources, hands, numbers and frames."""
    questions = Questions(edition)
    kept = [(line, options) for line, options in shelf() if line.startswith(f"{edition}/")]
    if not kept:
        pytest.skip("no position of this edition is stored")
    for line, options in kept:
        questions.ask(match_at(line, options, stored=True))
    read = 0
    for line in islice(mutants(33, [line for line, _ in kept]), MUTANTS):
        try:
            match = match_at(line, kept[0][1], stored=True)
        except Problem:
            continue
        questions.ask(match)
        read += 1
    assert read > 0
    assert len(questions.clauses) >= 12, questions.clauses
