"""Risk 2210: war in the year 2210 on Earth, at sea and on the Moon. Structured like the booklet's table of contents."""

from typing import Literal

from kamchatka.boards import Named
from kamchatka.editions.display import Face
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.editions.risk2210.advice import Risk2210Adviser
from kamchatka.editions.risk2210.battle.battle import Defence2210, Invasion2210
from kamchatka.editions.risk2210.battle.conquest import MoveIn
from kamchatka.editions.risk2210.battle.elimination import Exile, LastCommand
from kamchatka.editions.risk2210.bots.strategy import Risk2210Strategy
from kamchatka.editions.risk2210.cards.orders import BEFORE_INVASION, END_OF_TURN, Command, Moment
from kamchatka.editions.risk2210.chronicle import Chronicle2210
from kamchatka.editions.risk2210.custom import check_custom, read_custom
from kamchatka.editions.risk2210.data import (
    BOTH,
    COLOURS,
    COMMAND_CARDS,
    COMMANDERS,
    EARTH,
    MOON,
    card_backs,
    card_faces,
    card_ids,
    card_names,
    deal_cards,
    world,
)
from kamchatka.editions.risk2210.deck.moments import CommandReactions, Rewards, Scouts
from kamchatka.editions.risk2210.deck.workshop import Workshop
from kamchatka.editions.risk2210.display import show
from kamchatka.editions.risk2210.effects.rounds import FinalCards
from kamchatka.editions.risk2210.odds import CommanderBattles
from kamchatka.editions.risk2210.pieces.fortify import WorldWays
from kamchatka.editions.risk2210.pieces.losses import Losses
from kamchatka.editions.risk2210.pieces.stations import COMMANDER_PRICE, STATION_PRICE, StationSites
from kamchatka.editions.risk2210.preparation import FirstEnergy, NeutralForces, UndevastatedLand
from kamchatka.editions.risk2210.scoring import MostEnergy, MostUnits, Points2210
from kamchatka.editions.risk2210.state import DIPLOMAT, KIND_IDS, LAND, StateFactory2210
from kamchatka.editions.risk2210.turn.collect import ControlledZones, EnergyIncome
from kamchatka.editions.risk2210.turn.deals import Deals
from kamchatka.editions.risk2210.turn.invade import Invade2210
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import GIVE, GIVE_CARD
from kamchatka.kernel.ports import Ending, NoOptionalAction
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.ages import Ages, FinalScoring
from kamchatka.kernel.rules.bidding import Bids
from kamchatka.kernel.rules.market import Market, Stall
from kamchatka.kernel.rules.move import Fortify
from kamchatka.kernel.rules.neutral import ByNumber, NeutralColour, Skip
from kamchatka.kernel.rules.pieces import BUILDING, FirstPieces, Recruit
from kamchatka.kernel.rules.playing import PlayCards
from kamchatka.kernel.rules.preparation import (
    ChooseColours,
    Claim,
    FirstByDie,
    Muster,
    PlaceHazards,
    Preparation,
    StartingArmies,
)
from kamchatka.kernel.rules.reinforce import PerTerritories, Reinforce
from kamchatka.kernel.rules.windows import Window
from kamchatka.kernel.step import AnyStep

YEARS = 5
CARD_PRICE = 1
CARDS_A_TURN = 4
DEVASTATED = 4
BANK = 140  # total energy in the box
SCOUT_WAYS = ["place_now", "wait", "discard"]


class Rules2210(TableRules, frozen=True):
    """The options of the booklet, with its recommended defaults."""

    player_trades: bool = False
    energy_bank_limited: bool = False
    setup_special_pieces: Literal["one_per_round", "all_at_once"] = "one_per_round"
    in_turn_order_start: Literal["marker_one", "after_active"] = "marker_one"
    station_terrain: Literal["any", "land"] = "any"
    exiled_states_canada_link: bool = True
    must_follow_through: bool = True
    reaction_order: Literal["defender_first", "turn_order"] = "defender_first"
    defender_sees_attack_dice: bool = True
    commander_die_optional: bool = True
    bonus_contested_only: bool = True
    station_keeps_player_in: bool = True
    last_player_wins_now: bool = True
    neutral_dice: Literal["opponent_chooses", "always_max"] = "opponent_chooses"
    neutral_hit_by_cards: bool = True
    stealth_mods_for_neutral: bool = True
    scout_on_own_territory: Literal["place_now", "wait", "discard"] = "place_now"
    death_trap_hits: Literal["mods", "units"] = "mods"
    hidden_energy_face_up: bool = True
    decoys_may_empty: bool = True
    custom_cards: str = ""  # the text of a card file

    def check(self) -> None:
        check_custom(self.custom_cards)


