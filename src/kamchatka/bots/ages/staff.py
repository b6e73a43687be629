"""Which captain knows a game of ages: by what its box holds."""

from kamchatka.bots.ages.doctrine import AgeDoctrine
from kamchatka.bots.ages.epochs.creed import EPOCH_WEIGHTS
from kamchatka.bots.ages.epochs.staff import EpochStaff
from kamchatka.bots.ages.plans import BIDS, EPOCH_PLANS, YEAR_PLANS
from kamchatka.bots.ages.year2210.policy import YEAR_WEIGHTS
from kamchatka.bots.ages.year2210.staff import Staff2210
from kamchatka.bots.bot import Bot
from kamchatka.bots.lore import Lore
from kamchatka.editions.godstorm.record import GodstormBox
from kamchatka.editions.risk2210.record import RecordBox
from kamchatka.kernel.game import Game


def staff_of(game: Game, lore: Lore, change: dict[str, float] | None = None) -> Bot | None:
    """The captain for a game with pieces beside armies, by its doctrine changed; None where nobody has plans for it."""
    if isinstance(game.box, RecordBox):
        return Staff2210(game, lore, AgeDoctrine(change, YEAR_WEIGHTS))
    if isinstance(game.box, GodstormBox):
        return EpochStaff(game, lore, AgeDoctrine(change, EPOCH_WEIGHTS))
    return None


def staff_by_plan(game: Game, lore: Lore) -> list[Bot]:
    """Such a captain for each plan of a marshal, then for each bid; none where nobody has plans for the game."""
    plans = YEAR_PLANS if isinstance(game.box, RecordBox) else EPOCH_PLANS
    bids = [{**plans[1], **bid} for bid in BIDS]  # each with the plan that its turn will most likely follow
    found = [staff_of(game, lore, change) for change in plans + bids]
    return [staff for staff in found if staff is not None]
