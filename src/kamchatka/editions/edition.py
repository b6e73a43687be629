"""An edition: a booklet, its table options, and how it is composed into a game for one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

import msgspec

from kamchatka.boards import Named, Sheet
from kamchatka.bots.advice.adviser import Adviser
from kamchatka.bots.marshal import learned
from kamchatka.bots.marshal.learned import Learned, Lessons
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.chronicle import Chronicle
from kamchatka.editions.display import Display, Face, nothing_more
from kamchatka.editions.page import EditionPage
from kamchatka.editions.page import load as load_page
from kamchatka.editions.rulebook import Rulebook, TableOption
from kamchatka.editions.tournament import TournamentRules
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text
from kamchatka.odds.model import BattleModel


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before play; each edition has its own fields, one for each option of its booklet."""

    retired: ClassVar[frozenset[str]] = frozenset()  # options of earlier versions: games that were kept may name them

    def changed(self) -> dict[str, Any]:
        """The options that are not as the booklet proposes."""
        agreed = {field.name: (getattr(self, field.name), field.default) for field in msgspec.structs.fields(self)}
        return {name: value for name, (value, proposed) in agreed.items() if value != proposed}

    def check(self) -> None:
        """A Problem when a new table may not agree on a text, though it could be read."""


@dataclass(frozen=True)
class Edition:
    """One booklet. `compose` builds the game for the rules of a table; `sheets` are the boards it is played on."""

    id: str
    rules: type[TableRules]
    compose: Callable[[Any, dict[str, Citation]], Game]
    sheets: tuple[Sheet, ...]
    cards: tuple[Named, ...]
    objectives: tuple[Named, ...]
    colours: tuple[Named, ...]
    package: str = ""  # in which its booklet, words and other files are; "": kamchatka.editions.<id>
    table_cards: Callable[[Any], tuple[tuple[Named, Face], ...]] | None = None  # where the rules of a table change them
    kinds: tuple[Named, ...] = ()  # of pieces other than armies, and of cards that go with them
    faces: tuple[Face, ...] = ()  # of the cards, in their order
    display: Callable[[Game, State, int], Display] = nothing_more  # what a viewer (or -1) sees beside armies
    chronicle: Chronicle = field(default_factory=Chronicle)  # what its story tells otherwise than all do
    battles: BattleModel = field(default_factory=BattleModel)  # how they are fought, for whoever wants odds
    rank: int = 100  # its place in lists: the smaller, the earlier
    strategist: Callable[[Game, BattleModel], Strategy] = Strategy  # what bots must know of its games
    advises: Callable[[Strategy, BattleModel], Adviser] = Adviser  # why its captain does what it does
    tournament: TournamentRules | None = None  # what its tables score in a tournament; None: by how a game is finished

    @property
    def home(self) -> str:
        """The package in which its booklet, words and other files are; two editions may share one."""
        return self.package or f"kamchatka.editions.{self.id}"

    @property
    def boards(self) -> tuple[Sheet, ...]:
        """The boards that are drawn, the main one first. A sheet that names no package lies with the edition."""
        return tuple(board for sheet in self.sheets for board in sheet.within(self.home).drawn())

    @cached_property
    def rulebook(self) -> Rulebook:
        """The booklet."""
        return Rulebook.read((resources.files(self.home) / "rulebook.toml").read_bytes())

    @property
    def booklet(self) -> str:
        """The name of its booklet: two editions may be played by one."""
        return self.rulebook.book.edition

    @cached_property
    def page(self) -> EditionPage:
        """What screens show of it besides its rules and words."""
        return load_page(self.home, self.id)

    @property
    def seats(self) -> range:
        """How many may play."""
        return range(self.rulebook.book.seats.min, self.rulebook.book.seats.max + 1)

    @property
    def options(self) -> tuple[TableOption, ...]:
        """The options of the booklet that mean something in this edition.

        >>> from kamchatka import edition
        >>> edition("modern").options[0].name
        'army_cap'
        """
        return tuple(option for option in self.rulebook.options if option.edition in ("", self.id))

    @cached_property
    def citations(self) -> dict[str, Citation]:
        """The paragraph for every clause the code cites."""
        return {clause: Citation(rule.id, rule) for rule in self.rulebook.rules for clause in rule.clauses}

    def at(self, rules: TableRules) -> "Edition":
        """The edition as one table plays it: its cards say what is played there, and it may add some."""
        if self.table_cards is None or not rules.changed():
            return self
        names, faces = zip(*self.table_cards(rules), strict=True)
        return replace(self, cards=names, faces=faces)

    @cached_property
    def learned(self) -> Learned:
        """What marshals have learned of it; of an edition nobody has trained for, what serves any."""
        return self.learned_since("")

    def learned_since(self, version: str) -> Learned:
        """The same, as marshals of a version know it; "": the first, and where nothing was learned since."""
        for name in (f"marshal_{self.id}_{version}.json", f"marshal_{self.id}.json", "marshal.json"):
            file = resources.files(self.home) / name
            if file.is_file():
                return learned.read(file.read_bytes())
        return learned.default()

    def lessons(self, version: str) -> Lessons:
        """How marshals of a version weigh things in this edition: as they have learned, or by what serves any."""
        file = resources.files(self.home) / f"lessons_{self.id}_{version}.json"
        return learned.read_lessons(file.read_bytes()) if file.is_file() else learned.UNTAUGHT

    def strategy(self, game: Game) -> Strategy:
        """What bots must know of a game of this edition.

        >>> from kamchatka import edition
        >>> game = edition("modern").game(edition("modern").table_rules({}))
        >>> edition("modern").strategy(game).info.has_pieces
        False
        """
        return self.strategist(game, self.battles)

    def adviser(self, game: Game) -> Adviser:
        """Who says why a captain does what it does in a game of this edition."""
        return self.advises(self.strategy(game), self.battles)

    def game(self, rules: TableRules) -> Game:
        """The game for one table."""
        return self.compose(rules, self.citations)

    def check_seats(self, seats: int) -> None:
        """A Problem unless this many may play.

        >>> from kamchatka import edition
        >>> edition("modern").check_seats(4)
        """
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise Problem("edition.seats", rule=self.citations["seats.count"].rule, seats=seats, least=least, most=most)

    def table_rules(self, chosen: Mapping[str, object], kept: bool = False) -> TableRules:
        """The rules of a table from its choices, each checked against the booklet's option.

        `kept`: of a game begun before, perhaps by an earlier version. What its table agreed on stands; an option
        that is no longer offered is passed over.

        >>> from kamchatka import edition
        >>> edition("classic").table_rules({}).changed()
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


def _not_allowed(option: TableOption, value: object) -> Problem:
    if option.values:
        allowed = ", ".join(_written(known) for known in option.values)
        needed = Text("problem", "option.one_of", allowed=allowed)
    elif option.text:
        needed = Text("problem", "option.text")
    else:
        needed = Text("problem", "option.number", least=option.min, most=option.max)
    return Problem("option.value", rule=option.rules[0], option=option.name, value=_written(value), needed=needed)


def _written(value: object) -> str:
    """A value as people write it in option=value."""
    return str(value).lower() if isinstance(value, bool) else str(value)
