"""The modern game: secret objectives, Time Attack, special reinforcement.

Structured like the booklet's contents page.
"""

from typing import Literal

from kamchatka.boards import sheet
from kamchatka.editions import protection
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.editions.modern.bots import ModernStrategy
from kamchatka.editions.modern.data import CARDS, OBJECTIVES
from kamchatka.editions.modern.display import show
from kamchatka.editions.modern.time_attack import (
    CountedDeck,
    EliminationAfterReshuffle,
    EliminationEnds,
    LastLapOrder,
    TimeAttackStateFactory,
    TimeUpDeclared,
)
from kamchatka.kernel.battle import Dice
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import DEFEND
from kamchatka.kernel.ports import EditionStateFactory, Ending, OnElimination
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.cards import CardOfTheTurn, Deck, SeizeHand, Trios, TrioValues
from kamchatka.kernel.rules.combat import Combat, ConquestPolicy, Defence, Occupation, RollPolicy
from kamchatka.kernel.rules.move import StrategicMove
from kamchatka.kernel.rules.objectives import LastStanding, ObjectiveMet, ObjectivesAtElimination
from kamchatka.kernel.rules.preparation import (
    ChooseColours,
    DealObjectives,
    DealPlaces,
    FirstByDie,
    Muster,
    Preparation,
    StartingArmies,
)
from kamchatka.kernel.rules.reinforce import EveryTurn, PerTerritories, Reinforce, WholeZones
from kamchatka.kernel.rules.turn import TurnOrder, Turns

PLANISPHERE = sheet("planisphere")


class ModernRules(TableRules, frozen=True):
    """The options of the booklet, with its recommended defaults."""

    army_cap: Literal[0, 120, 130] = 0
    trios_per_turn: Literal[1, 0] = 1
    defender_dice: Literal["choose", "max"] = "choose"
    elimination_protection: protection.Protection = "no_lethal_roll"
    ending: Literal["traditional", "time_attack_clock", "time_attack_cards"] = "traditional"
    time_limit_minutes: int = 90
    time_attack_reshuffles: int = 2
    time_attack_hand_limit: Literal[7, 0] = 7
    time_attack_extra_laps: Literal[3, 1, 0] = 3
    special_reinforcement: bool = False


def compose(rules: ModernRules, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table."""
    timed = rules.ending != "traditional"
    hand_limit = rules.time_attack_hand_limit if timed else 0
    deck = CountedDeck(rules.time_attack_reshuffles) if rules.ending == "time_attack_cards" else Deck()
    board = PLANISPHERE.board()
    objectives = ObjectiveMet(OBJECTIVES.objectives(PLANISPHERE), board)
    turns = Turns(
        [
            Reinforce(
                incomes=[
                    PerTerritories(divisor=3),
                    WholeZones(),
                    EveryTurn(1 if rules.special_reinforcement else 0, "reinforce.special"),
                ],
                optional_action=Trios(
                    CARDS.weapons(),
                    TrioValues(cannons=4, infantry=6, cavalry=8, one_each=10, joker=12, owned=2),
                    rules.trios_per_turn,
                    rules.army_cap,
                    deck,
                ),
                cap=rules.army_cap,
            ),
            _combat(
                rules, [*_after_reshuffle(timed), SeizeHand(deck, hand_limit), ObjectivesAtElimination(objectives)]
            ),
            StrategicMove(),
            CardOfTheTurn(deck, hand_limit),
        ],
        LastLapOrder(rules.time_attack_extra_laps) if timed else TurnOrder(),
    )
    return Game(
        "modern",
        board,
        [card.id for card in CARDS.cards],
        [card.id for card in OBJECTIVES.cards],
        [colour.id for colour in CARDS.colours],
        Preparation(
            [
                FirstByDie(),
                ChooseColours(len(CARDS.colours)),
                StartingArmies({3: 35, 4: 30, 5: 25, 6: 20}),
                DealObjectives(len(OBJECTIVES.cards)),
                DealPlaces(),
                Muster(each=3),
            ],
            then=turns,
        ),
        [objectives, LastStanding(), *_time_attack_endings(rules)],
        TimeAttackStateFactory() if timed else EditionStateFactory(),
        citations,
        excluded={} if rules.defender_dice == "choose" else {DEFEND: "defence.most"},
    )


def _combat(rules: ModernRules, on_elimination: list[OnElimination]) -> Combat:
    """Build combat with three dice against three, and the chosen protection of the first rounds."""
    dice = Dice(attacker=3, defender=3, defender_chooses=rules.defender_dice == "choose")
    spared_until = protection.last_protected_round(rules.elimination_protection)
    defence = Defence(RollPolicy(dice, spared_until), ConquestPolicy(Occupation(), on_elimination))
    return Combat(defence, protection.limits(rules.elimination_protection))


def _after_reshuffle(timed: bool) -> list[OnElimination]:
    return [EliminationAfterReshuffle()] if timed else []


def _time_attack_endings(rules: ModernRules) -> list[Ending]:
    if rules.ending == "time_attack_clock":
        return [EliminationEnds(by_cards=False), TimeUpDeclared()]
    return [EliminationEnds(by_cards=True)] if rules.ending == "time_attack_cards" else []


MODERN = Edition(
    "modern",
    ModernRules,
    compose,
    (PLANISPHERE,),
    CARDS.display_names(PLANISPHERE),
    OBJECTIVES.cards,
    CARDS.colours,
    rank=1,
    faces=CARDS.faces(PLANISPHERE),
    display=show,
    strategist=ModernStrategy,
)
