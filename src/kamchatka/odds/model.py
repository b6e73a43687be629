"""Models of each edition's battles: the interface that the odds use, and the model of battles without pieces."""

from dataclasses import replace

from mypy_extensions import mypyc_attr

from kamchatka.kernel.battle import Battle
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat, Defence
from kamchatka.kernel.table import Fact, Table
from kamchatka.odds.battle import LARGEST
from kamchatka.odds.dice import THREE_DICE, DiceRule, Side
from kamchatka.odds.forecast import Forecast, forecast_battle
from kamchatka.odds.throws import ThrowMoment, ThrowOdds, compare_dice, thrown


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleModel:
    """Battles of armies alone, with the dice of the edition's `Combat` step. Editions with other battles override it.

    `fast_from`: number of armies from which each comparison may cost five armies (0: never).
    """

    def __init__(self, never_fewer: bool = False, fast_from: int = 0) -> None:
        self.never_fewer = never_fewer
        self.fast_from = fast_from

    def dice_rule(self, game: Game) -> DiceRule:
        """Return the dice rule of a battle without special pieces.

        >>> from kamchatka import edition
        >>> game = edition("classic").game(edition("classic").table_rules({}))
        >>> edition("classic").battles.dice_rule(game).defence.dice
        2
        """
        for step in game.steps:
            if isinstance(step, Combat):
                attack, defence = Side(int(step.dice.attacker)), Side(int(step.dice.defender))
                return DiceRule(attack, defence, never_fewer=self.never_fewer)
        return THREE_DICE

    def forecast(
        self, game: Game, table: Table, source: int, target: int, pieces: int | None = None, fast: bool = False
    ) -> Forecast | None:
        """Forecast an attack between two places from public facts; None if it is impossible.

        `pieces` (bits) join the attack; None stands for all that would. `fast`: each comparison costs five armies while
        both places are large.

        >>> from kamchatka import Match
        >>> match = Match.from_position(Match.new("modern", 3, seed=1).position())
        >>> match.edition.battles.forecast(match.game, match.table, 0, 1) is None  # nobody holds anything yet
        True
        """
        owner = table.state.owner
        if owner[source] < 0 or owner[source] == owner[target]:
            return None
        return self.attack(game, table, source, target, pieces, fast)

    def cells(self, table: Table, source: int, target: int) -> int:
        """Estimate the size of a forecast: attackers times defenders, summed over all its battles.

        >>> from kamchatka import Match, edition
        >>> edition("modern").battles.cells(Match.new("modern", 3, seed=1).table, 0, 1)  # nothing stands there yet
        1
        """
        armies = table.state.armies
        return min(int(armies[source]) + 1, LARGEST) * min(int(armies[target]) + 1, LARGEST)

    def attack(
        self, game: Game, table: Table, source: int, target: int, pieces: int | None, fast: bool
    ) -> Forecast | None:
        """Forecast an attack between two places that are known to be enemies."""
        armies = table.state.armies
        rule = self.dice_rule(game)
        if fast:
            rule = replace(rule, fast_from=self.fast_from)
        return forecast_battle(int(armies[source]) - 1, int(armies[target]), rule) if armies[target] > 0 else None

    def best_pieces(self, game: Game, table: Table, source: int, target: int, sets: list[int]) -> int:
        """Return the set of pieces (bits) with the best throw, out of sets with equal numbers of dice.

        The smallest set wins a tie.
        """
        return min(sets, key=int.bit_count)

    def throw_odds(self, game: Game, table: Table, fact: Fact, moment: ThrowMoment) -> ThrowOdds | None:
        """Return the odds of a battle roll that is about to be noted; None if the fact isn't one."""
        if not isinstance(fact, Rolled) or not isinstance(moment.settled, Battle):
            return None
        battle, step, state = moment.settled, game.steps[moment.settled.step], table.state
        assert isinstance(step, Defence)
        apart = Table(table.board, state.copy(), table.chance, None)  # on a copy, because checking ties may note facts
        ties = step.ties is not None and step.ties.favour_attacker(apart, battle)
        spared = state.round <= step.spared_until and state.lands[battle.seat] == 1
        return compare_dice(
            thrown(fact.attack),
            thrown(fact.defence),
            (fact.attack, fact.defence),
            ties,
            int(step.stake),
            int(state.armies[fact.target]) - 1 if spared else None,
        )
