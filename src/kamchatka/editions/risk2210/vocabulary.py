"""The words of card files: printed cards and those a table writes itself say deck, cost, timing and effects in them."""
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from kamchatka.editions.risk2210.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.losses import Losses
from kamchatka.editions.risk2210.orders import (
    ANY_INVASION,
    ANYWHERE,
    BEFORE_INVASION,
    END_OF_GAME,
    END_OF_TURN,
    INVADED,
    Command,
    CommandCard,
    Effect,
    Moment,
)
from kamchatka.editions.risk2210.raising import ExtraMove, MoveCommanders, PlaceMods, PlaceStation
from kamchatka.editions.risk2210.record import KIND_IDS, LAND, MOON, NUCLEAR, SEA
from kamchatka.editions.risk2210.rounds import CardRound, FreeCards, ReduceMods, Reduction
from kamchatka.editions.risk2210.ruses import (
    HideEnergy,
    InvadeEarth,
    Jam,
    PromiseExtraction,
    Score,
    SendScouts,
    TakeEnergy,
)
from kamchatka.editions.risk2210.strikes import ROLL_AGAIN, KillCommander, Rocket, Scatter, StrikeZone, Targets
from kamchatka.kernel.step import Step

Deck = Literal["land", "naval", "space", "nuclear", "diplomat"]
Terrain = Literal["land", "sea", "moon"]
Timing = Literal["before_first_invasion", "invasion_of_yours", "any_invasion", "end_of_turn", "end_of_game"]
Few = Annotated[int, msgspec.Meta(ge=1, le=10)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]

MOMENTS: dict[Timing, int] = {
    "before_first_invasion": BEFORE_INVASION, "invasion_of_yours": INVADED, "any_invasion": ANY_INVASION,
    "end_of_turn": END_OF_TURN, "end_of_game": END_OF_GAME,
}
TERRAIN_NUMBERS: dict[str, int] = {"land": LAND, "sea": SEA, "moon": MOON}
OWN_TURN: tuple[Timing, ...] = ("before_first_invasion",)
INVASIONS: tuple[Timing, ...] = ("invasion_of_yours", "any_invasion")
IN_PLAY: tuple[Timing, ...] = (*OWN_TURN, *INVASIONS, "end_of_turn")


@dataclass
class Workshop:
    """What effects are made of at one table: the steps they open, each made once, and what the table agreed on."""

    hand: Command
    losses: Losses
    fortify: Step[Any]
    zones: list[str]
    neutrals_hit: bool = True
    neutrals_helped: bool = True
    traps_hit_units: bool = False
    decoys_may_empty: bool = True
    after_active: bool = False
    scouts_on_own: int = 0

    def __post_init__(self) -> None:
        self.targets = Targets(self.neutrals_hit)
        self.reduction = Reduction(self.losses)
        free = Moment(BEFORE_INVASION, free_deck=NUCLEAR)
        self.armageddon = CardRound("Armageddon", self.hand, free, self.after_active)


