"""The original game: world conquest, growing exchanges and transfers. Structured like the booklet's contents page."""

from typing import Literal

from kamchatka.editions import protection
from kamchatka.editions.box import BOX
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.editions.original.advice import OriginalAdviser
from kamchatka.editions.original.bots import OriginalStrategy
from kamchatka.editions.original.cards import CapturedTrios, DeckOnDemand, OpeningCards, Plunder
from kamchatka.editions.original.data import PLANISPHERE
from kamchatka.editions.original.deal import DealByDice
from kamchatka.editions.original.display import show
from kamchatka.editions.original.fast_battle import LARGE, STAKE, FastBattles
from kamchatka.editions.original.state import OriginalStateFactory
from kamchatka.editions.original.transfer import ArmyByArmy, PlaceByPlace, Transfers
from kamchatka.kernel.battle import Dice
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import CHOOSE, DEFEND, FAST_ATTACK
from kamchatka.kernel.ports import BattleListener
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.cards import CardOfTheTurn, Deck, Progression, SeizeHand, Trios, TrioValues
from kamchatka.kernel.rules.combat import Combat, ConquestPolicy, Defence, Occupation, RollPolicy
from kamchatka.kernel.rules.objectives import LastStanding
from kamchatka.kernel.rules.preparation import ChooseColours, OrderByDie, Preparation
from kamchatka.kernel.rules.reinforce import Income, PerTerritories, Reinforce, WholeZones
from kamchatka.kernel.rules.turn import TurnOrder, Turns
from kamchatka.kernel.step import AnyStep
from kamchatka.odds.model import BattleModel

EXCHANGES = [4, 6, 8, 10, 12, 15, 20, 25]
MORE_EACH_TIME = 5  # armies added per exchange, from the ninth on
# Sets: one card of each weapon, where a joker may replace one. The progression determines their value.
SETS = TrioValues(cannons=0, infantry=0, cavalry=0, one_each=1, joker=0, owned=0, joker_mixed=1)


class OriginalRules(TableRules, frozen=True):
    """The options of the booklet, with its recommended defaults."""

    army_cap: Literal[0, 120] = 0
    card_award: Literal["both", "per_conquest", "per_turn"] = "both"
    defender_dice: Literal["max", "choose"] = "max"
    occupation_minimum: Literal["dice_rolled", "one"] = "dice_rolled"
    transfer_moves: Literal["many", "single"] = "many"
    transfer_tracking: Literal["army", "territory", "off"] = "army"
    hand_limit: Literal[0, 7] = 0
    elimination_protection: protection.Protection = "no_lethal_roll"
    income_variant: Literal["thirds", "quarters"] = "thirds"
    variant_progression: Literal["shifted", "first_only"] = "shifted"
    fast_battles: bool = False


def compose(rules: OriginalRules, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table."""
    deck = DeckOnDemand()
    exchanges = Trios(BOX.weapons(), SETS, 0, rules.army_cap, deck, Progression(_values(rules), MORE_EACH_TIME))
    turns = Turns(
        [
            *_opening_card(rules, deck),
            Reinforce([_for_territories(rules), WholeZones()], exchanges, rules.army_cap),
            _combat(rules, deck, exchanges),
            Transfers(many=rules.transfer_moves == "many"),
            *_conquest_card(rules, deck),
        ],
        TurnOrder(),
    )
    return Game(
        "original",
        PLANISPHERE.board(),
        [card.id for card in BOX.cards],
        [],
        [colour.id for colour in BOX.colours],
        Preparation([ChooseColours(len(BOX.colours), at_once=True), OrderByDie(), DealByDice()], then=turns),
        [LastStanding()],
        OriginalStateFactory(),
        citations,
        excluded=_absent_actions(rules),
    )


def _absent_actions(rules: OriginalRules) -> dict[int, str]:
    """Return the actions that this table never offers."""
    excluded: dict[int, str] = {} if rules.fast_battles else {FAST_ATTACK: "fast.absent", CHOOSE: "fast.absent"}
    return excluded if rules.defender_dice == "choose" else {**excluded, DEFEND: "defence.most"}


def _combat(rules: OriginalRules, deck: Deck, exchanges: Trios) -> Combat:
    dice = Dice(attacker=3, defender=3, defender_chooses=rules.defender_dice == "choose", defender_least=2)
    spared = protection.last_protected_round(rules.elimination_protection)
    listener = _listener(rules)
    spoils = Reinforce([], CapturedTrios(exchanges), rules.army_cap, title="Spoils")
    occupation = Occupation(1 if rules.occupation_minimum == "one" else 0, listener)
    fast = Defence(
        RollPolicy(dice, spared, STAKE, listener=listener), ConquestPolicy(occupation, []), title="FastDefence"
    )
    return Combat(
        Defence(
            RollPolicy(dice, spared, listener=listener),
            ConquestPolicy(occupation, [Plunder(SeizeHand(deck, rules.hand_limit), spoils)]),
        ),
        protection.limits(rules.elimination_protection),
        optional_action=FastBattles(fast) if rules.fast_battles else None,
    )


def _values(rules: OriginalRules) -> list[int]:
    """Return the progression of exchanges.

    The variant starts at 6. Either all steps are shifted by one, or only the first step changes.
    """
    if rules.income_variant == "thirds":
        return EXCHANGES
    return EXCHANGES[1:] if rules.variant_progression == "shifted" else [6, *EXCHANGES[1:]]


def _for_territories(rules: OriginalRules) -> Income:
    if rules.income_variant == "quarters":
        return PerTerritories(4, "reinforce.quarters")
    return PerTerritories(3)


def _opening_card(rules: OriginalRules, deck: Deck) -> list[AnyStep]:
    """Return the step that draws opening cards. In the variant, they replace all other card draws."""
    if rules.income_variant == "quarters":
        return [OpeningCards(deck, rules.hand_limit, group=4)]
    return [] if rules.card_award == "per_conquest" else [OpeningCards(deck, rules.hand_limit)]


def _conquest_card(rules: OriginalRules, deck: Deck) -> list[AnyStep]:
    if rules.income_variant == "quarters" or rules.card_award == "per_turn":
        return []
    return [CardOfTheTurn(deck, rules.hand_limit)]


def _listener(rules: OriginalRules) -> BattleListener | None:
    if rules.transfer_tracking == "army":
        return ArmyByArmy()
    return PlaceByPlace() if rules.transfer_tracking == "territory" else None


ORIGINAL = Edition(
    "original",
    OriginalRules,
    compose,
    (PLANISPHERE,),
    BOX.display_names(PLANISPHERE),
    (),
    BOX.colours,
    rank=2,
    faces=BOX.faces(PLANISPHERE),
    display=show,
    battles=BattleModel(fast_from=int(LARGE)),
    strategist=OriginalStrategy,
    advises=OriginalAdviser,
)
