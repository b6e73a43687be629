"""Odds of invasions in 2210: MODs and commanders against MODs, commanders and a station (2210.battle.4-7)."""

from kamchatka.editions.risk2210.battle.battle import ATTACK_DICE, DEFENCE_DICE, Clash, attack_eights
from kamchatka.editions.risk2210.state import edition_state, units
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.bits import size
from kamchatka.kernel.dice import pips
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import DEFEND
from kamchatka.kernel.table import Fact, Table
from kamchatka.odds.dice import TWO_DICE, DiceRule, Side, Throw
from kamchatka.odds.forecast import Forecast, forecast_battle
from kamchatka.odds.model import BattleModel
from kamchatka.odds.throws import ThrowMoment, ThrowOdds, compare_dice


class CommanderBattles(BattleModel):
    """Battles in which commanders roll eight-sided dice, MODs are lost first, and one unit stays behind."""

    def dice_rule(self, game: Game) -> DiceRule:
        return TWO_DICE

    def attack(
        self, game: Game, table: Table, source: int, target: int, pieces: int | None, fast: bool
    ) -> Forecast | None:
        """Forecast an attack in which these commanders roll every time. None stands for all in the source."""
        present = int(pieces_at(table, source))
        rolling = present if pieces is None else pieces & present
        ours = min(int(table.state.armies[source]) + int(size(rolling)), int(units(table, source)) - 1)
        guarded = edition_state(table).built[target] == 1
        attack = Side(int(ATTACK_DICE), int(attack_eights(table, source, target, rolling)))
        defence = Side(int(DEFENCE_DICE), int(DEFENCE_DICE if guarded else size(pieces_at(table, target))))
        return forecast_battle(ours, int(units(table, target)), DiceRule(attack, defence))

    def best_pieces(self, game: Game, table: Table, source: int, target: int, sets: list[int]) -> int:
        return max(sets, key=lambda pieces: (attack_eights(table, source, target, pieces), -size(pieces)))

    def throw_odds(self, game: Game, table: Table, fact: Fact, moment: ThrowMoment) -> ThrowOdds | None:
        """Return the odds of a throw. The attacker has named its commanders; a single defending unit has no choice."""
        if not isinstance(fact, Rolled) or not isinstance(moment.settled, Clash):
            return None
        attackers, defenders = len(pips(fact.attack)), len(pips(fact.defence))
        if edition_state(table).built[fact.target] == 1:
            guards = defenders
        elif moment.action is not None and moment.action.verb == DEFEND:
            guards = int(size(moment.action.what))
        else:
            guards = int(size(pieces_at(table, fact.target)))
        attack = Throw(attackers, int(attack_eights(table, fact.source, fact.target, moment.settled.pieces)))
        return compare_dice(attack, Throw(defenders, guards), (fact.attack, fact.defence))
