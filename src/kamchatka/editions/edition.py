"""An edition: a booklet, its table options, and how a table's game is composed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar, Literal, get_args, get_origin

import msgspec

from kamchatka.boards import Named, Sheet
from kamchatka.bots.advice.adviser import Adviser
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.chronicle import Chronicle
from kamchatka.editions.display import Display, Face, nothing_more
from kamchatka.editions.page import EditionPage
from kamchatka.editions.page import load as load_page
from kamchatka.editions.rulebook import Rulebook, TableOption, Value
from kamchatka.editions.tournament import TournamentRules
from kamchatka.kernel.edges.deprecation import former_name
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text
from kamchatka.odds.model import BattleModel


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table. Each edition defines a field for each option of its booklet."""

    retired: ClassVar[frozenset[str]] = frozenset()  # options of earlier versions, still present in stored games

    def non_defaults(self) -> JsonObject:
        """Return the options that differ from the booklet's defaults."""
        agreed = {field.name: (getattr(self, field.name), field.default) for field in msgspec.structs.fields(self)}
        return {name: value for name, (value, proposed) in agreed.items() if value != proposed}

    changed = former_name("TableRules.changed", non_defaults)

    def check(self) -> None:
        """Raise a Problem if a new table may not use a text option, even if its value can be parsed."""


