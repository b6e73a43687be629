"""War cards: armies gained, relics and temples taken or lost, and time turned back (god.card.war)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import Afterlife, post
from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.gods.labours import draw
from kamchatka.editions.godstorm.miracles.miracle import Miracle, Working
from kamchatka.editions.godstorm.miracles.miracle_facts import roll_for
from kamchatka.editions.godstorm.miracles.targets import (
    Decks,
    Flight,
    Lands,
    Players,
    Relics,
    has_armies,
    has_plague,
    is_anothers,
    is_own,
    is_own_temple,
)
from kamchatka.editions.godstorm.miracles.visions import TakeCard
from kamchatka.editions.godstorm.places import LANDS, lands_of
from kamchatka.editions.godstorm.state import PlagueLifted, RelicLost, RelicTaken, has_temple, temples_left, temples_of
from kamchatka.kernel.ages.age import age, pieces_at
from kamchatka.kernel.ages.age_facts import AgeSet, Built, PurseChanged, Razed
from kamchatka.kernel.bits import members, size
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table


# ------------------------------------------------------------------ targets
def can_take_temple(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of the player without a temple, as long as the stock has one."""
    return is_own(table, work, place) and not has_temple(table, place) and temples_left(table) > 0


def can_hear_siren(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory of another player who has at least two territories."""
    return is_anothers(table, work, place) and lands_of(table, table.state.owner[place]) > 1


def is_sister(table: Table, work: Working, place: i64) -> bool:
    """Return True for another territory of the same owner."""
    return place != work.picks[0] and table.state.owner[place] == table.state.owner[work.picks[0]]


def can_move_temple(table: Table, work: Working, place: i64) -> bool:
    """Return True for a temple whose owner also has a territory without one."""
    owner = table.state.owner[place]
    return owner != NOBODY and has_temple(table, place) and len(temples_of(table, owner)) < lands_of(table, owner)


def is_bare_sister(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory without a temple, owned by the owner of the chosen temple."""
    return is_sister(table, work, place) and not has_temple(table, place)


def is_past_the_first(table: Table, work: Working) -> bool:
    """Return True after the first epoch, before which the track has no space."""
    return age(table).number > 1


# ------------------------------------------------------------------ effects
@final
class WarMiracles:
    """The War cards, with the table's options."""

    def __init__(self, afterlife: Afterlife, reserve: Reserve, deck_needs_god: bool) -> None:
        self.afterlife: Final = afterlife
        self.reserve: Final = reserve
        self.deck_needs_god: Final = deck_needs_god
        self.take_card: Final = TakeCard()

    def parts(self) -> list[AnyStep]:
        """Return the decisions that follow an effect."""
        return [self.take_card]

    def by_kind(self) -> dict[str, Miracle]:
        """Return the miracle for every kind of War card."""
        temple = "card.the_temple_falls"
        siren = "card.the_siren_calls"
        return {
            "a_shrine_is_plundered": Miracle(self.plunder, [Relics("card.a_shrine_is_plundered", own_too=False)]),
            "an_empire_is_born": Miracle(
                self.build_temple, [Lands("card.an_empire_is_born", can_take_temple, built="building.one_a_place")]
            ),
            "champions_arise": Miracle(self.champions, [Lands("card.champions_arise", is_own)]),
            "eagles_take_wing": Miracle(self.fly, [Flight("card.eagles_take_wing")]),
            "faith_shall_deliver": Miracle(
                self.deliver, [Decks("card.faith_shall_deliver", self.deck_needs_god)], announced=0
            ),
            "heroes_are_born": Miracle(self.heroes, [Lands("card.heroes_are_born", is_own)]),
            "only_ash_remains": Miracle(self.burn, [Relics("card.only_ash_remains", own_too=True)]),
            "our_faith_is_our_strength": Miracle(self.strengthen),
            "prayers_are_answered": Miracle(self.answer, [Lands("card.prayers_are_answered", is_own_temple)]),
            "storms_rage": Miracle(self.storm, [Lands("card.storms_rage", has_armies, empty="card.target")]),
            "the_faithful_gather": Miracle(self.gather),
            "the_land_is_purged": Miracle(self.purge, [Lands("card.the_land_is_purged", has_plague)]),
            "the_siren_calls": Miracle(self.swap, [Lands(siren, can_hear_siren), Lands(siren, is_sister)]),
            "the_sun_grows_cold": Miracle(self.freeze),
            "the_temple_falls": Miracle(
                self.move_temple, [Lands(temple, can_move_temple), Lands(temple, is_bare_sister)]
            ),
            "time_stands_still": Miracle(self.turn_back, ready=is_past_the_first),
            "visions_become_real": Miracle(self.peek, [Players("card.visions_become_real", others_with_cards=True)]),
        }

    def plunder(self, table: Table, work: Working) -> None:
        """Steal a relic."""
        table.note(RelicTaken(work.seat, work.picks[0]))

    def build_temple(self, table: Table, work: Working) -> None:
        """Build a free temple."""
        table.note(Built(work.picks[0]))

    def champions(self, table: Table, work: Working) -> None:
        """Add an army for every two faith that the seat has now."""
        faith = age(table).purse[work.seat]
        self.reserve.muster(table, work.seat, work.picks[0], faith // 2, "card.champions_arise")

    def fly(self, table: Table, work: Working) -> None:
        """Move armies and gods any distance. Plague banishes the gods."""
        source, target, armies, gods = work.picks
        if armies > 0:
            table.note(ArmiesMoved(source, target, armies))
        for kind in members(gods):
            post(table, work.seat, kind, target)

    def deliver(self, table: Table, work: Working) -> None:
        """Draw two cards of a deck, or its last one."""
        for _ in range(2):
            draw(table, work.seat, work.picks[0])

    def heroes(self, table: Table, work: Working) -> None:
        """Add three armies in one place."""
        self.reserve.muster(table, work.seat, work.picks[0], 3, "card.heroes_are_born")

    def burn(self, table: Table, work: Working) -> None:
        """Remove a relic from the game."""
        table.note(RelicLost(work.picks[0]))

    def strengthen(self, table: Table, work: Working) -> None:
        """Add two faith per temple."""
        temples = i64(len(temples_of(table, work.seat)))
        if temples > 0:
            table.note(PurseChanged(work.seat, 2 * temples, "card.our_faith_is_our_strength"))

    def answer(self, table: Table, work: Working) -> None:
        """Add a die roll of armies at a temple."""
        pips = roll_for(table, work.seat, work.picks[0])
        self.reserve.muster(table, work.seat, work.picks[0], pips, "card.prayers_are_answered")

    def storm(self, table: Table, work: Working) -> None:
        """Destroy a die roll of armies."""
        self.afterlife.destroy(table, work.picks[0], roll_for(table, work.seat, work.picks[0]))

    def gather(self, table: Table, work: Working) -> None:
        """Add two armies at every temple."""
        for place in temples_of(table, work.seat):
            self.reserve.muster(table, work.seat, place, 2, "card.the_faithful_gather")

    def purge(self, table: Table, work: Working) -> None:
        """Remove a plague marker and all armies there."""
        place = work.picks[0]
        table.note(PlagueLifted(place))
        self.afterlife.destroy(table, place, table.state.armies[place])

    def swap(self, table: Table, work: Working) -> None:
        """Swap the armies and gods of two territories. Plague banishes the gods that arrive."""
        one, other = work.picks
        owner, here, there = table.state.owner[one], table.state.armies[one], table.state.armies[other]
        leaving, coming = pieces_at(table, one), pieces_at(table, other)
        table.note(ArmiesMoved(one, other, here))
        table.note(ArmiesMoved(other, one, there))
        for kind in members(leaving):
            post(table, owner, kind, other)
        for kind in members(coming):
            post(table, owner, kind, one)

    def freeze(self, table: Table, work: Working) -> None:
        """Destroy one army per god. All gods are counted before any army is destroyed."""
        gods = [size(pieces_at(table, place)) for place in range(i64(LANDS))]
        for place in range(i64(LANDS)):
            self.afterlife.destroy(table, place, gods[place])

    def move_temple(self, table: Table, work: Working) -> None:
        """Move a temple between two territories of a player."""
        table.note(Razed(work.picks[0]))
        table.note(Built(work.picks[1]))

    def turn_back(self, table: Table, work: Working) -> None:
        """Add an epoch."""
        table.note(AgeSet(age(table).number - 1))

    def peek(self, table: Table, work: Working) -> None:
        """Look into a hand and take a card."""
        self.take_card.look(table, work.seat, work.picks[0])
