"""Risk Godstorm: gods, faith, miracles and the Underworld. Structured like the booklet's table of contents."""

from typing import Literal

from kamchatka.editions.edition import Edition, TableRules
from kamchatka.editions.godstorm.advice import GodstormAdviser
from kamchatka.editions.godstorm.armies.casualties import Afterlife, Falls
from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.bots.strategy import GodstormStrategy
from kamchatka.editions.godstorm.chronicle import GodstormChronicle
from kamchatka.editions.godstorm.data import (
    CARDS,
    DECK_NAMES,
    DECKS,
    MIRACLES,
    PANTHEONS,
    WORLD,
    bonus_lands,
    costs,
    deck_numbers,
    sea_links,
)
from kamchatka.editions.godstorm.display import FACES, show
from kamchatka.editions.godstorm.gods.labours import Labours
from kamchatka.editions.godstorm.gods.shrines import GOD_COST, TEMPLE_COST, Shrines
from kamchatka.editions.godstorm.invasion.battle import GodstormBattle
from kamchatka.editions.godstorm.invasion.capture import Arrival, Capture, Enter
from kamchatka.editions.godstorm.invasion.god_war import GodWar
from kamchatka.editions.godstorm.invasion.invade import GodstormInvade
from kamchatka.editions.godstorm.invasion.invasion import GodstormInvasion
from kamchatka.editions.godstorm.invasion.sky_window import SkyAnswers
from kamchatka.editions.godstorm.miracles.card_play import IN_TURN, BetweenSteps, Unfold, war_and_death
from kamchatka.editions.godstorm.miracles.death_miracles import DeathMiracles
from kamchatka.editions.godstorm.miracles.sky_miracles import SkyMiracles
from kamchatka.editions.godstorm.miracles.war_miracles import WarMiracles
from kamchatka.editions.godstorm.odds import GodBattles
from kamchatka.editions.godstorm.preparation import AncientEarth, Blessings, ChoosePantheons, NeutralPantheon
from kamchatka.editions.godstorm.scoring import final_scoring
from kamchatka.editions.godstorm.state import WAR, GodstormStateFactory
from kamchatka.editions.godstorm.turn.collect import Collect
from kamchatka.editions.godstorm.turn.embark import Embark
from kamchatka.editions.godstorm.turn.fortify import Roads
from kamchatka.editions.godstorm.turn.obtain import CARD_COST, MOST_CARDS, Oracle, Sacrifice
from kamchatka.editions.godstorm.turn.turn_end import Plague, TurnEnd
from kamchatka.editions.godstorm.turn.turn_start import TurnStart
from kamchatka.kernel.game import Game
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.ages import Ages, LastLeft
from kamchatka.kernel.rules.bidding import Bids
from kamchatka.kernel.rules.market import Market
from kamchatka.kernel.rules.move import Fortify
from kamchatka.kernel.rules.neutral import ByNumber, NeutralColour, Skip, ThreePiles
from kamchatka.kernel.rules.pieces import BUILDING, FirstPieces, Recruit
from kamchatka.kernel.rules.playing import PlayCards
from kamchatka.kernel.rules.preparation import (
    Claim,
    DealPlaces,
    FirstByDie,
    Muster,
    PlaceHazards,
    Preparation,
    StartingArmies,
)
from kamchatka.kernel.step import AnyStep

EPOCHS = 5
PLAGUES = 4


class GodstormRules(TableRules, frozen=True):
    """The options of the booklet. Where it is ambiguous, the default is our reading."""

    plague_and_card_dead_to_heaven: bool = True
    army_supply_cap: Literal[0, 110] = 0
    setup_mode: Literal["dealt", "chosen"] = "dealt"
    neutral_pantheon: Literal["drawn", "chosen"] = "drawn"
    gods_on_plague: Literal["forbid", "banish_at_once", "banish_in_step_5"] = "forbid"
    magic_reroll_in_godwar: bool = True
    blind_purchase: bool = True
    war_labour_conquests: Literal[3, 1] = 3
    sky_labour_counts_capture: bool = False
    magic_labour_per_reroll: bool = False
    magic_labour_underworld: bool = True
    war_death_timing: Literal["step_4", "any_time_own_turn"] = "step_4"
    declare_army_count: bool = False
    min_attack: Literal["any_roll", "battle_roll"] = "any_roll"
    godwar_army_count: Literal["all_in_territory", "attacker_minus_one"] = "all_in_territory"
    gods_follow_capture: Literal["must", "may"] = "must"
    last_player_wins_now: bool = True
    heaven_attack_spare_army: bool = False
    neutral_dice: Literal["opponent_chooses", "always_max"] = "opponent_chooses"
    faith_shall_deliver_needs_god: bool = False
    trojan_horse_protected_lands: bool = False
    sky_deck_filler: bool = True
    tablets_need_faith: bool = False


