"""Plan to take a set of places in one turn: the stack for each place, the armies needed, and the chance of success."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.captain.ways import ENDLESS, CheapestWays
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.state import NOBODY, State

MARGIN: Final = 4.0  # spare armies from which a stack isn't considered strained, so that the nearest one is chosen
MARGINS: Final = vec[float]([MARGIN, 16.0, 64.0])  # a duel is planned for the nearest stacks and for the strongest ones
SURELY: Final = 1.000000001  # keeps upper bounds valid despite rounding
ENOUGH: Final = 0.98  # chance from which a brisk evaluator stops looking for a better plan
NEVER: Final = 2.0  # the same for other evaluators: never reached


@final
class Offensive:
    """A forest over the board. Its roots are our stacks; every other place is attacked from its parent."""

    def __init__(
        self,
        info: GameInfo,
        state: State,
        seat: i64,
        armies: vec[i64],
        prize: float,
        margin: float = MARGIN,
        enough: float = NEVER,
        ways: CheapestWays | None = None,
    ) -> None:
        size = int(info.board.size)
        self.info: Final = info
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.armies: Final = armies  # armies by place that the plan may use
        self.prize: Final = prize  # value of success
        # spare armies below which a stack gets more places only if no other stack can take them
        self.margin: Final = margin
        self.root: Final = vec[i64]([NOBODY] * size)  # by place of the plan: the stack that takes it
        self.before: Final = vec[i64]([NOBODY] * size)  # by place of the plan: the place from which it is attacked
        self.toll: Final = vec[float]([0.0] * size)  # by stack: the armies its places cost, including garrisons
        self.count: Final = vec[i64]([0] * size)  # by stack: the number of its places
        self.enough: Final = enough  # chance from which the plan needn't be compared with others
        # cheapest ways from our stacks and from places already in the plan
        self.ways: Final = ways.copy() if ways is not None else first_ways(info, state, seat, armies, margin)
        self.chance: float = 0.0
        self.least: float = 0.0  # chance below which the plan is abandoned

    def cover(self, wanted: vec[i64], most: float, least: float) -> bool:
        """Plan for all of the places, the cheapest first.

        Return False if a place is unreachable, the cost exceeds `most`, or a stack's chance falls below `least`.
        Chances only fall with every added place, so stopping early is safe.
        """
        total = 0.0
        stock = self.state.stock[self.seat]
        cost, root = self.ways.cost, self.root
        for missing in range(i64(len(wanted)), 0, -1):
            best: i64 = NOBODY
            for place in wanted:
                if root[place] == NOBODY and (best == NOBODY or cost[place] < cost[best]):
                    best = place
            if best == NOBODY or cost[best] >= ENDLESS:
                return False
            total += self.include(best)
            stack = root[best]
            if total > most or self.part(stack, self.armies[stack] + stock) * SURELY < least:
                return False
            if missing > 1:
                self.look_on(stack)
        self.chance = self.success(self.armies, stock)
        return True

    def look_on(self, stack: i64) -> None:
        """Update the ways after an addition. If the stack has become strained, recompute all of them."""
        ways = self.ways
        strain = strain_of(self.state, self.seat, self.armies[stack], self.toll[stack], self.margin)
        if strain == ways.cost[stack]:
            ways.relax()
            return
        cost, way, owner, root = ways.cost, ways.way, self.state.owner, self.root
        cost[stack] = strain
        for place in range(self.info.board.size):
            if owner[place] != self.seat:
                way[place] = NOBODY
                cost[place] = ENDLESS if root[place] == NOBODY else cost[root[place]]
        ways.begin()

    def include(self, place: i64) -> float:
        """Add a place and every place on the way to it; return their cost."""
        ways = self.ways
        path = place
        while ways.way[path] != NOBODY:
            path = ways.way[path]
        stack = path if self.state.owner[path] == self.seat else self.root[path]
        strain = ways.cost[stack]
        cost = 0.0
        path = place
        while ways.way[path] != NOBODY:
            before = ways.way[path]
            self.root[path] = stack
            self.before[path] = before
            cost += ways.price[path]
            ways.way[path] = NOBODY
            ways.cost[path] = strain
            ways.price[path] = ENDLESS
            ways.lead_on(path)
            self.count[stack] += 1
            path = before
        self.toll[stack] += cost
        return cost

    def is_likely(self, state: State) -> bool:
        """Return whether the plan is likely enough with our armies in their current positions."""
        return self.success(state.armies, state.stock[self.seat]) >= self.least

    def success(self, armies: vec[i64], stock: i64) -> float:
        """Return the chance that all stacks complete their parts; unplaced armies go where they are needed most."""
        stacks: vec[i64] = vec[i64](capacity=8)
        for place in range(self.info.board.size):
            if self.count[place] > 0:
                stacks = append(stacks, place)
        if len(stacks) == 1 and float(armies[stacks[0]] + stock) < ENDLESS:
            return self.part(stacks[0], armies[stacks[0]] + stock)
        strong = vec[i64]([armies[stack] for stack in stacks])
        for _ in range(stock):
            weakest: i64 = NOBODY
            least = ENDLESS
            for i in range(i64(len(stacks))):
                spare = float(strong[i]) - self.toll[stacks[i]]
                if spare < least:
                    least = spare
                    weakest = i
            if weakest != NOBODY:
                strong[weakest] += 1
        chance = 1.0
        for i in range(i64(len(stacks))):
            chance *= self.part(stacks[i], strong[i])
        return chance

    def part(self, stack: i64, armies: i64) -> float:
        """Estimate the chance that `armies` complete a stack's part, as one battle against all armies in its way."""
        battles = self.info.battles
        places = self.count[stack]
        resistance = (self.toll[stack] - float(places)) / battles.rate
        return battles.win(armies - places, max(i64(1), i64(resistance + 0.5)))

    def has(self, source: i64, target: i64) -> bool:
        """Return whether an attack is the next step of the plan."""
        return self.before[target] == source and self.state.owner[source] == self.seat


def first_ways(info: GameInfo, state: State, seat: i64, armies: vec[i64], margin: float) -> CheapestWays:
    """Return the ways before anything is planned, from every stack of the seat, weighted by its strain."""
    board = info.board
    price = vec[float]([ENDLESS] * int(board.size))  # our own places can't be bought
    cost = vec[float]([ENDLESS] * int(board.size))
    for place in range(board.size):
        if state.owner[place] == seat:
            cost[place] = strain_of(state, seat, armies[place], 0.0, margin)
        else:
            price[place] = info.battles.cost(state.armies[place])
    ways = CheapestWays(board, price, cost, vec[i64]([NOBODY] * int(board.size)))
    ways.begin()
    return ways


def strain_of(state: State, seat: i64, armies: i64, toll: float, margin: float) -> float:
    """Return the penalty for giving a stack another place. Stacks without armies must get them from the stock."""
    spare = float(armies - 1) - toll
    if spare + float(state.stock[seat]) < 1.0:
        return ENDLESS
    return max(0.0, margin - spare)


def pool_armies(state: State, seat: i64) -> vec[i64]:
    """Return the armies by place. While the conqueror decides how many armies move in, they count at both ends."""
    armies = state.armies[:]
    battle = state.agenda[-1]
    if isinstance(battle, Battle) and state.owner[battle.target] == seat:
        armies[battle.target] = armies[battle.source]
    return armies
