"""Which captain knows a game of ages: by what its box holds."""
from kamchatka.bots.ages.doctrine import NORMAL, AgeDoctrine
from kamchatka.bots.ages.epochs.staff import EpochStaff
from kamchatka.bots.ages.year2210.staff import Staff2210
from kamchatka.bots.bot import Bot
from kamchatka.bots.lore import Lore
from kamchatka.editions.godstorm.record import GodstormBox
from kamchatka.editions.risk2210.record import RecordBox
from kamchatka.kernel.game import Game


def staff_of(game: Game, lore: Lore, doctrine: AgeDoctrine = NORMAL) -> Bot | None:
    """The captain for a game with pieces beside armies; None where nobody has plans for it."""
    if isinstance(game.box, RecordBox):
        return Staff2210(game, lore, doctrine)
    if isinstance(game.box, GodstormBox):
        return EpochStaff(game, lore, doctrine)
    return None
