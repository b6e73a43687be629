"""Odds of Godstorm invasions: first god wars, in which each side risks its most expendable god, then the battle."""

from dataclasses import replace
from functools import cache

from kamchatka.editions.godstorm.god_war_odds import Host, god_war
from kamchatka.editions.godstorm.gods.relics import saves_losses
from kamchatka.editions.godstorm.invasion.battle import BattleRoll
from kamchatka.editions.godstorm.invasion.forces import Invaders, fighters, force, invaders, is_below
from kamchatka.editions.godstorm.invasion.god_war import GodsFought
from kamchatka.editions.godstorm.invasion.invasion import GodstormInvasion
from kamchatka.editions.godstorm.state import MAGIC, WAR, edition_state, has_temple
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.bits import bit, has, members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Fact, Table
from kamchatka.odds.battle import LARGEST, battle
from kamchatka.odds.dice import TWO_DICE, DiceRule, Side, Throw
from kamchatka.odds.forecast import WALKED_IN, Forecast
from kamchatka.odds.model import BattleModel
from kamchatka.odds.throws import ThrowMoment, ThrowOdds, compare_dice, duel_odds

DEFENCE_DICE = 2
DICE_RULES = 8  # by the gods left on both sides: attacking War and Magic, defending Magic


class GodBattles(BattleModel):
    """Battles in which gods fight before armies and support them."""

    def dice_rule(self, game: Game) -> DiceRule:
        return TWO_DICE

    def cells(self, table: Table, source: int, target: int) -> int:
        """Return the size of the odds tables. There is one per dice rule, with room for armies that faith may save."""
        faith = edition_state(table).purse
        rival = int(table.state.owner[target])
        saved = int(faith[rival]) if rival != NOBODY else 0
        attackers, defenders = int(table.state.armies[source]), int(table.state.armies[target]) + saved
        return DICE_RULES * min(attackers + 1, LARGEST) * min(defenders + 1, LARGEST)

    def attack(
        self, game: Game, table: Table, source: int, target: int, pieces: int | None, fast: bool
    ) -> Forecast | None:
        """Forecast an attack with these gods.

        None stands for the declared gods if the invasion is in progress, otherwise for all gods in the source.
        """
        war = HolyWar(invasion_of(game), table, source, target)
        if war.armies < 1:
            return None
        if war.defenders < 1:
            return WALKED_IN
        present = int(pieces_at(table, source))
        ours = find_declared_gods(table, source, target, present) if pieces is None else pieces & present
        return war.fought(ours, int(pieces_at(table, target)))

    def throw_odds(self, game: Game, table: Table, fact: Fact, moment: ThrowMoment) -> ThrowOdds | None:
        """Return the odds of a god war or a battle roll. The gods still there determine rerolls and ties."""
        if isinstance(fact, GodsFought):
            ours = int(force(table, invaders(table)))
            war = HolyWar(invasion_of(game), table, int(fact.source), int(fact.target))
            won = fact.total > fact.against or (fact.total == fact.against and bool(has(ours, WAR)))
            return duel_odds(war.god_war(ours, int(pieces_at(table, fact.target))), won)
        if not isinstance(fact, Rolled) or not isinstance(moment.settled, BattleRoll):
            return None
        gods = force(table, invaders(table))
        guarded = invasion_of(game).battle.guard(table, fact.target) != ""
        attack = Throw(len(pips(fact.attack)), 0, bool(has(gods, MAGIC)))
        defence = Throw(len(pips(fact.defence)), 0, guarded)
        return compare_dice(attack, defence, (fact.attack, fact.defence), bool(has(gods, WAR)))


def invasion_of(game: Game) -> GodstormInvasion:
    """Return the step that defines invasions."""
    return next(step for step in game.steps if isinstance(step, GodstormInvasion))


def find_declared_gods(table: Table, source: int, target: int, present: int) -> int:
    """Return the declared gods of an invasion in progress, as bits. If there is none, return all gods present."""
    for frame in table.state.agenda:
        if isinstance(frame, Invaders) and frame.source == source and frame.target == target:
            return int(force(table, frame))
    return present


class HolyWar:
    """The parts of an invasion that don't change while gods are lost."""

    def __init__(self, invasion: GodstormInvasion, table: Table, source: int, target: int) -> None:
        self.rules = invasion.god_war
        self.table = table
        self.source = source
        self.target = target
        self.seat = int(table.state.owner[source])
        self.rival = int(table.state.owner[target])
        self.armies = min(int(fighters(table, source, invasion.spare)), LARGEST)
        self.defenders = min(int(table.state.armies[target]), LARGEST)
        self.temple = self.rival != NOBODY and bool(has_temple(table, target))
        self.ransom = 0 if is_below(target) else int(saves_losses(table, self.rival, LARGEST - self.defenders))
        self.fought = cache(self._forecast)

    def _forecast(self, ours: int, theirs: int) -> Forecast:
        """Forecast the rest of the invasion with these gods on each side.

        Each side risks its most expendable god first.
        """
        if not ours or not theirs:
            return self.battle(ours, theirs)
        chance = self.god_war(ours, theirs)
        held = min((self.fought(ours, without(theirs, rival)) for rival in members(theirs)), key=wins)
        beaten = max((self.fought(without(ours, own), theirs) for own in members(ours)), key=wins)
        return replace(mix_forecasts(chance, held, beaten), prelude=chance)

    # -------------------------------------------------------------- gods
    def god_war(self, ours: int, theirs: int) -> float:
        """Return the probability that the invader wins one god war with these gods present (god.godwar)."""
        armies = int(self.rules.count_armies(self.table.state.armies[self.source]))
        return god_war(
            self.host(self.seat, ours, armies, False),
            self.host(self.rival, theirs, int(self.table.state.armies[self.target]), self.temple),
            bool(has(ours, WAR)),
        )

    def host(self, seat: int, gods: int, armies: int, temple: bool) -> Host:
        """Return one side of a god war, following the rules."""
        return Host(
            int(self.rules.strength(self.table, seat, armies)),
            int(self.rules.dice(self.table, seat, gods)),
            self.rules.rerolls(self.table, seat, gods, temple) != "",
        )

    # -------------------------------------------------------------- armies
    def battle(self, ours: int, theirs: int) -> Forecast:
        """Forecast the battle of armies. The owner of the Tree of Life pays for its losses while it has faith.

        A loss that is paid for doesn't change the number of armies, so that side keeps its number of dice.
        """
        defence = Side(
            min(DEFENCE_DICE, self.defenders) if self.ransom else DEFENCE_DICE,
            rerolls=self.temple or bool(has(theirs, MAGIC)),
        )
        rule = DiceRule(Side(rerolls=bool(has(ours, MAGIC))), defence, attacker_wins_ties=bool(has(ours, WAR)))
        ended = battle(self.armies, self.defenders + self.ransom, rule)
        beaten = sum(chance * max(0, self.defenders - left) for left, chance in enumerate(ended.held))
        return Forecast(ended.wins, ended.attacker_losses, beaten)


def without(gods: int, kind: int) -> int:
    """Return the gods except for one kind."""
    return gods & ~int(bit(kind))


def wins(forecast: Forecast) -> float:
    """Return the invader's chance as a sort key. The invader maximises it and the defender minimises it."""
    return forecast.wins


def mix_forecasts(chance: float, won: Forecast, lost: Forecast) -> Forecast:
    """Mix two forecasts: the first has this probability, the second the rest."""
    rest = 1.0 - chance
    return Forecast(
        chance * won.wins + rest * lost.wins,
        chance * won.lost + rest * lost.lost,
        chance * won.beaten + rest * lost.beaten,
    )
