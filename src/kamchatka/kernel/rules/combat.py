"""Combat: attack, defence, dice rolls, conquest and its consequences."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import can_leave
from kamchatka.kernel.battle import Battle, Dice, Limit, OccupationLimits, SealedBattle, Ties
from kamchatka.kernel.dice import count_attacker_losses, roll_ranked
from kamchatka.kernel.facts import ArmiesLost, ArmiesMoved, Conquered, Eliminated, Rolled
from kamchatka.kernel.options import ATTACK, DEFEND, OCCUPY, PASS, Action, Amount, Options, Pairs
from kamchatka.kernel.ports import AS_AN_ATTACK, BattleListener, NoOptionalAction, OnElimination, OptionalAction
from kamchatka.kernel.state import NOBODY, Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class RollPolicy:
    """How battles are rolled: the dice, the stake of each comparison, ties, and the protection in the first rounds."""

    def __init__(
        self,
        dice: Dice,
        spared_until: i64 = 0,
        stake: i64 = 1,
        ties: Ties | None = None,
        listener: BattleListener | None = None,
    ) -> None:
        self.dice: Final = dice
        self.spared_until: Final[i64] = spared_until  # last round in which a seat's last army is protected (0: none)
        self.stake: Final[i64] = stake  # armies lost per comparison
        self.ties: Final = ties  # None: the defender wins ties
        self.listener: Final = listener


@final
class ConquestPolicy:
    """What follows a conquest: how the place is occupied, and what an elimination causes."""

    def __init__(self, occupation: "Occupation", on_elimination: list[OnElimination]) -> None:
        self.occupation: Final = occupation
        self.on_elimination: Final = on_elimination


@final
class Combat(Step[Frame]):
    """Any number of attacks within the limits, with an optional extra action between attacks."""

    def __init__(
        self,
        defence: "Defence",
        limits: list[Limit],
        optional_action: OptionalAction | None = None,
        sealed: bool = False,
    ) -> None:
        super().__init__()
        self.dice: Final = defence.dice
        self.sealed: Final = sealed  # True if the attacker's dice are secret until the roll
        self.limits: Final = limits
        self.optional_action: Final = optional_action or NoOptionalAction()
        self.is_plain: Final = optional_action is None  # no extra action, which is the most common case and the fastest
        self.defence: Final = defence

    def parts(self) -> list[AnyStep]:
        return [self.defence, *self.optional_action.parts()]

    def is_sealed(self) -> bool:
        return self.sealed

    def arrive(self, table: Table, frame: Frame) -> bool:
        if can_leave(table, frame.seat):
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        board = table.board
        limits = [limit for limit in self.limits if limit.bites(table)] if self.limits else self.limits
        owner = table.state.owner
        armies = table.state.armies
        pairs = Pairs(ATTACK)
        for source in range(board.size):
            if owner[source] == seat and armies[source] > 1:
                dice = min(self.dice.attacker, armies[source] - 1)
                least = i64(1) if self.dice.attacker_chooses else dice
                for i in range(board.first[source], board.first[source + 1]):
                    target = board.links[i]
                    if owner[target] != seat:
                        most = dice
                        for limit in limits:
                            most = limit.most(table, source, target, most)
                        if most >= least:
                            pairs.add(source, target, least, most)
        options = Options().add(pairs).may(PASS)
        if not self.is_plain:
            self.optional_action.offer(table, seat, 0, options)
        return options

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb != ATTACK:
            self.optional_action.act(table, seat, action)
        else:
            defender = table.state.owner[action.to]
            if defender == NOBODY:  # the next seat rolls for the neutral armies
                defender = table.state.next_alive(seat)
            step = self.defence.index
            table.open(
                SealedBattle(step, defender, action.at, action.to, action.n, seat)
                if self.sealed
                else Battle(step, defender, action.at, action.to, action.n)
            )

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        state = table.state
        source = action.at
        target = action.to
        if action.verb != ATTACK:
            clause = self.optional_action.why(table, seat, 0, action)
            if clause != AS_AN_ATTACK:
                return clause
        if not 0 <= source < table.board.size or state.owner[source] != seat:
            return "attack.own_place"
        if not table.board.adjacent(source, target):
            return "attack.adjacent"
        if state.owner[target] == seat:
            return "attack.enemy"
        if state.armies[source] < 2:
            return "attack.leave_one"
        most = min(self.dice.attacker, state.armies[source] - 1)
        if 1 <= action.n <= most:
            for limit in self.limits:
                if limit.bites(table) and action.n > limit.most(table, source, target, most):
                    return limit.clause
        return "attack.dice"


@final
class Defence(Step[Battle]):
    """The defender chooses dice, then both sides roll. A roll can lead to a conquest."""

    def __init__(self, roll: RollPolicy, conquest: ConquestPolicy | None = None, title: str = "Defence") -> None:
        super().__init__()
        conquest = conquest or ConquestPolicy(Occupation(), [])
        self.dice: Final = roll.dice
        self.spared_until: Final[i64] = roll.spared_until
        self.stake: Final[i64] = roll.stake
        self.ties: Final = roll.ties
        self.listener: Final = roll.listener
        self.occupation: Final = conquest.occupation
        self.on_elimination: Final = conquest.on_elimination
        self.title: Final = title  # tells two defences in the same game apart

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        opened: list[AnyStep] = [self.occupation]
        for consequence in self.on_elimination:
            opened.extend(consequence.parts())
        return opened

    def most(self, table: Table, frame: Battle) -> i64:
        """Return the number of dice that the defender may roll."""
        return min(self.dice.defender, table.state.armies[frame.target])

    def arrive(self, table: Table, frame: Battle) -> bool:
        most = self.most(table, frame)
        chooses = self.dice.defender_chooses
        if table.state.owner[frame.target] == NOBODY:
            chooses = self.dice.neutral_chooses
        if most > self.dice.defender_least and chooses:
            return True
        self.roll(table, frame, most)
        return False

    def options(self, table: Table, frame: Battle, seat: i64) -> Options:
        return Options().add(Amount(DEFEND, self.dice.defender_least, self.most(table, frame)))

    def act(self, table: Table, frame: Battle, seat: i64, action: Action) -> None:
        self.roll(table, frame, action.n)

    def roll(self, table: Table, frame: Battle, dice: i64) -> None:
        """Roll for both sides; each comparison costs the loser its stake."""
        state = table.state
        pairs = min(frame.dice, dice)
        favoured = self.ties is not None and self.ties.favour_attacker(table, frame)
        attack = roll_ranked(table, frame.dice)
        defence = roll_ranked(table, dice)
        table.close()
        table.note(Rolled(frame.source, frame.target, attack, defence))
        lost = count_attacker_losses(attack, defence, pairs)
        if favoured:
            lost = pairs - count_attacker_losses(defence, attack, pairs)
        beaten = (pairs - lost) * self.stake
        lost *= self.stake
        if lost > 0:
            table.note(ArmiesLost(frame.source, lost))
        if self.listener is not None:
            self.listener.on_roll(table, frame.source, frame.dice * self.stake, lost)
        if state.round <= self.spared_until and state.lands[frame.seat] == 1:
            beaten = min(beaten, state.armies[frame.target] - 1)
        if beaten > 0:
            table.note(ArmiesLost(frame.target, beaten))
            if state.armies[frame.target] == 0:
                self.conquest(table, frame)

    def conquest(self, table: Table, frame: Battle) -> None:
        """Transfer the place to the attacker; a seat that loses its last place is eliminated."""
        state = table.state
        victim = frame.seat
        by = state.owner[frame.source]
        table.open(Battle(self.occupation.index, by, frame.source, frame.target, frame.dice))
        table.note(Conquered(frame.target, by))
        if state.lands[victim] == 0:
            table.note(Eliminated(victim, by))
            for consequence in self.on_elimination:
                consequence.on_elimination(table, victim, by)

    def why(self, table: Table, frame: Battle, seat: i64, action: Action) -> str:
        return "defence.dice" if action.verb == DEFEND else "defence.declare"


@final
class Occupation(Step[Battle]):
    """Move armies into the conquered place: at least those that rolled, or `least` if it isn't 0. One must stay behind.

    If `limits` are given, they replace these bounds.
    """

    def __init__(
        self, least: i64 = 0, listener: BattleListener | None = None, limits: OccupationLimits | None = None
    ) -> None:
        super().__init__()
        self.least: Final[i64] = least
        self.listener: Final = listener
        self.limits: Final = limits

    def fewest(self, table: Table, frame: Battle) -> i64:
        """Return the minimum number of armies that must move in."""
        if self.limits is not None:
            return self.limits.least(table, frame)
        return frame.dice if self.least == 0 else self.least

    def most(self, table: Table, frame: Battle) -> i64:
        """Return the maximum number of armies that may move in."""
        return table.state.armies[frame.source] - 1 if self.limits is None else self.limits.most(table, frame)

    def arrive(self, table: Table, frame: Battle) -> bool:
        most = self.most(table, frame)
        if most > self.fewest(table, frame):
            return True
        self.enter(table, frame, most)
        return False

    def options(self, table: Table, frame: Battle, seat: i64) -> Options:
        return Options().add(Amount(OCCUPY, self.fewest(table, frame), self.most(table, frame)))

    def act(self, table: Table, frame: Battle, seat: i64, action: Action) -> None:
        self.enter(table, frame, action.n)

    def enter(self, table: Table, frame: Battle, armies: i64) -> None:
        """Move the armies in."""
        table.close()
        table.note(ArmiesMoved(frame.source, frame.target, armies))
        if self.listener is not None:
            self.listener.on_occupation(table, frame.source, frame.target, frame.dice, armies)

    def why(self, table: Table, frame: Battle, seat: i64, action: Action) -> str:
        if action.verb != OCCUPY:
            return "conquest.at_once"
        if action.n >= table.state.armies[frame.source]:
            return "conquest.leave_one"
        if self.limits is not None and action.n > self.most(table, frame):
            return self.limits.clause
        return "conquest.least"