def compose(rules: Rules2210, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table."""
    losses, fortify, hand = Losses(), Fortify(WorldWays()), Command()
    board = BOTH.board(("land", "sea", "optional") if rules.exiled_states_canada_link else ("land", "sea"))
    cards = (*COMMAND_CARDS, *read_custom(rules.custom_cards))
    deal_cards(_workshop(rules, hand, losses, fortify), cards)
    years = Ages(
        YEARS,
        Bids(),
        _turn(rules, hand, losses, fortify),
        [FinalCards(hand)],
        FinalScoring([Points2210(), MostEnergy(), MostUnits()]),
    )
    endings: list[Ending] = [Exile(rules.station_keeps_player_in)]
    if rules.last_player_wins_now:
        endings.append(LastCommand())
    state_factory = StateFactory2210(
        world(), card_backs(cards), rules.hidden_energy_face_up, BANK if rules.energy_bank_limited else 0
    )
    return Game(
        "risk2210",
        board,
        card_ids(cards),
        [],
        [colour.id for colour in COLOURS],
        _preparation(rules, years),
        endings,
        state_factory,
        citations,
        KIND_IDS,
        excluded={} if rules.player_trades else {GIVE: "deal.absent", GIVE_CARD: "deal.absent"},
    )


def _preparation(rules: Rules2210, years: Ages) -> Preparation:
    """Build the preparation. Games for two have a neutral army."""
    lands = UndevastatedLand()
    sites = StationSites(land_only=True)
    return Preparation(
        [
            FirstByDie(),
            ChooseColours(len(COLOURS)),
            FirstEnergy(),
            PlaceHazards(lands, DEVASTATED),
            ByNumber("NeutralArmy", two=NeutralColour(len(COLOURS)), more=Skip()),
            ByNumber("NeutralGround", two=NeutralForces(), more=Skip("NoNeutralGround")),
            StartingArmies({2: 30, 3: 35, 4: 30, 5: 25}),
            Claim(lands),
            Muster(each=3),
            FirstPieces([LAND, DIPLOMAT, BUILDING], sites, at_once=rules.setup_special_pieces == "all_at_once"),
        ],
        then=years,
    )


def _turn(rules: Rules2210, hand: Command, losses: Losses, fortify: Fortify) -> list[AnyStep]:
    """Return the six steps of a turn, deals if the table allows them, and the rewards at the end."""
    deals: list[AnyStep] = [Deals()] if rules.player_trades else []
    stall = Stall(CARD_PRICE)
    return [
        EnergyIncome(),
        Reinforce([PerTerritories(3, least=3), ControlledZones()], NoOptionalAction(), cap=0),
        *deals,
        Recruit(COMMANDER_PRICE, STATION_PRICE, StationSites(rules.station_terrain == "land")),
        Market(stall, CARDS_A_TURN),
        PlayCards("Orders", hand, Moment(BEFORE_INVASION)),
        Invade2210(_invasion(rules, hand, losses, stall), hand),
        fortify,
        PlayCards("LastCards", hand, Moment(END_OF_TURN)),
        Rewards(),
    ]


def _invasion(rules: Rules2210, hand: Command, losses: Losses, stall: Stall) -> Invasion2210:
    led = not rules.commander_die_optional
    return Invasion2210(
        Window(CommandReactions(hand, rules.reaction_order == "defender_first")),
        losses,
        MoveIn(Scouts(), stall, rules.must_follow_through, rules.bonus_contested_only),
        Defence2210(losses, led, neutral_chooses=rules.neutral_dice == "opponent_chooses"),
        rules.must_follow_through,
        led,
        sealed=not rules.defender_sees_attack_dice,
    )


def _workshop(rules: Rules2210, hand: Command, losses: Losses, fortify: Fortify) -> Workshop:
    """Collect what command cards need at this table."""
    return Workshop(
        hand,
        losses,
        fortify,
        [zone.id for zone in BOTH.zones],
        neutrals_hit=rules.neutral_hit_by_cards,
        neutrals_helped=rules.stealth_mods_for_neutral,
        traps_hit_units=rules.death_trap_hits == "units",
        decoys_may_empty=rules.decoys_may_empty,
        after_active=rules.in_turn_order_start == "after_active",
        scouts_on_own=SCOUT_WAYS.index(rules.scout_on_own_territory),
    )


def _table_cards(rules: Rules2210) -> tuple[tuple[Named, Face], ...]:
    """Return the names and faces of the cards at one table: printed cards under its rules, then custom cards."""
    cards = (*COMMAND_CARDS, *read_custom(rules.custom_cards))
    return tuple(zip(card_names(cards), card_faces(cards, rules), strict=True))


RISK2210 = Edition(
    "risk2210",
    Rules2210,
    compose,
    (EARTH, MOON),
    card_names(COMMAND_CARDS),
    (),
    COLOURS,
    rank=6,
    table_cards=_table_cards,
    kinds=COMMANDERS,
    faces=card_faces(COMMAND_CARDS, Rules2210()),
    display=show,
    chronicle=Chronicle2210(),
    battles=CommanderBattles(),
    strategist=Risk2210Strategy,
    advises=Risk2210Adviser,
)
