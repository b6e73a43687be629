"""What command cards are worth, in points, by what they do: to buy them, to play them, to keep them."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.ages.year2210.theatre import WorldTheatre
from kamchatka.editions.risk2210.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.moments import EXTRACTION, HIDDEN_ENERGY
from kamchatka.editions.risk2210.orders import CommandCard, Effect, Resolution
from kamchatka.editions.risk2210.raising import ExtraMove, MoveCommanders, PlaceMods, PlaceStation
from kamchatka.editions.risk2210.record import LAND, MOON, SEA
from kamchatka.editions.risk2210.rounds import FreeCards, ReduceMods
from kamchatka.editions.risk2210.ruses import (
    SCOUTS,
    HideEnergy,
    InvadeEarth,
    Jam,
    PromiseExtraction,
    Score,
    SendScouts,
    TakeEnergy,
)
from kamchatka.editions.risk2210.strikes import KillCommander, Rocket, Scatter, StrikeZone
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import DISCARD

ALIVE: Final = 0.9  # the chance that a commander lives to see the end of the game
IN_TIME: Final = 0.4  # the part of the reactions in hand that meet their moment
SCATTERED: Final = 0.6  # a MOD that must stand alone, against one of several in a place of choice
PLENTY: Final = 10.0  # energy beyond which each unit counts less
PIPS: Final = 3.5  # of a die, on average


@final
class Files:
    """The cards of a table as its rules know them."""

    def __init__(self, game: Game) -> None:
        self.cards: list[CommandCard] = []
        for step in game.steps:
            if isinstance(step, Resolution):
                self.cards = step.hand.cards


# ------------------------------------------------------------------ one effect
def harm(theatre: WorldTheatre) -> float:
    """What it is worth that any rival loses an army."""
    total = 0.0
    rivals = 0.0
    for rival in range(theatre.state.seats):
        if rival != theatre.seat and theatre.state.is_alive(rival):
            total += theatre.malice[rival]
            rivals += 1.0
    return theatre.doctrine.army * total / max(1.0, rivals)


def score(theatre: WorldTheatre, effect: Effect) -> float:
    assert isinstance(effect, Score)
    return float(effect.points) * (ALIVE if theatre.calendar.rival_turns > 0.0 else 1.0)


def place_mods(theatre: WorldTheatre, effect: Effect) -> float:
    assert isinstance(effect, PlaceMods)
    held = theatre.held[effect.terrain]
    part = SCATTERED if effect.places > 1 else 1.0
    return part * theatre.doctrine.army * float(effect.mods * min(held, effect.places))


def scouts(theatre: WorldTheatre, effect: Effect) -> float:
    return theatre.doctrine.army * float(SCOUTS) * min(0.9, theatre.share(LAND) * 2.0)


def hidden_energy(theatre: WorldTheatre, effect: Effect) -> float:
    return theatre.doctrine.energy * float(HIDDEN_ENERGY) * theatre.share(SEA)


def extraction(theatre: WorldTheatre, effect: Effect) -> float:
    return theatre.doctrine.energy * float(EXTRACTION) if theatre.share(MOON) == 1.0 else 0.0


def take_energy(theatre: WorldTheatre, effect: Effect) -> float:
    assert isinstance(effect, TakeEnergy)
    return theatre.doctrine.energy * float(effect.energy * (theatre.state.seats - theatre.state.fallen - 1))


def defend_mods(theatre: WorldTheatre, effect: Effect) -> float:
    assert isinstance(effect, DefendMods)
    return theatre.doctrine.army * float(effect.mods) * IN_TIME


def place_station(theatre: WorldTheatre, effect: Effect) -> float:
    return theatre.doctrine.army * theatre.stream + 0.2


def reduce_mods(theatre: WorldTheatre, effect: Effect) -> float:
    assert isinstance(effect, ReduceMods)
    rivals = theatre.state.seats - theatre.state.fallen - 1
    return harm(theatre) * float(effect.opponents * rivals) - theatre.price * float(effect.own)


def scatter(theatre: WorldTheatre, effect: Effect) -> float:
    """Half of what stands there; a place of a single unit is nobody's afterwards."""
    assert isinstance(effect, Scatter)
    return float(effect.cards) * (1.0 - theatre.share(effect.terrain)) * (harm(theatre) * 2.0 + 0.1)


def rocket(theatre: WorldTheatre, effect: Effect) -> float:
    return PIPS * harm(theatre) + 0.3


def kill_commander(theatre: WorldTheatre, effect: Effect) -> float:
    return 1.5 * harm(theatre)


def strike_zone(theatre: WorldTheatre, effect: Effect) -> float:
    return 4.0 * harm(theatre) - theatre.price


def small(theatre: WorldTheatre, effect: Effect) -> float:
    """Good to have, hard to reckon."""
    return 0.1


def truce(theatre: WorldTheatre, effect: Effect) -> float:
    return IN_TIME


WORTH: Final[dict[type[Effect], Callable[[WorldTheatre, Effect], float]]] = {
    Score: score,
    PlaceMods: place_mods,
    SendScouts: scouts,
    HideEnergy: hidden_energy,
    PromiseExtraction: extraction,
    TakeEnergy: take_energy,
    DefendMods: defend_mods,
    DefendStation: truce,
    HalveInvaders: truce,
    CeaseFire: truce,
    Evacuate: small,
    PlaceStation: place_station,
    ReduceMods: reduce_mods,
    Scatter: scatter,
    Rocket: rocket,
    KillCommander: kill_commander,
    StrikeZone: strike_zone,
    FreeCards: small,
    Jam: small,
    ExtraMove: small,
    MoveCommanders: small,
    InvadeEarth: small,
}


# ------------------------------------------------------------------ one card, one deck
def card_worth(theatre: WorldTheatre, card: CommandCard) -> float:
    """What playing a card brings, beyond the energy that it costs."""
    worth = 0.0
    for effect in card.effects:
        worth += WORTH[type(effect)](theatre, effect)
    return worth - float(card.cost) * energy_worth(theatre)


def energy_worth(theatre: WorldTheatre) -> float:
    """What a unit of energy still buys: less of many, since a turn sells four cards only; a tie in the last turn."""
    if theatre.calendar.turns_left == 0.0:
        return theatre.doctrine.spent
    return theatre.doctrine.energy * min(1.0, PLENTY / (1.0 + float(theatre.own.purse[theatre.seat])))


def deck_worth(theatre: WorldTheatre, files: Files, kind: i64) -> float:
    """What a card of a deck brings on average, as far as the seat can know: its own and used ones are not there."""
    total = 0.0
    unseen = 0.0
    where = theatre.state.cards
    for card in range(i64(len(files.cards))):
        if files.cards[card].deck == kind and where[card] != DISCARD and where[card] != theatre.seat:
            total += max(0.0, card_worth(theatre, files.cards[card]))
            unseen += 1.0
    return total / unseen if unseen > 0.0 else 0.0
