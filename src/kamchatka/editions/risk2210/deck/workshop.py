"""What card files are built from: decks, terrains, timings, the base class of effects, and the steps they need."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import msgspec

from kamchatka.editions.risk2210.cards.orders import (
    ANY_INVASION,
    BEFORE_INVASION,
    END_OF_GAME,
    END_OF_TURN,
    INVADED,
    Command,
    Effect,
    Moment,
)
from kamchatka.editions.risk2210.effects.rounds import CardRound, Reduction
from kamchatka.editions.risk2210.effects.strikes import Targets
from kamchatka.editions.risk2210.pieces.losses import Losses
from kamchatka.editions.risk2210.state import LAND, MOON, NUCLEAR, SEA
from kamchatka.kernel.step import AnyStep

Deck = Literal["land", "naval", "space", "nuclear", "diplomat"]
Terrain = Literal["land", "sea", "moon"]
CardTiming = Literal["before_first_invasion", "invasion_of_yours", "any_invasion", "end_of_turn", "end_of_game"]
Few = Annotated[int, msgspec.Meta(ge=1, le=10)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]

MOMENTS: dict[CardTiming, int] = {
    "before_first_invasion": BEFORE_INVASION,
    "invasion_of_yours": INVADED,
    "any_invasion": ANY_INVASION,
    "end_of_turn": END_OF_TURN,
    "end_of_game": END_OF_GAME,
}
TERRAIN_NUMBERS: dict[str, int] = {"land": LAND, "sea": SEA, "moon": MOON}
OWN_TURN: tuple[CardTiming, ...] = ("before_first_invasion",)
INVASIONS: tuple[CardTiming, ...] = ("invasion_of_yours", "any_invasion")
IN_PLAY: tuple[CardTiming, ...] = (*OWN_TURN, *INVASIONS, "end_of_turn")


@dataclass
class Workshop:
    """What effects need at one table: the table's options, and the steps that they open, each created once."""

    hand: Command
    losses: Losses
    fortify: AnyStep
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
    """An effect in a card file. `timings` says when it may be used; `own_turn` that it refers to its player's turn."""

    timings: ClassVar[tuple[CardTiming, ...]] = OWN_TURN
    own_turn: ClassVar[bool] = False

    def build(self, shop: Workshop) -> Effect:
        """Build the effect for the rules."""
        raise NotImplementedError
