"""The evaluator of 2210: two boards, commanders that open the seas and the Moon, and six- and eight-sided dice."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.ages.board_reading import none
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.ages.zones import seek_zones
from kamchatka.bots.battles import Battles, battles_by
from kamchatka.bots.info import GameInfo
from kamchatka.bots.orders import LEAST
from kamchatka.editions.risk2210.bots.place_values import weigh_commanders, weigh_places
from kamchatka.editions.risk2210.pieces.stations import COMMANDER_PRICE
from kamchatka.editions.risk2210.scoring import Points2210
from kamchatka.editions.risk2210.state import KINDS, MOON, NAVAL, NUCLEAR, SEA, SPACE, TERRAINS, State2210
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import EMPTY, NOBODY, State
from kamchatka.kernel.table import Table
from kamchatka.odds import DiceRule, Side

YEARS: Final = 5
ATTACK_DICE: Final = 3
DEFENCE_DICE: Final = 2
POINTS: Final = Points2210()


@final
class CommanderOdds:
    """Battle odds for all numbers of eight-sided dice on each side."""

    def __init__(self) -> None:
        self.known: Final[list[Battles]] = [
            battles_by(DiceRule(Side(ATTACK_DICE, eights), Side(DEFENCE_DICE, guards)))
            for eights in range(ATTACK_DICE + 1)
            for guards in range(DEFENCE_DICE + 1)
        ]

    def between(self, eights: i64, guards: i64) -> Battles:
        """Return the odds for these numbers of eight-sided dice in attack and in defence."""
        return self.known[min(eights, i64(ATTACK_DICE)) * (DEFENCE_DICE + 1) + min(guards, i64(DEFENCE_DICE))]


@final
class CommanderEvaluator(AgeEvaluator):
    """Evaluates positions on both boards. `hiring`: commanders can still be hired before this turn's invasions."""

    def __init__(
        self,
        info: GameInfo,
        odds: CommanderOdds,
        state: State,
        own: State2210,
        seat: i64,
        weights: AgeWeights,
        hiring: bool,
    ) -> None:
        super().__init__(info, state, own, seat, weights, YEARS)
        self.record: Final = own
        self.table: Final = Table(info.board, state, LEAST, None)
        self.odds: Final = odds
        self.terrain: Final[vec[i64]] = own.world.terrain
        purse = own.purse[seat] if hiring else i64(0)
        self.sails: Final = self.has(seat, NAVAL) or purse >= COMMANDER_PRICE
        needed = i64(COMMANDER_PRICE) if self.has(seat, NAVAL) else i64(2 * COMMANDER_PRICE)
        self.flies: Final = self.has(seat, SPACE) or purse >= needed
        self.landfalls: vec[i64] = vec[i64]()  # places on Earth that the Moon may attack
        self.held: Final[vec[i64]] = none(TERRAINS)  # by terrain: number of the seat's places that aren't devastated
        self.every: Final[vec[i64]] = none(TERRAINS)  # by terrain: number of places that aren't devastated
        self.count()
        self.resent(vec[i64]([POINTS.of(self.table, rival) for rival in range(state.seats)]))

    def count(self) -> None:
        """Count the seat's places by terrain, and collect the landfalls."""
        for place in range(self.info.board.size):
            if not self.own.hazard[place]:
                self.every[self.terrain[place]] += 1
                if self.state.owner[place] == self.seat:
                    self.held[self.terrain[place]] += 1
            if self.record.landfall[place]:
                self.landfalls = append(self.landfalls, place)

    def share(self, terrain: i64) -> float:
        """Return the share of a terrain that the seat holds."""
        return float(self.held[terrain]) / float(self.every[terrain]) if self.every[terrain] > 0 else 0.0

    def has(self, seat: i64, kind: i64) -> bool:
        """Return True if a seat's commander of that kind is in play."""
        return self.own.piece[seat * KINDS + kind] != NOBODY

    # -------------------------------------------------------------- the edition's rules
    def weigh(self) -> None:
        weigh_places(self, self.record)
        seek_zones(self, self.lasting + self.stream * (self.weights.army + self.weights.energy))
        weigh_commanders(self, self.record)

    def counts(self, place: i64) -> bool:
        return not self.own.hazard[place]

    def is_open(self, place: i64) -> bool:
        if self.own.hazard[place]:
            return False
        terrain = self.terrain[place]
        return (terrain == SEA and self.sails) or (terrain == MOON and self.flies) or terrain < SEA

    def leads(self, source: i64, target: i64) -> bool:
        if (self.terrain[source] == SEA and not self.sails) or (self.terrain[source] == MOON and not self.flies):
            return False
        owner = self.state.owner[target]
        return owner < 0 or not self.record.truce >> owner & 1 or self.state.turn != self.seat

    def beyond(self, source: i64) -> vec[i64]:
        if self.terrain[source] == MOON:
            return self.landfalls
        return self.record.world.landing if self.own.built[source] and self.flies else EMPTY

    def menaces(self, source: i64, target: i64) -> bool:
        rival = self.state.owner[source]
        wet = self.terrain[source] == SEA or self.terrain[target] == SEA
        high = self.terrain[source] == MOON or self.terrain[target] == MOON
        return not ((wet and not self.has(rival, NAVAL)) or (high and not self.has(rival, SPACE)))

    def battles(self, source: i64, target: i64, host: i64) -> Battles:
        guards = i64(DEFENCE_DICE) if self.own.built[target] else size(self.own.standing[target])
        return self.odds.between(self.eights(source, target, host), guards)

    def eights(self, source: i64, target: i64, host: i64) -> i64:
        """Count the commanders that attack with an eight-sided die (2210.battle.4)."""
        found: i64 = host >> NUCLEAR & 1
        home = self.terrain[source]
        found += host >> home & 1
        if self.terrain[target] != home:
            found += host >> self.terrain[target] & 1
        return found

    def near(self, stack: i64, place: i64) -> i64:
        """Count links from a stack to a place. From a station, the Moon's landing sites are one step away."""
        board = self.info.board
        steps = self.info.distance[stack * board.size + place]
        if self.own.built[stack] and self.flies and self.terrain[place] == MOON and self.terrain[stack] != MOON:
            for site in self.record.world.landing:
                steps = min(steps, 1 + self.info.distance[site * board.size + place])
        return steps
