"""The tournament game: official rules, Kingmaker and Challenge card.

Structured like the booklet's table of contents.
"""

from functools import partial
from typing import Literal

from kamchatka.boards import sheet
from kamchatka.editions import protection
from kamchatka.editions.box import BOX
from kamchatka.editions.challenge.advice import ChallengeAdviser
from kamchatka.editions.challenge.bots.strategy import ChallengeStrategy
from kamchatka.editions.challenge.challenge_card import ChallengeCard, ChallengeTies, TriosAndChallenge
from kamchatka.editions.challenge.closing import ClosingThrowsOrder, TableClock
from kamchatka.editions.challenge.data import COLOURS, OBJECTIVES, ChallengeObjectivesFile
from kamchatka.editions.challenge.deal import HalfDeal
from kamchatka.editions.challenge.display import points_so_far
from kamchatka.editions.challenge.garrison import BorderGarrison, GarrisonedOccupation, NeverFewer
from kamchatka.editions.challenge.kingmaker import GiveKings, RevealKings
from kamchatka.editions.challenge.scoring import FinalScores, HundredThenReveal, Scoring
from kamchatka.editions.challenge.state import ChallengeStateFactory
from kamchatka.editions.challenge.tournament import ObjectivePoints
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.battle import Dice
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import CHOOSE, DEFEND
from kamchatka.kernel.ports import Ending, OptionalAction
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.cards import CardOfTheTurn, Deck, SeizeHand, Trios, TrioValues
from kamchatka.kernel.rules.combat import Combat, ConquestPolicy, Defence, Occupation, RollPolicy
from kamchatka.kernel.rules.move import StrategicMove
from kamchatka.kernel.rules.objectives import LastStanding, ObjectiveMet
from kamchatka.kernel.rules.preparation import (
    ChooseColours,
    DealObjectives,
    Muster,
    OrderByDie,
    Preparation,
    StartingArmies,
)
from kamchatka.kernel.rules.reinforce import PerTerritories, Reinforce, WholeZones
from kamchatka.kernel.rules.turn import Turns
from kamchatka.odds.model import BattleModel

PLANISPHERE = sheet("planisphere")


class ChallengeRules(TableRules, frozen=True):
    """The options of the booklet, with its recommended defaults. Clock and tournament options aren't part of them."""

    retired = frozenset(["victory_prize", "discards"])  # tournament settings, which earlier versions stored per table

    kingmaker: bool = False
    deal_half_continent_rule: bool = True
    deal_uneven_counts: Literal["accept", "redeal"] = "accept"
    trios_per_turn: Literal[1, 0] = 1
    minimum_garrison: Literal[2, 1] = 2
    garrison_exception: Literal["forced_move", "only_four_three"] = "forced_move"
    hand_limit: Literal[7, 0] = 7
    elimination_protection: protection.Protection = "no_lethal_roll"
    time_limit_minutes: int = 90
    sdadata_cycle: Literal["first_roller", "table_round"] = "first_roller"
    late_objective_points: Literal["territory_sum", "hundred"] = "territory_sum"
    army_cap: Literal[130, 120, 0] = 130
    kingmaker_on_objective: Literal["instant_win", "score_hundred"] = "instant_win"
    kingmaker_reveal: Literal["auto_best", "player_choice"] = "auto_best"
    challenge_card: Literal["with_kingmaker", "on", "off"] = "with_kingmaker"


def compose(cards: ChallengeObjectivesFile, rules: ChallengeRules, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table with these objective cards."""
    board = PLANISPHERE.board()
    marked = cards.objectives(PLANISPHERE)
    met = ObjectiveMet([*marked], board)
    reveal = RevealKings(best=rules.kingmaker_reveal == "auto_best") if rules.kingmaker else None
    scoring = Scoring(marked, rules.late_objective_points == "hundred", reveal)
    duels = rules.challenge_card == "on" or (rules.challenge_card == "with_kingmaker" and rules.kingmaker)
    garrison = BorderGarrison(rules.minimum_garrison)
    occupation = GarrisonedOccupation(garrison, only_four_three=rules.garrison_exception == "only_four_three")
    deck = Deck()
    turns = Turns(
        [
            Reinforce(
                incomes=[PerTerritories(divisor=3), WholeZones()],
                optional_action=_among_reinforcements(rules, deck, duels),
                cap=rules.army_cap,
            ),
            Combat(
                Defence(
                    RollPolicy(
                        Dice(attacker=3, defender=3, defender_chooses=False, attacker_chooses=False),
                        protection.last_protected_round(rules.elimination_protection),
                        ties=ChallengeTies() if duels else None,
                    ),
                    ConquestPolicy(Occupation(limits=occupation), [SeizeHand(deck, rules.hand_limit)]),
                ),
                limits=[NeverFewer(defender=3), *protection.limits(rules.elimination_protection)],
                optional_action=ChallengeCard() if duels else None,
            ),
            StrategicMove(garrison),
            CardOfTheTurn(deck, rules.hand_limit),
        ],
        ClosingThrowsOrder(scoring, by_table=rules.sdadata_cycle == "table_round"),
    )
    return Game(
        "challenge",
        board,
        [card.id for card in BOX.cards],
        [card.id for card in cards.cards],
        [colour.id for colour in COLOURS],
        Preparation(
            [
                OrderByDie(),
                ChooseColours(len(COLOURS)),
                StartingArmies({3: 35, 4: 30, 5: 25}),
                HalfDeal(rules.deal_half_continent_rule, rules.deal_uneven_counts == "redeal"),
                DealObjectives(len(marked)),
                Muster(each=3),
                *([GiveKings(then=reveal)] if reveal else []),
            ],
            then=turns,
        ),
        [*_by_objective(rules, met, scoring), LastStanding(), TableClock()],
        ChallengeStateFactory(rules.kingmaker),
        citations,
        excluded={DEFEND: "defence.most"} if duels else {DEFEND: "defence.most", CHOOSE: "challenge.absent"},
    )


def _among_reinforcements(rules: ChallengeRules, deck: Deck, duels: bool) -> OptionalAction:
    values = TrioValues(cannons=8, infantry=8, cavalry=8, one_each=10, joker=12, owned=2)
    trios = Trios(BOX.weapons(), values, rules.trios_per_turn, rules.army_cap, deck)
    return TriosAndChallenge(trios) if duels else trios


def _by_objective(rules: ChallengeRules, met: ObjectiveMet, scoring: Scoring) -> list[Ending]:
    if rules.kingmaker and rules.kingmaker_on_objective == "score_hundred":
        return [HundredThenReveal(met, scoring)]
    return [FinalScores(met, scoring), met]


def tournament(objectives: ChallengeObjectivesFile) -> Edition:
    """Build the edition with a given deck of objectives."""
    return Edition(
        "challenge",
        ChallengeRules,
        partial(compose, objectives),
        (PLANISPHERE,),
        BOX.display_names(PLANISPHERE),
        objectives.display_names(PLANISPHERE),
        COLOURS,
        rank=3,
        faces=BOX.faces(PLANISPHERE),
        display=partial(points_so_far, objectives.objectives(PLANISPHERE)),
        battles=BattleModel(never_fewer=True),
        strategist=ChallengeStrategy,
        advises=ChallengeAdviser,
        tournament=ObjectivePoints(PLANISPHERE, objectives),
    )


CHALLENGE = tournament(OBJECTIVES)
