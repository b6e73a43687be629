"""A captain's evaluator for Godstorm: it knows gods that march with armies, plague, heavens and gates."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.battles import Battles
from kamchatka.bots.orders import LEAST
from kamchatka.editions.godstorm.bots.god_war_losses import GodWarSide
from kamchatka.editions.godstorm.bots.info import GodInfo
from kamchatka.editions.godstorm.bots.place_values import GOD, PlaceValues
from kamchatka.editions.godstorm.invasion.forces import is_target
from kamchatka.editions.godstorm.places import GATES, HEAVENS, LANDS, is_open, is_sunk
from kamchatka.editions.godstorm.state import MAGIC, WAR, GodstormState
from kamchatka.kernel.bits import has, size
from kamchatka.kernel.state import EMPTY, NOBODY, State
from kamchatka.kernel.table import Table

BELOW: Final = 0.3  # value of an army in the Underworld, relative to one on the Ancient Earth
WAYS_DOWN: Final = vec[i64](list(GATES))
ENOUGH: Final = 8.0  # above this amount, each unit of faith counts less, because there is no time to spend it


@final
class GodEvaluator(AgeEvaluator):
    """Evaluates positions. `table` wraps the view for the rules' queries; no game is played on it."""

    def __init__(self, god_info: GodInfo, state: State, seat: i64, weights: AgeWeights, own: GodstormState) -> None:
        super().__init__(god_info.info, state, own, seat, weights, god_info.epochs)
        self.god_info: Final = god_info
        self.god_state: Final = own
        self.table: Final = Table(god_info.info.board, state, LEAST, None)
        self.faith: Final = self.price_of_faith()
        self.calm: Final = own.maelstrom == 0 and not own.sunk  # every link is open

    def price_of_faith(self) -> float:
        """Return the value of one faith.

        It falls with wealth, and only breaks ties once the seat's last turn has begun.
        """
        if self.calendar.turns_left == 0.0:
            return self.weights.spent
        return self.weights.energy * min(1.0, ENOUGH / float(self.god_state.purse[self.seat] + 1))

    # -------------------------------------------------------------- the map
    def weigh(self) -> None:
        PlaceValues(self, self.god_info, self.table).set()

    def is_open(self, place: i64) -> bool:
        return not is_sunk(self.table, place) and (
            self.state.owner[place] == self.seat or is_target(self.table, self.seat, place)
        )

    def leads(self, source: i64, target: i64) -> bool:
        return self.calm or is_open(self.table, source, target)

    def beyond(self, source: i64) -> vec[i64]:
        return WAYS_DOWN if source >= HEAVENS else EMPTY

    def menaces(self, source: i64, target: i64) -> bool:
        if not self.leads(source, target):
            return False
        marker = self.god_state.marker
        return self.calendar.later > 0.0 or marker[self.state.owner[source]] > marker[self.seat]

    def arrivals(self, target: i64, units: i64) -> i64:
        return units - units // 2 if self.god_state.hazard[target] else units

    # -------------------------------------------------------------- armies and gods
    def strength(self, armies: i64, host: i64) -> i64:
        return armies

    def fighters(self, place: i64, units: i64) -> i64:
        return units if place >= HEAVENS else units - 1

    def price_at(self, target: i64) -> float:
        return self.price if target < LANDS else self.price * BELOW

    def post(self, place: i64, armies: i64, host: i64) -> float:
        plagued = self.god_state.hazard[place] == 1  # plague kills half of the armies and banishes every god
        return super().post(place, self.arrivals(place, armies), 0 if plagued else host)

    def battles(self, source: i64, target: i64, host: i64) -> Battles:
        return self.god_info.odds(host, self.is_guarded(target))

    def is_guarded(self, place: i64) -> bool:
        """Return True if the armies there reroll ones, by a temple or the goddess. Neutral armies never do."""
        own = self.god_state
        return self.state.owner[place] != NOBODY and (own.built[place] == 1 or has(own.standing[place], MAGIC))

    def attack(self, source: i64, target: i64, attackers: i64, host: i64, depth: i64) -> float:
        if self.god_state.hazard[target]:
            host = 0  # plague would banish the gods there
        if host == 0 or self.god_state.standing[target] == 0 or self.state.owner[target] == self.seat:
            return super().attack(source, target, attackers, host, depth)
        return self.holy_war(source, target, attackers, host, depth)

    def holy_war(self, source: i64, target: i64, attackers: i64, host: i64, depth: i64) -> float:
        """Estimate an attack that starts with god wars: which gods survive them, and which gods it costs."""
        gods = self.god_state.standing[target]
        fallen, lost = self.god_info.god_war_losses.read(
            self.side(self.seat, self.god_info.god_war.count_armies(attackers + 1), host, False),
            self.side(self.state.owner[target], self.garrison[target], gods, self.god_state.built[target] == 1),
            has(host, WAR),
        )
        won = super().attack(source, target, attackers, host, depth)
        alone = super().attack(source, target, attackers, 0, depth)
        return (1.0 - fallen) * won + fallen * alone - GOD * self.faith * lost

    def side(self, seat: i64, armies: i64, gods: i64, temple: bool) -> GodWarSide:
        """Return one side of a god war."""
        rules = self.god_info.god_war
        return GodWarSide(
            rules.strength(self.table, seat, armies),
            rules.dice(self.table, seat, gods),
            rules.rerolls(self.table, seat, gods, temple) != "",
            size(gods),
        )