def compose(rules: GodstormRules, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table."""
    cards = len(CARDS) if rules.sky_deck_filler else len(CARDS) - 1  # the filler card is the last one
    afterlife, reserve = Afterlife(rules.plague_and_card_dead_to_heaven), Reserve(rules.army_supply_cap)
    shrines, arrival = Shrines(rules.gods_on_plague), Arrival(afterlife)
    scored = final_scoring(bonus_lands([place.id for place in WORLD.places]))
    labours = Labours(
        rules.war_labour_conquests,
        captures=rules.sky_labour_counts_capture,
        again=rules.magic_labour_per_reroll,
        below=rules.magic_labour_underworld,
    )
    war, death = _war_miracles(rules, afterlife, reserve), _death_miracles(rules, afterlife, reserve)
    miracles = {**war.by_kind(), **death.by_kind(), **SkyMiracles(afterlife, reserve).by_kind()}
    unfold = Unfold([miracles.get(kind.id) for kind in MIRACLES[:cards]], war.parts(), scored)
    hand = war_and_death(unfold, costs()[:cards])
    optional_action = BetweenSteps(hand, rules.war_death_timing == "any_time_own_turn")
    invasion = _invasion(rules, labours, arrival, SkyAnswers(unfold, costs()[:cards]))
    epochs = Ages(
        EPOCHS,
        Bids(Sacrifice(rules.tablets_need_faith)),
        [
            TurnStart(unfold, reserve),
            Collect(reserve, optional_action),
            Recruit(GOD_COST, TEMPLE_COST, shrines, optional_action),
            Market(Oracle(CARD_COST), MOST_CARDS, rules.blind_purchase, optional_action),
            PlayCards("PlayMiracles", hand, IN_TURN),
            Plague(afterlife),
            GodstormInvade(
                invasion, arrival, below=False, dice_declared=rules.declare_army_count, optional_action=optional_action
            ),
            Fortify(Roads(), optional_action),
            Embark(arrival, optional_action),
            GodstormInvade(
                invasion, arrival, below=True, dice_declared=rules.declare_army_count, optional_action=optional_action
            ),
            TurnEnd(labours),
        ],
        [],
        scored,
    )
    return Game(
        "godstorm",
        WORLD.board(),
        [card.id for card in CARDS[:cards]],
        [],
        [pantheon.id for pantheon in PANTHEONS],
        _preparation(rules, shrines, epochs),
        [Falls(), *([LastLeft()] if rules.last_player_wins_now else [])],
        GodstormStateFactory(deck_numbers()[:cards]),
        citations,
        list(DECKS),
    )


def _preparation(rules: GodstormRules, shrines: Shrines, epochs: Ages) -> Preparation:
    """Build the preparation: plagues, pantheons, territories and armies, then a War god and a temple for each seat."""
    earth, nothing = AncientEarth(), Skip()
    chosen = rules.setup_mode == "chosen"
    land: AnyStep = Claim(earth) if chosen else DealPlaces(earth, from_first=True)
    return Preparation(
        [
            PlaceHazards(earth, PLAGUES),
            ByNumber("Neutrals", two=_neutral_pantheon(rules), more=nothing),
            ChoosePantheons(),
            StartingArmies({2: 30, 3: 35, 4: 30, 5: 25}),
            *([ByNumber("Claimants", two=nothing, more=FirstByDie())] if chosen else []),
            ByNumber("Land", two=ThreePiles(armies=42, each=3, territories=earth), more=land),
            Muster(each=3),
            FirstPieces([WAR, BUILDING], shrines, at_once=True),
            Blessings(),
        ],
        then=epochs,
    )


def _neutral_pantheon(rules: GodstormRules) -> AnyStep:
    """Return the step for the neutral pantheon in games for two: it is drawn, or one player chooses it for both."""
    return NeutralColour(len(PANTHEONS)) if rules.neutral_pantheon == "chosen" else NeutralPantheon()


def _invasion(rules: GodstormRules, labours: Labours, arrival: Arrival, answers: SkyAnswers) -> GodstormInvasion:
    """Build the invasion: first god wars, then battles, then the move into the territory."""
    capture = Capture(labours, arrival, gods_must=rules.gods_follow_capture == "must")
    return GodstormInvasion(
        answers,
        GodWar(
            labours,
            goddess_rerolls=rules.magic_reroll_in_godwar,
            whole_stack=rules.godwar_army_count == "all_in_territory",
            is_attack=rules.min_attack == "any_roll",
        ),
        GodstormBattle(labours, capture, neutral_chooses=rules.neutral_dice == "opponent_chooses"),
        Enter(arrival),
        spare=rules.heaven_attack_spare_army,
    )


def _war_miracles(rules: GodstormRules, afterlife: Afterlife, reserve: Reserve) -> WarMiracles:
    return WarMiracles(afterlife, reserve, rules.faith_shall_deliver_needs_god)


def _death_miracles(rules: GodstormRules, afterlife: Afterlife, reserve: Reserve) -> DeathMiracles:
    return DeathMiracles(afterlife, reserve, sea_links(), rules.trojan_horse_protected_lands)


GODSTORM = Edition(
    "godstorm",
    GodstormRules,
    compose,
    (WORLD,),
    CARDS,
    (),
    PANTHEONS,
    rank=7,
    kinds=DECK_NAMES,
    faces=FACES,
    display=show,
    chronicle=GodstormChronicle(),
    battles=GodBattles(),
    strategist=GodstormStrategy,
    advises=GodstormAdviser,
)