@dataclass(frozen=True)
class Edition:
    """One booklet. `compose` builds the game from a table's rules; `sheets` are its boards."""

    id: str
    rules: type[TableRules]
    compose: Callable[[Any, dict[str, Citation]], Game]
    sheets: tuple[Sheet, ...]
    cards: tuple[Named, ...]
    objectives: tuple[Named, ...]
    colours: tuple[Named, ...]
    package: str = ""  # package of its booklet, words and other files; "" stands for kamchatka.editions.<id>
    table_cards: Callable[[Any], tuple[tuple[Named, Face], ...]] | None = None  # if table rules change cards
    kinds: tuple[Named, ...] = ()  # kinds of pieces other than armies, and of the cards that go with them
    faces: tuple[Face, ...] = ()  # faces of the cards, in order
    display: Callable[[Game, State, int], Display] = nothing_more  # what a viewer (-1: a spectator) sees besides armies
    chronicle: Chronicle = field(default_factory=Chronicle)  # story groups of this edition
    battles: BattleModel = field(default_factory=BattleModel)  # how battles are fought, for odds
    rank: int = 100  # sort key in lists, ascending
    strategist: Callable[[Game, BattleModel], Strategy] = Strategy  # returns what bots know about its games
    advises: Callable[[Strategy, BattleModel], Adviser] = Adviser  # explains its captain's decisions
    tournament: TournamentRules | None = None  # tournament scoring; None: only how the game finished counts

    @property
    def home(self) -> str:
        """The package of the booklet, words and other files. Two editions may share it."""
        return self.package or f"kamchatka.editions.{self.id}"

    @property
    def boards(self) -> tuple[Sheet, ...]:
        """The boards to draw, with the main one first. A sheet without a package belongs to this edition's package."""
        return tuple(board for sheet in self.sheets for board in sheet.within(self.home).boards_with_drawing())

    @cached_property
    def rulebook(self) -> Rulebook:
        """The booklet. The values of an option are those that the field of `rules` with its name allows."""
        return Rulebook.read((resources.files(self.home) / "rulebook.toml").read_bytes(), option_values(self.rules))

    @property
    def booklet(self) -> str:
        """The name of the booklet. Two editions may share one."""
        return self.rulebook.book.edition

    @cached_property
    def page(self) -> EditionPage:
        """The edition's presentation, apart from its rules and words."""
        return load_page(self.home, self.id)

    @property
    def seats(self) -> range:
        """The possible numbers of players."""
        return range(self.rulebook.book.seats.min, self.rulebook.book.seats.max + 1)

    @property
    def options(self) -> tuple[TableOption, ...]:
        """The booklet's options that apply to this edition.

        >>> from kamchatka import edition
        >>> edition("modern").options[0].name
        'army_cap'
        """
        return tuple(option for option in self.rulebook.options if option.edition in ("", self.id))

    @cached_property
    def citations(self) -> dict[str, Citation]:
        """The paragraphs by the clauses that the code cites."""
        return {clause: Citation(rule.id, rule) for rule in self.rulebook.rules for clause in rule.clauses}

    def at(self, rules: TableRules) -> "Edition":
        """Return the edition for one table, with the cards that the table's rules change or add."""
        if self.table_cards is None or not rules.non_defaults():
            return self
        names, faces = zip(*self.table_cards(rules), strict=True)
        return replace(self, cards=names, faces=faces)

    def strategy(self, game: Game) -> Strategy:
        """Return the bot strategy for a game of this edition.

        >>> from kamchatka import edition
        >>> game = edition("modern").game(edition("modern").table_rules({}))
        >>> edition("modern").strategy(game).info.has_pieces
        False
        """
        return self.strategist(game, self.battles)

    def adviser(self, game: Game) -> Adviser:
        """Return the adviser that explains a captain's decisions in a game of this edition."""
        return self.advises(self.strategy(game), self.battles)

    def game(self, rules: TableRules) -> Game:
        """Compose the game for one table."""
        return self.compose(rules, self.citations)

    def check_seats(self, seats: int) -> None:
        """Raise a Problem unless this number of players is allowed.

        >>> from kamchatka import edition
        >>> edition("modern").check_seats(4)
        """
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise Problem("edition.seats", rule=self.citations["seats.count"].rule, seats=seats, least=least, most=most)

    def table_rules(self, chosen: Mapping[str, object], kept: bool = False) -> TableRules:
        """Build a table's rules from its choices, checking each against the booklet's option.

        `kept`: the rules of a stored game, perhaps from an earlier version. Its choices remain valid, and options that
        no longer exist are ignored.

        >>> from kamchatka import edition
        >>> edition("classic").table_rules({}).non_defaults()
        {}
        """
        options = {option.name: option for option in self.options}
        if kept:
            gone = {
                *self.rules.retired,
                *(option.name for option in self.rulebook.options if option.name not in options),
            }
            chosen = {name: value for name, value in chosen.items() if name not in gone}
        for name, value in chosen.items():
            if name not in options:
                known = ", ".join(option.name for option in self.options)
                raise Problem("option.unknown", name=name, known=known)
            if not isinstance(value, bool | int | str) or not options[name].allows(value):
                raise _not_allowed(options[name], value)
        rules = self.rules(**chosen)
        if not kept:
            rules.check()
        return rules


def option_values(rules: type[TableRules]) -> dict[str, tuple[Value, ...]]:
    """Return the values of the options: both for a bool, the default first; else those of a `Literal`.

    >>> from kamchatka import edition
    >>> option_values(edition("classic").rules)["two_player_armies"]
    ('by_book', 'armies_30', 'armies_40')
    """
    fields = {field.name: (field.type, field.default) for field in msgspec.structs.fields(rules)}
    switches = {name: (default, not default) for name, (kind, default) in fields.items() if kind is bool}
    return switches | {name: get_args(kind) for name, (kind, _) in fields.items() if get_origin(kind) is Literal}


def _not_allowed(option: TableOption, value: object) -> Problem:
    if option.values:
        allowed = ", ".join(_format_value(known) for known in option.values)
        needed = Text("problem", "option.one_of", allowed=allowed)
    elif option.text:
        needed = Text("problem", "option.text")
    else:
        needed = Text("problem", "option.number", least=option.min, most=option.max)
    return Problem("option.value", rule=option.rules[0], option=option.name, value=_format_value(value), needed=needed)


def _format_value(value: object) -> str:
    """Format a value as in option=value."""
    return str(value).lower() if isinstance(value, bool) else str(value)
