"""Sky cards: answers to a declared attack on the player's territory (god.card.sky)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import Afterlife, banish, fell, forsake, post
from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.miracles.miracle import Miracle, TargetQuestion, Working
from kamchatka.editions.godstorm.miracles.miracle_facts import roll_for
from kamchatka.editions.godstorm.miracles.targets import Lands, Rescue
from kamchatka.editions.godstorm.places import LANDS, neighbours
from kamchatka.editions.godstorm.state import FervourKindled, GroundHallowed, has_temple, temples_left, temples_of
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import Built
from kamchatka.kernel.bits import members
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import NAME_KIND, Choice, Options
from kamchatka.kernel.table import Table


# ------------------------------------------------------------------ targets
def can_build_here(table: Table, work: Working) -> bool:
    """Return True if the attacked territory has no temple and the stock has one left."""
    return not has_temple(table, work.target) and temples_left(table) > 0


def has_other_temple(table: Table, work: Working) -> bool:
    """Return True if the attacker controls a temple outside the attacking territory."""
    temples = temples_of(table, table.state.owner[work.source])
    return any(place != work.source for place in temples)


def is_attackers_temple(table: Table, work: Working, place: i64) -> bool:
    """Return True for a temple of the attacker outside the attacking territory."""
    return (
        place != work.source and table.state.owner[place] == table.state.owner[work.source] and has_temple(table, place)
    )


def is_attacked(table: Table, work: Working, place: i64) -> bool:
    """Return True for the attacked territory."""
    return place == work.target


def lies_on_earth(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of the Ancient Earth."""
    return place < LANDS


@final
class Attackers(TargetQuestion):
    """Choose a god in the attacking territory, declared or not."""

    def offer(self, table: Table, work: Working, options: Options) -> None:
        gods = Choice(NAME_KIND)
        for kind in members(pieces_at(table, work.source)):
            gods.add(kind)
        options.add(gods)


# ------------------------------------------------------------------ effects
@final
class SkyMiracles:
    """The Sky cards, with the table's options."""

    def __init__(self, afterlife: Afterlife, reserve: Reserve) -> None:
        self.afterlife: Final = afterlife
        self.reserve: Final = reserve

    def by_kind(self) -> dict[str, Miracle]:
        """Return the miracle for every kind of Sky card."""
        meek = "card.the_mighty_turn_meek"
        return {
            "1000_workers_amass": Miracle(self.build, ready=can_build_here),
            "enemies_convert": Miracle(self.convert),
            "fire_sears_the_sky": Miracle(self.sear),
            "lava_erupts": Miracle(self.erupt),
            "men_become_warriors": Miracle(self.arm),
            "swords_become_plowshares": Miracle(self.disarm),
            "the_fog_lifts": Miracle(self.relieve, [Rescue("card.the_fog_lifts", 4, lies_on_earth, is_attacked)]),
            "the_mighty_turn_meek": Miracle(
                self.tame, [Attackers(meek), Lands(meek, is_attackers_temple)], ready=has_other_temple
            ),
            "this_ground_is_sacred": Miracle(self.hallow),
            "your_idol_is_false": Miracle(self.unmask, [Attackers("card.your_idol_is_false")]),
        }

    def build(self, table: Table, work: Working) -> None:
        """Build a temple, which protects at once."""
        table.note(Built(work.target))

    def convert(self, table: Table, work: Working) -> None:
        """Send two attackers to the reserve and add two defenders. Either half works without the other."""
        fell(table, work.source, 2, heaven=False)
        forsake(table, work.source)
        self.reserve.muster(table, work.seat, work.target, 2, "card.enemies_convert")

    def sear(self, table: Table, work: Working) -> None:
        """Add four in god wars, in this and later invasions of the turn."""
        table.note(FervourKindled(work.seat, 4))

    def erupt(self, table: Table, work: Working) -> None:
        """Destroy a die roll of armies in the attacking territory and in each occupied neighbour."""
        for place in [work.source, *neighbours(table, work.source)]:
            if table.state.armies[place] > 0:
                self.afterlife.destroy(table, place, roll_for(table, work.seat, place))

    def arm(self, table: Table, work: Working) -> None:
        """Add three defenders."""
        self.reserve.muster(table, work.seat, work.target, 3, "card.men_become_warriors")

    def disarm(self, table: Table, work: Working) -> None:
        """Send a die roll of attackers to the reserve."""
        fell(table, work.source, roll_for(table, work.seat, work.source), heaven=False)
        forsake(table, work.source)

    def relieve(self, table: Table, work: Working) -> None:
        """Move armies from another territory. Plague doesn't halve them now."""
        source, target, armies = work.picks
        table.note(ArmiesMoved(source, target, armies))

    def tame(self, table: Table, work: Working) -> None:
        """Move a god from the invasion to a temple. If the temple is on plagued land, the god is banished."""
        kind, place = work.picks
        post(table, table.state.owner[work.source], kind, place)

    def hallow(self, table: Table, work: Working) -> None:
        """Cancel this attack, and forbid further attacks on this territory for the rest of the turn."""
        table.note(GroundHallowed(work.target))

    def unmask(self, table: Table, work: Working) -> None:
        """Banish a god of the attacker. This isn't a god war."""
        banish(table, table.state.owner[work.source], work.picks[0])
