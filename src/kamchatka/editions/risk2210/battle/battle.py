"""An invasion from its declaration to its end: reactions, six- and eight-sided dice, losses, and moving in."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.battle.conquest import Entering, MoveIn, engage, may_give_up
from kamchatka.editions.risk2210.battle.reach import bars_invasion
from kamchatka.editions.risk2210.battle.war_facts import InvasionDeclared, InvasionOff
from kamchatka.editions.risk2210.pieces.losses import Losses
from kamchatka.editions.risk2210.state import NUCLEAR, edition_state, terrain_of, units
from kamchatka.kernel.ages.age import Age, pieces_at
from kamchatka.kernel.battle import Crossing
from kamchatka.kernel.bits import members, size
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.dice import count_attacker_losses
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.options import DEFEND, PASS, PLAY_CARD, ROLL, Action, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.windows import Window
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, NUMBER, PIECES, PLACE, SEAT, Fields, revealed, secret
from kamchatka.kernel.state import HIDDEN, NOBODY, Frame, State
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

ATTACK_DICE: Final = 3
DEFENCE_DICE: Final = 2

DECLARED: Final = 0  # stages of an invasion
READY: Final = 1  # the reactions are over
FOUGHT: Final = 2  # dice and losses are over too


@mypyc_attr(free_list_len=1)
@final
class Assault(Crossing):
    """An invasion: its stage, whether units defended the place when it was declared, and what rolled last."""

    FIELDS: ClassVar[Fields] = {
        "stage": NUMBER,
        "contested": FLAG,
        "dice": revealed(AMOUNT),
        "pieces": revealed(PIECES),
    }

    def __init__(
        self, step: i64, seat: i64, source: i64, target: i64, stage: i64, contested: bool, dice: i64, pieces: i64
    ) -> None:
        super().__init__(step, seat, source, target)
        self.stage: Final[i64] = stage
        self.contested: Final = contested
        self.dice: Final[i64] = dice  # numbers of MODs and commanders
        self.pieces: Final[i64] = pieces

    def at(self, stage: i64, dice: i64 = 0, pieces: i64 = 0) -> "Assault":
        """Return the invasion at another stage.

        Dice are stored only after the roll, because they may be secret before.
        """
        return Assault(self.step, self.seat, self.source, self.target, stage, self.contested, dice, pieces)


@mypyc_attr(free_list_len=1)
@final
class Clash(Frame):
    """The defender chooses dice. The attacker (`by`) has already chosen MODs and pieces, perhaps in secret."""

    FIELDS: ClassVar[Fields] = {
        "source": PLACE,
        "target": PLACE,
        "by": SEAT,
        "armies": secret(AMOUNT),
        "pieces": secret(PIECES),
        "sealed": FLAG,
        "led": FLAG,
    }

    def __init__(
        self, step: i64, seat: i64, source: i64, target: i64, by: i64, armies: i64, pieces: i64, sealed: bool, led: bool
    ) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.by: Final[i64] = by
        self.armies: Final[i64] = armies
        self.pieces: Final[i64] = pieces
        self.sealed: Final = sealed
        self.led: Final = led  # True if commanders had to roll first

    def seen_by(self, seat: i64) -> Frame:
        return self.with_dice(HIDDEN, HIDDEN) if self.sealed and seat != self.by else self

    def imagined(self, state: State, chance: Chance) -> Frame:
        """Sample an attack that the attacker may have chosen."""
        if self.armies != HIDDEN:
            return self
        own = state.edition_state
        assert isinstance(own, Age)
        pieces = own.standing[self.source]
        guess = attack_parties(state.armies[self.source], pieces, self.led).nth(0, chance)
        return self.with_dice(guess.n, guess.what)

    def with_dice(self, armies: i64, pieces: i64) -> "Clash":
        """Return the frame with this attack."""
        return Clash(self.step, self.seat, self.source, self.target, self.by, armies, pieces, self.sealed, self.led)


def attack_parties(armies: i64, pieces: i64, led: bool) -> Parties:
    """Return the possible attacks with one to three units; one more must stay.

    `led`: MODs attack only with all commanders.
    """
    rolls = Parties(ROLL, 1, led)
    rolls.add(-1, -1, 0, armies, pieces, 0, min(i64(ATTACK_DICE), armies + size(pieces) - 1))
    return rolls


def attack_eights(table: Table, source: i64, target: i64, pieces: i64) -> i64:
    """Count the commanders that attack with an eight-sided die (2210.battle.4)."""
    eights: i64 = 0
    for kind in members(pieces):
        if kind == NUCLEAR or (kind < NUCLEAR and kind in (terrain_of(table, source), terrain_of(table, target))):
            eights += 1
    return eights


def throw(table: Table, eights: i64, sixes: i64) -> i64:
    """Roll up to three dice of both kinds together. Return them packed, highest first, four bits per die."""
    a: i64 = 0
    b: i64 = 0
    c: i64 = 0
    for i in range(eights + sixes):
        pips = table.die(8 if i < eights else 6)
        if pips > a:
            a, b, c = pips, a, b
        elif pips > b:
            b, c = pips, b
        else:
            c = pips
    return a | (b << 4) | (c << 8)


@final
class Invasion2210(Step[Assault]):
    """Runs an invasion from declaration to conquest. It asks the attacker for dice once the reactions are over."""

    def __init__(
        self,
        window: Window,
        losses: Losses,
        move_in: MoveIn,
        defence: "Defence2210",
        must_follow_through: bool,
        led: bool,
        sealed: bool,
    ) -> None:
        super().__init__()
        self.window: Final = window
        self.losses: Final = losses
        self.move_in: Final = move_in
        self.defence: Final = defence
        self.must_follow_through: Final = must_follow_through
        self.led: Final = led  # True if commanders roll before MODs
        self.sealed: Final = sealed  # True if the attacker's dice are secret until the roll

    def name(self) -> str:
        return "Invasion"  # the name in saved games

    def parts(self) -> list[AnyStep]:
        return [self.window, self.losses, self.move_in, self.defence]

    def is_sealed(self) -> bool:
        return self.sealed

    def declare(self, table: Table, seat: i64, source: i64, target: i64) -> None:
        """Declare an invasion."""
        table.note(InvasionDeclared(seat, source, target))
        table.open(Assault(self.index, seat, source, target, DECLARED, units(table, target) > 0, 0, 0))

    def arrive(self, table: Table, frame: Assault) -> bool:
        if frame.stage == DECLARED:
            table.replace_top(frame.at(READY))
            if table.state.owner[frame.target] != NOBODY or table.state.armies[frame.target] > 0:
                self.window.open(table, frame.source, frame.target)
            return False
        if frame.stage == READY and not bars_invasion(table, frame.seat, frame.source, frame.target):
            if units(table, frame.target) > 0:
                return True
            self.walk_in(table, frame, 0, 0, won=False)
            return False
        self.finish(table, frame)
        return False

    def finish(self, table: Table, frame: Assault) -> None:
        """Finish the invasion after the dice, or if it has become impossible (2210.react.6)."""
        if frame.stage == READY:
            table.close()
            table.note(InvasionOff(frame.source, frame.target))
        elif units(table, frame.target) > 0:
            table.close()
        else:
            self.walk_in(table, frame, frame.dice, frame.pieces, won=True)

    def walk_in(self, table: Table, frame: Assault, dice: i64, pieces: i64, won: bool) -> None:
        """Take a place that has no defenders left."""
        table.replace_top(
            Entering(self.move_in.index, frame.seat, frame.source, frame.target, dice, pieces, frame.contested, won)
        )
        if won:
            self.move_in.conquer(table, frame.seat, frame.target)

    # -------------------------------------------------------------- the attacker's dice
    def rolls(self, table: Table, frame: Assault) -> Parties:
        """Return the choice of units that may roll."""
        return attack_parties(table.state.armies[frame.source], pieces_at(table, frame.source), self.led)

    def options(self, table: Table, frame: Assault, seat: i64) -> Options:
        options = Options().add(self.rolls(table, frame))
        return options.may(PASS) if may_give_up(table, frame.target, self.must_follow_through) else options

    def act(self, table: Table, frame: Assault, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
            table.note(InvasionOff(frame.source, frame.target))
            return
        engage(table, frame.target)
        self.defence.ask(table, frame, action, self.sealed)

    def why(self, table: Table, frame: Assault, seat: i64, action: Action) -> str:
        if action.verb == PASS:
            return "invade.follow_through"
        if action.verb == PLAY_CARD:
            return "react.attacker"
        if action.verb != ROLL:
            return "turn.not_now"
        if self.led and action.n > 0 and action.what != pieces_at(table, frame.source):
            return "battle.commanders_first"
        return "battle.attack_dice"


@final
class Defence2210(Step[Clash]):
    """Defend with one or two units.

    Commanders, and all units next to a station, roll eight-sided dice (2210.battle.6-7).
    """

    def __init__(self, losses: Losses, led: bool, neutral_chooses: bool) -> None:
        super().__init__()
        self.losses: Final = losses
        self.led: Final = led
        self.neutral_chooses: Final = neutral_chooses

    def name(self) -> str:
        return "Defence"  # the name in saved games

    def ask(self, table: Table, frame: Assault, action: Action, sealed: bool) -> None:
        """Ask for the defence after the attacker's choice.

        The next player answers for neutral MODs (2210.two_player.5).
        """
        defender = table.state.owner[frame.target]
        if defender == NOBODY:
            defender = table.state.next_alive(frame.seat)
        table.open(
            Clash(self.index, defender, frame.source, frame.target, frame.seat, action.n, action.what, sealed, self.led)
        )

    def rolls(self, table: Table, frame: Clash) -> Parties:
        """Return the choice of units that may defend.

        With a station only their number matters, because all roll alike.
        """
        armies = table.state.armies[frame.target]
        pieces = pieces_at(table, frame.target)
        if edition_state(table).built[frame.target]:
            armies += size(pieces)
            pieces = 0
        rolls = Parties(DEFEND, 1, self.led)
        rolls.add(-1, -1, 0, armies, pieces, 0, min(i64(DEFENCE_DICE), armies + size(pieces)))
        return rolls

    def arrive(self, table: Table, frame: Clash) -> bool:
        """Roll at once for a single unit. Neutral MODs also roll at once, unless an opponent chooses for them."""
        armies = table.state.armies[frame.target]
        if table.state.owner[frame.target] == NOBODY and not (self.neutral_chooses and frame.seat != frame.by):
            self.roll(table, frame, min(i64(DEFENCE_DICE), armies), 0)
        elif units(table, frame.target) == 1:
            self.roll(table, frame, armies, pieces_at(table, frame.target))
        else:
            return True
        return False

    def options(self, table: Table, frame: Clash, seat: i64) -> Options:
        return Options().add(self.rolls(table, frame))

    def act(self, table: Table, frame: Clash, seat: i64, action: Action) -> None:
        self.roll(table, frame, action.n, action.what)

    def roll(self, table: Table, frame: Clash, armies: i64, pieces: i64) -> None:
        """Roll all dice at once. Each lost comparison costs a unit; the attacker chooses its losses first."""
        attackers = frame.armies + size(frame.pieces)
        defenders = armies + size(pieces)
        eights = attack_eights(table, frame.source, frame.target, frame.pieces)
        guarded = edition_state(table).built[frame.target] == 1
        attack = throw(table, eights, attackers - eights)
        defence = throw(table, defenders if guarded else size(pieces), 0 if guarded else armies)
        table.close()
        invasion = table.state.agenda[-1]
        assert isinstance(invasion, Assault)
        table.replace_top(invasion.at(FOUGHT, attackers, frame.pieces))
        table.note(Rolled(frame.source, frame.target, attack, defence))
        pairs = min(attackers, defenders)
        lost = count_attacker_losses(attack, defence, pairs)
        if lost < pairs:
            self.losses.take_losses(table, frame.target, pairs - lost)
        if lost > 0:
            self.losses.take_losses(table, frame.source, lost)

    def why(self, table: Table, frame: Clash, seat: i64, action: Action) -> str:
        if action.verb != DEFEND:
            return "defence.declare"
        guarded = edition_state(table).built[frame.target] == 1  # then the defender chooses only the number of units
        if self.led and not guarded and action.n > 0 and action.what != pieces_at(table, frame.target):
            return "battle.commanders_first"
        return "defence.dice"