class EffectText(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """An effect as a card file says it. `timings`: when it makes sense; `own_turn`: it speaks of its player's turn."""

    timings: ClassVar[tuple[Timing, ...]] = OWN_TURN
    own_turn: ClassVar[bool] = False

    def build(self, shop: Workshop) -> Effect:
        """The effect as the rules know it."""
        raise NotImplementedError


# ------------------------------------------------------------------ on the board
class PlaceModsText(EffectText, frozen=True, tag="place_mods"):
    """MODs in one or more different places of one's own."""

    timings = IN_PLAY
    terrain: Terrain
    mods: Few
    places: Few = 1

    def build(self, shop: Workshop) -> Effect:
        return PlaceMods(TERRAIN_NUMBERS[self.terrain], self.mods, self.places)


class PlaceStationText(EffectText, frozen=True, tag="place_station"):
    """A station in a place of one's own."""

    terrain: Terrain

    def build(self, shop: Workshop) -> Effect:
        return PlaceStation(TERRAIN_NUMBERS[self.terrain])


class MoveCommandersText(EffectText, frozen=True, tag="move_commanders"):
    """One's commanders go where one likes."""

    def build(self, shop: Workshop) -> Effect:
        return MoveCommanders(shop.decoys_may_empty)


class ExtraMoveText(EffectText, frozen=True, tag="extra_move"):
    """One more fortifying move."""

    timings = ("end_of_turn",)

    def build(self, shop: Workshop) -> Effect:
        return ExtraMove(shop.fortify)


# ------------------------------------------------------------------ answers to an invasion
class DefendModsText(EffectText, frozen=True, tag="defend_mods"):
    """MODs join the defence."""

    timings = INVASIONS
    mods: Few

    def build(self, shop: Workshop) -> Effect:
        return DefendMods(self.mods, shop.neutrals_helped)


class DefendStationText(EffectText, frozen=True, tag="defend_station"):
    """A station comes to the place attacked."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return DefendStation()


class HalveInvadersText(EffectText, frozen=True, tag="halve_invaders"):
    """Half of what stands where the invasion comes from is destroyed."""

    timings = INVASIONS

    def build(self, shop: Workshop) -> Effect:
        return HalveInvaders(shop.losses, shop.traps_hit_units)


class EvacuateText(EffectText, frozen=True, tag="evacuate"):
    """All units leave the place attacked."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return Evacuate()


class CeaseFireText(EffectText, frozen=True, tag="cease_fire"):
    """The invasion is off."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return CeaseFire()


# ------------------------------------------------------------------ players and fortune
class JamText(EffectText, frozen=True, tag="jam"):
    """A rival plays no cards."""

    def build(self, shop: Workshop) -> Effect:
        return Jam()


class TakeEnergyText(EffectText, frozen=True, tag="take_energy"):
    """Energy from every opponent."""

    timings = IN_PLAY
    energy: Few

    def build(self, shop: Workshop) -> Effect:
        return TakeEnergy(self.energy)


class ScoreText(EffectText, frozen=True, tag="score"):
    """Points at the end."""

    timings = ("end_of_game",)
    points: Few

    def build(self, shop: Workshop) -> Effect:
        return Score(self.points)


class ScoutText(EffectText, frozen=True, tag="scout"):
    """Five MODs wait on a secret land card."""

    def build(self, shop: Workshop) -> Effect:
        return SendScouts(shop.scouts_on_own)


class HiddenEnergyText(EffectText, frozen=True, tag="hidden_energy"):
    """Four energy for a sea card's place at the end of the turn."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return HideEnergy()


class EnergyExtractionText(EffectText, frozen=True, tag="energy_extraction"):
    """Seven energy for the whole Moon at the end of the turn."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return PromiseExtraction()


class InvadeEarthText(EffectText, frozen=True, tag="invade_earth"):
    """A random land may be attacked from the Moon."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return InvadeEarth()


# ------------------------------------------------------------------ destruction
class ScatterText(EffectText, frozen=True, tag="scatter"):
    """Half the units of others in random places."""

    terrain: Terrain
    cards: Few

    def build(self, shop: Workshop) -> Effect:
        return Scatter(shop.losses, shop.targets, TERRAIN_NUMBERS[self.terrain], self.cards)


class RocketText(EffectText, frozen=True, tag="rocket"):
    """As many units of an enemy place as a die shows."""

    terrain: Terrain

    def build(self, shop: Workshop) -> Effect:
        return Rocket(shop.losses, shop.targets, TERRAIN_NUMBERS[self.terrain])


class StrikeZoneText(EffectText, frozen=True, tag="strike_zone"):
    """A unit in every place of the zone that a die names; "" rolls again."""

    zones: Annotated[tuple[str, ...], msgspec.Meta(min_length=6, max_length=6)]

    def build(self, shop: Workshop) -> Effect:
        return StrikeZone(shop.losses, shop.targets,
                          [shop.zones.index(zone) if zone else ROLL_AGAIN for zone in self.zones])


class KillCommanderText(EffectText, frozen=True, tag="kill_commander"):
    """An opponent's commander, if the eight-sided die shows at least so much."""

    least: Annotated[int, msgspec.Meta(ge=1, le=8)]

    def build(self, shop: Workshop) -> Effect:
        return KillCommander(shop.losses, self.least)


class ReduceModsText(EffectText, frozen=True, tag="reduce_mods"):
    """MODs of every opponent, then of one's own."""

    opponents: Few
    own: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0

    def build(self, shop: Workshop) -> Effect:
        return ReduceMods(shop.reduction, self.opponents, self.own, shop.after_active)


class FreeCardsText(EffectText, frozen=True, tag="free_cards"):
    """All play nuclear cards for nothing."""

    def build(self, shop: Workshop) -> Effect:
        return FreeCards(shop.armageddon)


AnyEffect = (
    PlaceModsText | PlaceStationText | MoveCommandersText | ExtraMoveText | DefendModsText | DefendStationText
    | HalveInvadersText | EvacuateText | CeaseFireText | JamText | TakeEnergyText | ScoreText | ScoutText
    | HiddenEnergyText | EnergyExtractionText | InvadeEarthText | ScatterText | RocketText | StrikeZoneText
    | KillCommanderText | ReduceModsText | FreeCardsText
)


def effect_name(kind: type[EffectText]) -> str:
    """What a card file calls an effect."""
    return str(kind.__struct_config__.tag)


class CardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command card as a card file says it."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    deck: Deck
    cost: Annotated[int, msgspec.Meta(ge=0, le=20)]
    timing: Timing
    it: Text
    en: Text
    text_it: Text
    text_en: Text
    effects: Annotated[tuple[AnyEffect, ...], msgspec.Meta(min_length=1, max_length=5)] = msgspec.field(name="effect")
    copies: Few = 1
    attacked: Terrain | None = None

    def ids(self) -> list[str]:
        """The id of every copy."""
        return [self.id] if self.copies == 1 else [f"{self.id}_{n}" for n in range(1, self.copies + 1)]

    def build(self, shop: Workshop) -> list[CommandCard]:
        """Every copy as the rules know it; copies share their effects."""
        attacked = ANYWHERE if self.attacked is None else TERRAIN_NUMBERS[self.attacked]
        effects = [effect.build(shop) for effect in self.effects]
        card = CommandCard(KIND_IDS.index(self.deck), self.cost, MOMENTS[self.timing], attacked, effects)
        return [card] * self.copies


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of command cards."""

    cards: tuple[CardText, ...] = msgspec.field(name="card")
