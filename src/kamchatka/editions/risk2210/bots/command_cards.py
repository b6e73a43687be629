"""The value of command cards in points, by their effects: for buying, playing and keeping them."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator
from kamchatka.editions.risk2210.cards.orders import CommandCard, Effect, Resolution
from kamchatka.editions.risk2210.deck.moments import EXTRACTION, HIDDEN_ENERGY
from kamchatka.editions.risk2210.effects.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.effects.raising import ExtraMove, MoveCommanders, PlaceMods, PlaceStation
from kamchatka.editions.risk2210.effects.rounds import FreeCards, ReduceMods
from kamchatka.editions.risk2210.effects.ruses import (
    SCOUTS,
    AddPoints,
    HideEnergy,
    InvadeEarth,
    Jam,
    PromiseExtraction,
    SendScouts,
    TakeEnergy,
)
from kamchatka.editions.risk2210.effects.strikes import KillCommander, Rocket, Scatter, StrikeZone
from kamchatka.editions.risk2210.state import LAND, MOON, SEA
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import DISCARD

ALIVE: Final = 0.9  # probability that a commander survives until the end of the game
IN_TIME: Final = 0.4  # share of the reactions in hand that will find an occasion
SCATTERED: Final = 0.6  # value of a MOD that is placed alone, relative to one in a chosen stack
PLENTY: Final = 10.0  # above this amount, each unit of energy counts less
PIPS: Final = 3.5  # average of a die roll


@final
class Files:
    """The cards of a table, as its rules know them."""

    def __init__(self, game: Game) -> None:
        self.cards: list[CommandCard] = []
        for step in game.steps:
            if isinstance(step, Resolution):
                self.cards = step.hand.cards


# ------------------------------------------------------------------ one effect
def harm(evaluator: CommanderEvaluator) -> float:
    """Return the value of destroying one army of an average rival."""
    total = 0.0
    rivals = 0.0
    for rival in range(evaluator.state.seats):
        if rival != evaluator.seat and evaluator.state.is_alive(rival):
            total += evaluator.malice[rival]
            rivals += 1.0
    return evaluator.weights.army * total / max(1.0, rivals)


def score(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of final points, weighted by the chance to survive until the end."""
    assert isinstance(effect, AddPoints)
    return float(effect.points) * (ALIVE if evaluator.calendar.rival_turns > 0.0 else 1.0)


def place_mods(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of additional MODs, less if they must be spread out."""
    assert isinstance(effect, PlaceMods)
    held = evaluator.held[effect.terrain]
    part = SCATTERED if effect.places > 1 else 1.0
    return part * evaluator.weights.army * float(effect.mods * min(held, effect.places))


def scouts(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of scouts by the chance to own their place."""
    return evaluator.weights.army * float(SCOUTS) * min(0.9, evaluator.share(LAND) * 2.0)


def value_hidden_energy(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of hidden energy by the share of the sea that the seat holds."""
    return evaluator.weights.energy * float(HIDDEN_ENERGY) * evaluator.share(SEA)


def extraction(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of an energy extraction, which requires the whole Moon."""
    return evaluator.weights.energy * float(EXTRACTION) if evaluator.share(MOON) == 1.0 else 0.0


def take_energy(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of the energy taken from every rival."""
    assert isinstance(effect, TakeEnergy)
    return evaluator.weights.energy * float(effect.energy * (evaluator.state.seats - evaluator.state.fallen - 1))


def defend_mods(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of MODs that arrive just in time for a defence."""
    assert isinstance(effect, DefendMods)
    return evaluator.weights.army * float(effect.mods) * IN_TIME


def place_station(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of a station by the MODs that it brings."""
    return evaluator.weights.army * evaluator.stream + 0.2


def reduce_mods(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of the rivals' losses minus the seat's own."""
    assert isinstance(effect, ReduceMods)
    rivals = evaluator.state.seats - evaluator.state.fallen - 1
    return harm(evaluator) * float(effect.opponents * rivals) - evaluator.price * float(effect.own)


def scatter(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of halving of units in random places. A place with a single unit becomes free."""
    assert isinstance(effect, Scatter)
    return float(effect.cards) * (1.0 - evaluator.share(effect.terrain)) * (harm(evaluator) * 2.0 + 0.1)


def rocket(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of the losses from a rocket's die."""
    return PIPS * harm(evaluator) + 0.3


def kill_commander(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of the loss of a rival's commander."""
    return 1.5 * harm(evaluator)


def strike_zone(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of a strike on a zone, minus what it costs this seat."""
    return 4.0 * harm(evaluator) - evaluator.price


def small(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Return a small constant for effects that are useful but hard to estimate."""
    return 0.1


def truce(evaluator: CommanderEvaluator, effect: Effect) -> float:
    """Estimate the value of a turn without attacks."""
    return IN_TIME


WORTH: Final[dict[type[Effect], Callable[[CommanderEvaluator, Effect], float]]] = {
    AddPoints: score,
    PlaceMods: place_mods,
    SendScouts: scouts,
    HideEnergy: value_hidden_energy,
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
def card_worth(evaluator: CommanderEvaluator, card: CommandCard) -> float:
    """Return the value of playing a card, minus its energy."""
    worth = 0.0
    for effect in card.effects:
        worth += WORTH[type(effect)](evaluator, effect)
    return worth - float(card.cost) * energy_worth(evaluator)


def energy_worth(evaluator: CommanderEvaluator) -> float:
    """Return the value of one energy. It falls with wealth, because a turn sells only four cards.

    In the last turn it only breaks ties.
    """
    if evaluator.calendar.turns_left == 0.0:
        return evaluator.weights.spent
    return evaluator.weights.energy * min(1.0, PLENTY / (1.0 + float(evaluator.own.purse[evaluator.seat])))


def deck_worth(evaluator: CommanderEvaluator, files: Files, kind: i64) -> float:
    """Return the average value of a deck's unseen cards, as far as the seat can know."""
    total = 0.0
    unseen = 0.0
    where = evaluator.state.cards
    for card in range(i64(len(files.cards))):
        if files.cards[card].deck == kind and where[card] != DISCARD and where[card] != evaluator.seat:
            total += max(0.0, card_worth(evaluator, files.cards[card]))
            unseen += 1.0
    return total / unseen if unseen > 0.0 else 0.0
