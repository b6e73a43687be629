"""An offensive: all of certain places in one turn. Which stack goes where, what it needs, how likely it succeeds."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.state import NOBODY, State

MARGIN: Final = 4.0  # armies to spare with which any stack will do: the nearest is asked
MARGINS: Final = vec[float]([MARGIN, 16.0, 64.0])  # a duel is planned for the nearest stacks and for the strongest
ENDLESS: Final = 1_000.0  # as cost: no way
SURELY: Final = 1.000000001  # a bound is a bound, however its sum was rounded


@final
class Offensive:
    """A forest over the board: its roots are stacks of the seat, the others are attacked from the one before them."""

    def __init__(
        self, info: GameInfo, state: State, seat: i64, armies: vec[i64], prize: float, margin: float = MARGIN
    ) -> None:
        size = int(info.board.size)
        self.info: Final = info
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.armies: Final = armies  # with which stacks may reckon
        self.prize: Final = prize  # what success is worth
        self.margin: Final = margin  # armies to spare below which a stack is asked for more only if no other can do it
        self.root: Final = vec[i64]([NOBODY] * size)  # by place of the plan: the stack that is to take it
        self.before: Final = vec[i64]([NOBODY] * size)  # the place from which it is to be attacked
        self.toll: Final = vec[float]([0.0] * size)  # by stack: the armies its places cost, with those left there
        self.count: Final = vec[i64]([0] * size)  # by stack: how many places
        self.price: Final = vec[float]([ENDLESS] * size)  # what each place costs; one's own are not for sale
        for place in range(info.board.size):
            if state.owner[place] != seat:
                self.price[place] = info.battles.cost(state.armies[place])
        self.cost: Final = vec[float]([ENDLESS] * size)  # the cheapest way to each place from what the plan has
        self.way: Final = vec[i64]([NOBODY] * size)  # and the place before it on that way
        self.stale: Final = vec[i64]([0] * size)  # 1: a way to this place may have become cheaper
        self.chance: float = 0.0

    def cover(self, wanted: vec[i64], most: float, least: float) -> bool:
        """Plan for all of the places, the cheapest first; False when there is no way, it costs more than `most`, or
        some stack cannot do its part with the chance `least`: it only gets harder with every place.
        """
        total = 0.0
        stock = self.state.stock[self.seat]
        self.explore()
        for _ in range(i64(len(wanted))):
            best: i64 = NOBODY
            for place in wanted:
                if self.root[place] == NOBODY and (best == NOBODY or self.cost[place] < self.cost[best]):
                    best = place
            if best == NOBODY or self.cost[best] >= ENDLESS:
                return False
            total += self.include(best)
            stack = self.root[best]
            if total > most or self.part(stack, self.armies[stack] + stock) * SURELY < least:
                return False
        self.chance = self.success()
        return True

    def explore(self) -> None:
        """The cheapest way to every place: from stacks of one's own, and from places that fall anyway."""
        board = self.info.board
        state = self.state
        for place in range(board.size):
            self.way[place] = NOBODY
            self.cost[place] = ENDLESS
            if state.owner[place] == self.seat:
                self.cost[place] = self.strain(place)
            elif self.root[place] != NOBODY:
                self.cost[place] = self.strain(self.root[place])
            self.stale[place] = 1
        self.relax()

    def lead_on(self, place: i64) -> None:
        """The ways over a place have become cheaper: those beside it are to be looked at again."""
        board = self.info.board
        for i in range(board.first[place], board.first[place + 1]):
            self.stale[board.links[i]] = 1

    def relax(self) -> None:
        """Carry the costs on from place to place until no way gets cheaper, round after round over the board."""
        cost, way, price, stale = self.cost, self.way, self.price, self.stale
        links, first = self.info.board.links, self.info.board.first
        changed = True
        while changed:
            changed = False
            for place in range(self.info.board.size):
                if stale[place] == 1:
                    stale[place] = 0
                    if price[place] < ENDLESS and self.root[place] == NOBODY:
                        best: i64 = links[first[place]]
                        for i in range(first[place] + 1, first[place + 1]):
                            if cost[links[i]] < cost[best]:
                                best = links[i]
                        if cost[best] + price[place] < cost[place]:
                            cost[place] = cost[best] + price[place]
                            way[place] = best
                            self.lead_on(place)
                            changed = True

    def strain(self, stack: i64) -> float:
        """How unwelcome it is to ask more of a stack; one without armies must get them from the stock."""
        spare = float(self.armies[stack] - 1) - self.toll[stack]
        if spare + float(self.state.stock[self.seat]) < 1.0:
            return ENDLESS
        return max(0.0, self.margin - spare)

    def include(self, place: i64) -> float:
        """A place and all on the way to it; what they cost. Where its stack is strained, ways are found anew."""
        path = place
        while self.way[path] != NOBODY:
            path = self.way[path]
        stack = path if self.state.owner[path] == self.seat else self.root[path]
        strain = self.strain(stack)
        cost = 0.0
        path = place
        while self.way[path] != NOBODY:
            before = self.way[path]
            self.root[path] = stack
            self.before[path] = before
            self.way[path] = NOBODY
            self.cost[path] = strain
            self.lead_on(path)
            cost += self.price[path]
            self.count[stack] += 1
            path = before
        self.toll[stack] += cost
        if self.strain(stack) == strain:
            self.relax()
        else:
            self.explore()
        return cost

    def success(self) -> float:
        """The chance that all stacks do their part, the armies in hand given where they are needed most."""
        stacks: vec[i64] = vec[i64](capacity=8)
        for place in range(self.info.board.size):
            if self.count[place] > 0:
                stacks = append(stacks, place)
        strong = vec[i64]([self.armies[stack] for stack in stacks])
        for _ in range(self.state.stock[self.seat]):
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
        """The chance that so many armies do the part of a stack: one long battle against all that stand in its way."""
        battles = self.info.battles
        places = self.count[stack]
        resistance = (self.toll[stack] - float(places)) / battles.rate
        return battles.win(armies - places, max(i64(1), i64(resistance + 0.5)))

    def has(self, source: i64, target: i64) -> bool:
        """Whether an attack is the next step of the plan."""
        return self.before[target] == source and self.state.owner[source] == self.seat


def pooled(state: State, seat: i64) -> vec[i64]:
    """The armies by place. While a conqueror decides how many move in, they are at both ends."""
    armies = vec[i64]([number for number in state.armies])
    battle = state.agenda[-1]
    if isinstance(battle, Battle) and state.owner[battle.target] == seat:
        armies[battle.target] = armies[battle.source]
    return armies
