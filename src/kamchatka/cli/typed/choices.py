"""The current options as a numbered list. Users type the numbers that they see on the screen."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from kamchatka.cli.screen.board_text import BoardText
from kamchatka.cli.screen.palette import ACCENT, MARKS, PLAIN
from kamchatka.cli.screen.panels import Panels
from kamchatka.cli.typed.things import usual_company
from kamchatka.kernel.bits import size
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    ATTACK,
    COLOUR,
    DEFEND,
    GIVE,
    GIVE_CARD,
    INVADE,
    PLACE,
    ROLL,
    TRADE,
    Action,
    Amount,
    Bare,
    Options,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.parties import Parties, Party
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.odds import BattleModel
from kamchatka.words import Words

ATTACKS = (ATTACK, INVADE)


@dataclass(frozen=True)
class Numbered:
    """One main choice without its amount, and its label."""

    action: Action
    label: Text


class Choices:
    """List the options; attacks are sorted by win chance."""

    def __init__(self, game: Game, words: Words, board: BoardText, panels: Panels) -> None:
        self.game = game
        self.words = words
        self.board = board
        self.panels = panels

    def list_choices(self, state: State, seat: int, options: Options) -> list[Numbered]:
        """List every main choice. Plain amounts and verbs without arguments are typed, so they get no number."""
        return [numbered for option in options.ranges for numbered in self._of(state, seat, option)]

    def win_chance(self, state: State, source: int, target: int, pieces: int | None = None) -> float:
        """Return the exact chance of taking a place in a fight to the end.

        `pieces` join; None stands for all that would.
        """
        table = Table(self.game.board, state, FastChance(0), None)
        found = self.words.edition.battles.forecast(self.game, table, source, target, pieces)
        return 0.0 if found is None else found.wins

    def _of(self, state: State, seat: int, option: Range) -> Iterator[Numbered]:
        if isinstance(option, Parties):
            yield from self._parties(state, option)
            return
        if isinstance(option, Bare) or (isinstance(option, Amount) and option.verb not in (GIVE, GIVE_CARD)):
            return
        actions = main_choices(option)
        if isinstance(option, Pairs) and option.verb in ATTACKS:
            actions.sort(key=lambda one: -self.win_chance(state, int(one.at), int(one.to)))
        for one in actions:
            n = one.n if one.verb == GIVE_CARD else 0
            yield Numbered(Action(one.verb, one.at, one.to, n, one.what), self._label(state, seat, option, one))

    def _parties(self, state: State, option: Parties) -> Iterator[Numbered]:
        """Yield the pairs of places; if there are none, yield every set of pieces with its possible armies."""
        alone = option.alone()
        if alone is None:
            parties = [option.party(row) for row in option.rows]
            if option.verb in ATTACKS:
                parties.sort(key=lambda one: -self.win_chance(state, int(one.at), int(one.to)))
            for party in parties:
                label = self.board.place(state, int(party.at)).append(" → ")
                company = usual_company(option, party, state)
                label.append_text(self.board.place(state, int(party.to)))
                label.append(self.words.party(company))
                if option.verb in ATTACKS:
                    chance = self.win_chance(state, int(party.at), int(party.to), company)
                    label.append(f" {chance:.0%}", ACCENT)
                yield Numbered(Action(option.verb, party.at, party.to, 0, company), label)
            return
        sets = [int(what) for what in option.sets(alone)] if alone.pieces else []
        for what in sets:
            span = self.words.phrases.span(int(option.fewest(alone, what)), int(option.most(alone, what)))
            yield Numbered(Action(option.verb, what=what), Text(f"{span} {self.words.party(what)}".strip()))

    def _label(self, state: State, seat: int, option: Range, one: Action) -> Text:
        if isinstance(option, Spots) and one.verb == PLACE:
            return self.board.place(state, int(one.at))
        if isinstance(option, Pairs):
            label = self.board.place(state, int(one.at)).append(" → ").append_text(self.board.place(state, int(one.to)))
            if one.verb in ATTACKS:
                label.append(f" {self.win_chance(state, int(one.at), int(one.to)):.0%}", ACCENT)
            return label
        if one.verb == COLOUR:
            mark = MARKS.get(self.game.colours[one.what], PLAIN)
            return mark.badge().append(f" {self.words.names.colour(int(one.what))}")
        label = Text(self.words.action(one))
        if one.verb == TRADE:
            label.append(f" (+{self.panels.trio_worth(state, seat, int(one.what))})", ACCENT)
        return label


def main_choices(option: Range) -> list[Action]:
    """List every main choice of a range once, with its maximum amount."""
    if isinstance(option, Pairs):
        return [Action(option.verb, one.at, one.to, one.most) for one in option.spans()]
    return list({(int(one.at), int(one.to), int(one.what)): one for one in option.expand()}.values())


def places_to_highlight(options: Options) -> set[int]:
    """Return the places that the options name."""
    actions = [one for option in options.ranges if isinstance(option, Pairs | Spots) for one in main_choices(option)]
    marches = [option.party(row) for option in options.ranges if isinstance(option, Parties) for row in option.rows]
    ends = [(one.at, one.to) for one in actions] + [(one.at, one.to) for one in marches]
    return {int(place) for pair in ends for place in pair if place >= 0}


def all_dice(battles: BattleModel, game: Game, state: State, options: Options) -> Action | None:
    """Return the roll with the most dice, if the seat must choose dice. The odds in the list assume it."""
    for option in options.ranges:
        if option.verb in (DEFEND, ROLL):
            if isinstance(option, Amount):
                return Action(option.verb, n=option.most, what=option.what)
            if isinstance(option, Parties) and (alone := option.alone()) is not None:
                return _best_dice(battles, game, state, option, alone)
    return None


def _best_dice(battles: BattleModel, game: Game, state: State, option: Parties, alone: Party) -> Action:
    """Return the roll with the most units: in defence with the most pieces, in attack with the best dice."""
    sets = [int(what) for what in option.sets(alone)]
    rolls = [Action(option.verb, n=option.most(alone, what), what=what) for what in sets]
    most = max(_units(roll) for roll in rolls)
    full = [roll for roll in rolls if _units(roll) == most]
    if option.verb == DEFEND or len(full) == 1:
        return max(full, key=lambda roll: size(roll.what))
    fight, table = fields(state.agenda[-1]), Table(game.board, state, FastChance(0), None)
    best = battles.best_pieces(game, table, fight["source"], fight["target"], [int(roll.what) for roll in full])
    return next(roll for roll in full if roll.what == best)


def _units(roll: Action) -> int:
    return int(roll.n + size(roll.what))


def plain_amount(options: Options) -> Amount | None:
    """Return the option that takes only a number, if there is one."""
    for option in options.ranges:
        if isinstance(option, Amount) and option.verb not in (GIVE, GIVE_CARD):
            return option
        if isinstance(option, Parties) and (alone := option.alone()) is not None and not alone.pieces:
            return Amount(option.verb, option.fewest(alone, 0), option.most(alone, 0))
    return None
