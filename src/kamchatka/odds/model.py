"""How an edition's battles are fought, for anyone who wants odds: the port, and the model of plain battles."""

from dataclasses import replace

from mypy_extensions import mypyc_attr

from kamchatka.kernel.battle import Battle
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat, Defence
from kamchatka.kernel.table import Fact, Table
from kamchatka.odds.battle import LARGEST
from kamchatka.odds.dice import THREE_DICE, DiceRule, Side
from kamchatka.odds.forecast import Forecast, fought
from kamchatka.odds.throws import ThrowMoment, ThrowOdds, compared, thrown


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleModel:
    """Battles of armies alone, by the dice of the chapter `Combat`. An edition with other battles brings its own.

    `fast_from`: the armies from which a battle may be fought five at a time (0: never).
    """

    def __init__(self, never_fewer: bool = False, fast_from: int = 0) -> None:
        self.never_fewer = never_fewer
        self.fast_from = fast_from

    def dice_rule(self, game: Game) -> DiceRule:
        """The dice of a battle in which nothing special stands on either side.

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
        """An attack from a place on another, by whoever stands there; None when it cannot be. All of it is public.

        `pieces`, as bits, fight along; None: all that would. `fast`: five at a time while both places are large.

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
        """How much there is to reckon for a forecast between two places: attackers by defenders, over all wars fought.

        >>> from kamchatka import Match, edition
        >>> edition("modern").battles.cells(Match.new("modern", 3, seed=1).table, 0, 1)  # nothing stands there yet
        1
        """
        armies = table.state.armies
        return min(int(armies[source]) + 1, LARGEST) * min(int(armies[target]) + 1, LARGEST)

    def attack(
        self, game: Game, table: Table, source: int, target: int, pieces: int | None, fast: bool
    ) -> Forecast | None:
        """The same between two places that are known to be enemies."""
        armies = table.state.armies
        rule = self.dice_rule(game)
        if fast:
            rule = replace(rule, fast_from=self.fast_from)
        return fought(int(armies[source]) - 1, int(armies[target]), rule) if armies[target] > 0 else None

    def best_pieces(self, game: Game, table: Table, source: int, target: int, sets: list[int]) -> int:
        """Of these sets of pieces (bits), all of as many dice, the one that throws best; of equals the smallest."""
        return min(sets, key=int.bit_count)

    def throw_odds(self, game: Game, table: Table, fact: Fact, moment: ThrowMoment) -> ThrowOdds | None:
        """The odds of a throw of a battle that is about to be noted; None: the fact is no such throw."""
        if not isinstance(fact, Rolled) or not isinstance(moment.settled, Battle):
            return None
        battle, step, state = moment.settled, game.steps[moment.settled.step], table.state
        assert isinstance(step, Defence)
        apart = Table(table.board, state.copy(), table.chance, None)  # to ask about ties may note something
        ties = step.ties is not None and step.ties.favour_attacker(apart, battle)
        spared = state.round <= step.spared_until and state.lands[battle.seat] == 1
        return compared(
            thrown(fact.attack),
            thrown(fact.defence),
            (fact.attack, fact.defence),
            ties,
            int(step.stake),
            int(state.armies[fact.target]) - 1 if spared else None,
        )
