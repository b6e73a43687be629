"""The effects by their names in card files, for printed and custom cards."""

from typing import Annotated

import msgspec

from kamchatka.editions.risk2210.cards.orders import Effect
from kamchatka.editions.risk2210.deck.workshop import (
    IN_PLAY,
    INVASIONS,
    TERRAIN_NUMBERS,
    EffectText,
    Few,
    Terrain,
    Workshop,
)
from kamchatka.editions.risk2210.effects.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.effects.raising import ExtraMove, MoveCommanders, PlaceMods, PlaceStation
from kamchatka.editions.risk2210.effects.rounds import FreeCards, ReduceMods
from kamchatka.editions.risk2210.effects.ruses import (
    AddPoints,
    HideEnergy,
    InvadeEarth,
    Jam,
    PromiseExtraction,
    SendScouts,
    TakeEnergy,
)
from kamchatka.editions.risk2210.effects.strikes import ROLL_AGAIN, KillCommander, Rocket, Scatter, StrikeZone


# ------------------------------------------------------------------ on the board
class PlaceModsText(EffectText, frozen=True, tag="place_mods"):
    """MODs in one or more different places of the player."""

    timings = IN_PLAY
    terrain: Terrain
    mods: Few
    places: Few = 1

    def build(self, shop: Workshop) -> Effect:
        return PlaceMods(TERRAIN_NUMBERS[self.terrain], self.mods, self.places)


class PlaceStationText(EffectText, frozen=True, tag="place_station"):
    """A station in a place of the player."""

    terrain: Terrain

    def build(self, shop: Workshop) -> Effect:
        return PlaceStation(TERRAIN_NUMBERS[self.terrain])


class MoveCommandersText(EffectText, frozen=True, tag="move_commanders"):
    """Move the player's commanders freely."""

    def build(self, shop: Workshop) -> Effect:
        return MoveCommanders(shop.decoys_may_empty)


class ExtraMoveText(EffectText, frozen=True, tag="extra_move"):
    """One more fortifying move."""

    timings = ("end_of_turn",)

    def build(self, shop: Workshop) -> Effect:
        return ExtraMove(shop.fortify)


# ------------------------------------------------------------------ answers to an invasion
class DefendModsText(EffectText, frozen=True, tag="defend_mods"):
    """MODs that join the defence."""

    timings = INVASIONS
    mods: Few

    def build(self, shop: Workshop) -> Effect:
        return DefendMods(self.mods, shop.neutrals_helped)


class DefendStationText(EffectText, frozen=True, tag="defend_station"):
    """A station in the attacked place."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return DefendStation()


class HalveInvadersText(EffectText, frozen=True, tag="halve_invaders"):
    """Destruction of half of the units in the invasion's source."""

    timings = INVASIONS

    def build(self, shop: Workshop) -> Effect:
        return HalveInvaders(shop.losses, shop.traps_hit_units)


class EvacuateText(EffectText, frozen=True, tag="evacuate"):
    """All units leave the attacked place."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return Evacuate()


class CeaseFireText(EffectText, frozen=True, tag="cease_fire"):
    """The invasion is cancelled."""

    timings = ("invasion_of_yours",)

    def build(self, shop: Workshop) -> Effect:
        return CeaseFire()


# ------------------------------------------------------------------ players and chance
class JamText(EffectText, frozen=True, tag="jam"):
    """A rival may not play cards."""

    def build(self, shop: Workshop) -> Effect:
        return Jam()


class TakeEnergyText(EffectText, frozen=True, tag="take_energy"):
    """Energy taken from every opponent."""

    timings = IN_PLAY
    energy: Few

    def build(self, shop: Workshop) -> Effect:
        return TakeEnergy(self.energy)


class ScoreText(EffectText, frozen=True, tag="score"):
    """Points at the end of the game."""

    timings = ("end_of_game",)
    points: Few

    def build(self, shop: Workshop) -> Effect:
        return AddPoints(self.points)


class ScoutText(EffectText, frozen=True, tag="scout"):
    """Five MODs that wait on a secret land card."""

    def build(self, shop: Workshop) -> Effect:
        return SendScouts(shop.scouts_on_own)


class HiddenEnergyText(EffectText, frozen=True, tag="hidden_energy"):
    """Four energy at the end of the turn, if the place of a sea card is held."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return HideEnergy()


class EnergyExtractionText(EffectText, frozen=True, tag="energy_extraction"):
    """Seven energy at the end of the turn, if the whole Moon is held."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return PromiseExtraction()


class InvadeEarthText(EffectText, frozen=True, tag="invade_earth"):
    """A random territory on Earth that the Moon may attack."""

    own_turn = True

    def build(self, shop: Workshop) -> Effect:
        return InvadeEarth()


# ------------------------------------------------------------------ destruction
class ScatterText(EffectText, frozen=True, tag="scatter"):
    """Destruction of half the units in random places of other seats."""

    terrain: Terrain
    cards: Few

    def build(self, shop: Workshop) -> Effect:
        return Scatter(shop.losses, shop.targets, TERRAIN_NUMBERS[self.terrain], self.cards)


class RocketText(EffectText, frozen=True, tag="rocket"):
    """Destruction of a die roll of units in an enemy place."""

    terrain: Terrain

    def build(self, shop: Workshop) -> Effect:
        return Rocket(shop.losses, shop.targets, TERRAIN_NUMBERS[self.terrain])


class StrikeZoneText(EffectText, frozen=True, tag="strike_zone"):
    """Destruction of a unit in every place of a zone that a die chooses; "" stands for a reroll."""

    zones: Annotated[tuple[str, ...], msgspec.Meta(min_length=6, max_length=6)]

    def build(self, shop: Workshop) -> Effect:
        return StrikeZone(
            shop.losses, shop.targets, [shop.zones.index(zone) if zone else ROLL_AGAIN for zone in self.zones]
        )


class KillCommanderText(EffectText, frozen=True, tag="kill_commander"):
    """Destruction of an opponent's commander, if the eight-sided die shows at least `least`."""

    least: Annotated[int, msgspec.Meta(ge=1, le=8)]

    def build(self, shop: Workshop) -> Effect:
        return KillCommander(shop.losses, self.least)


class ReduceModsText(EffectText, frozen=True, tag="reduce_mods"):
    """Removal of MODs of every opponent, then of the player."""

    opponents: Few
    own: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0

    def build(self, shop: Workshop) -> Effect:
        return ReduceMods(shop.reduction, self.opponents, self.own, shop.after_active)


class FreeCardsText(EffectText, frozen=True, tag="free_cards"):
    """All seats may play nuclear cards free of charge."""

    def build(self, shop: Workshop) -> Effect:
        return FreeCards(shop.armageddon)


AnyEffect = (
    PlaceModsText
    | PlaceStationText
    | MoveCommandersText
    | ExtraMoveText
    | DefendModsText
    | DefendStationText
    | HalveInvadersText
    | EvacuateText
    | CeaseFireText
    | JamText
    | TakeEnergyText
    | ScoreText
    | ScoutText
    | HiddenEnergyText
    | EnergyExtractionText
    | InvadeEarthText
    | ScatterText
    | RocketText
    | StrikeZoneText
    | KillCommanderText
    | ReduceModsText
    | FreeCardsText
)


def effect_name(kind: type[EffectText]) -> str:
    """Return the name of an effect in card files."""
    return str(kind.__struct_config__.tag)
