"""The golden games of the modern edition, and what a golden game is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kamchatka.editions.modern.time_attack import ExtraLapCalled, FallEndsGame, LastLapCalled
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.edges.wire import NamedAction, Stop, TimeUp
from kamchatka.kernel.facts import DeckReshuffled, Eliminated
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.options import Options
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from tests.kit import Holding, position
from tests.rules.modern.scene import TWO_LEVEL, laid
from tests.rules.modern.witness import PLACES, ZONES

STORE = Path(__file__).parent
COLOURS = ("red", "yellow", "green", "blue")
CLOCK = {"ending": "time_attack_clock"}


@dataclass(frozen=True)
class Golden:
    """A game: how it starts, how it is played, and how it must end."""

    name: str
    clause: str  # the clause that ends it
    options: Mapping[str, object] = field(default_factory=dict)
    start: Callable[[], Match] | None = None  # None for a game from the first die
    seats: int = 3  # number of seats of a game from the first die
    declares: Mapping[int, Stop | TimeUp] = field(default_factory=dict)  # actions after which the referee ends it
    idle: bool = False  # True: seats do only what they must; False: any legal action
    shows: tuple[type[Fact], ...] = ()  # facts that must occur
    cites: tuple[str, ...] = ()  # clauses that its facts must cite
    does: tuple[NamedAction, ...] = ()  # actions that must occur
    winner: int | None = None
    longest: int = 60  # actions: longer games are not kept
    edition: str = "modern"

    @property
    def path(self) -> Path:
        """Return the path of its journal."""
        return STORE / self.edition / f"{self.name}.jsonl"

    def chosen(self, options: Options, chooser: FastChance) -> Inner:
        """Return what the asked seat does."""
        return options.expand()[-1] if self.idle else options.sample(chooser)

    def is_shown_by(self, match: Match) -> bool:
        """Return whether a finished match meets the description."""
        facts = [fact for entry in match.entries for fact in entry.facts]
        shown = {type(fact) for fact in facts}.issuperset(self.shows) and {
            fields(fact).get("clause") for fact in facts
        }.issuperset(self.cites)
        done = {entry.action for entry in match.entries}.issuperset(self.does)
        return (
            match.state.ending == self.clause
            and shown
            and done
            and (self.winner is None or match.winners == [self.winner])
        )


def _lands() -> Match:
    """Return a position in which seat 0 holds twenty-three places and needs one more."""
    return position(
        {**dict.fromkeys(PLACES[:23], (0, 1)), "alaska": (0, 6)}, seats=3, objectives={0: "twenty_four_territories"}
    )


def _garrisons() -> Match:
    """Return a position in which seat 0 holds eighteen places, two of them with a single army."""
    return position(
        {**dict.fromkeys(PLACES[:18], (0, 2)), "alaska": (0, 1), "peru": (0, 1)},
        seats=3,
        phase="Reinforce",
        objectives={0: "eighteen_territories"},
    )


def _zones(*zones: str, missing: str, base: str, card: str) -> Match:
    """Return a position in which seat 0 holds these zones except one place, with a strong base next to it."""
    held: dict[str, Holding] = {place: (0, 1) for zone in zones for place in ZONES[zone] if place != missing}
    return position({**held, base: (0, 6)}, seats=3, objectives={0: card})


def _siege(card: Mapping[int, str], others: int = 10, options: Mapping[str, object] | None = None) -> Match:
    """Return a siege of seat 1's last place by seat 0 in Siam; seat 2 holds this many places, seat 3 the rest."""
    return position(
        {**dict.fromkeys(PLACES[:others], (2, 1)), "siam": (0, 6), "india": (1, 1)},
        rest=(3, 1),
        objectives=card,
        colours=COLOURS,
        options=options or {},
    )


def _reshuffled_siege() -> Match:
    match = _siege({}, options={"ending": "time_attack_cards"})
    match.table.note(DeckReshuffled())
    return match


def _duel() -> Match:
    """Return a position with two seats left, one of them in its last place."""
    match = position({**dict.fromkeys(PLACES, (0, 1)), "siam": (0, 6), "india": (1, 1)}, seats=3)
    match.table.note(Eliminated(2, 0))
    return match


def _level(**changed: Holding) -> Match:
    """Return the last turn of a round, with seats 0 and 1 tied in points."""
    level = {"alaska": (0, 2), "ukraine": (1, 2), "peru": (3, 2)}
    return position(laid(TWO_LEVEL) | level | changed, turn=3, options=CLOCK)


GAMES = (
    Golden("objective_places", "end.objective", start=_lands, winner=0),
    Golden("objective_garrison", "end.objective", start=_garrisons, winner=0),
    Golden(
        "objective_zones",
        "end.objective",
        winner=0,
        start=lambda: _zones(
            "north_america", "oceania", missing="indonesia", base="siam", card="north_america_and_oceania"
        ),
    ),
    Golden(
        "objective_zones_and_another",
        "end.objective",
        winner=0,
        start=lambda: _zones(
            "europe",
            "south_america",
            "africa",
            missing="egypt",
            base="middle_east",
            card="europe_south_america_and_another",
        ),
    ),
    Golden(
        "objective_destroy", "end.objective", start=lambda: _siege({0: "destroy_yellow"}), winner=0, shows=(Eliminated,)
    ),
    Golden(
        "objective_fall_back",
        "end.objective",
        start=lambda: _siege({2: "destroy_yellow"}, 24),
        winner=2,
        shows=(Eliminated,),
    ),
    Golden("whole_game_of_three", "end.objective", longest=350),
    Golden("whole_game_of_six", "end.objective", {"special_reinforcement": True}, seats=6, longest=600),
    Golden("survivor", "end.survivor", start=_duel, winner=0, shows=(Eliminated,)),
    Golden("points_by_clock", "end.points", CLOCK, declares={70: TimeUp()}, shows=(LastLapCalled,), longest=400),
    Golden(
        "points_by_cards",
        "end.points",
        {"ending": "time_attack_cards", "time_attack_reshuffles": 0},
        shows=(LastLapCalled,),
        longest=1500,
    ),
    Golden(
        "points_by_elimination",
        "end.points",
        {"ending": "time_attack_cards"},
        start=_reshuffled_siege,
        shows=(FallEndsGame,),
    ),
    Golden("armies", "end.armies", CLOCK, start=lambda: _level(alaska=(0, 3)), declares={0: TimeUp()}),
    Golden(
        "armies_after_an_extra_lap",
        "end.armies",
        CLOCK,
        start=_level,
        declares={0: TimeUp()},
        shows=(ExtraLapCalled,),
        longest=200,
    ),
    Golden("shared", "end.shared", CLOCK, start=_level, declares={0: TimeUp()}, idle=True, shows=(ExtraLapCalled,)),
    Golden("stopped", "referee.stop", declares={50: Stop()}),
)
