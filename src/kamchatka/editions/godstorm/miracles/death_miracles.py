"""Death cards: armies, gods, temples and relics destroyed; plague, the maelstrom, and Atlantis (god.card.death)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import Afterlife, banish, fell, forsake, strike_with_plague
from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.miracles.miracle import Miracle, TargetQuestion, Working
from kamchatka.editions.godstorm.miracles.miracle_facts import LandTurnedUp, roll_for
from kamchatka.editions.godstorm.miracles.targets import Lands, Players, Rescue, has_plague, is_anothers, is_own_temple
from kamchatka.editions.godstorm.places import (
    ALTARS,
    ATLANTIS,
    CONTINENTS,
    CRYPTS,
    HEAVENS,
    LANDS,
    is_open,
    is_sunk,
    neighbours,
)
from kamchatka.editions.godstorm.state import (
    FIRST_CARD,
    MAGIC,
    SKY,
    WAR,
    AtlantisSank,
    LastPlagueUsed,
    LinkClosed,
    PlagueLifted,
    RelicLost,
    edition_state,
    has_temple,
    in_play,
    is_plagued,
)
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import CardGivenUp, HazardPlaced, Razed, ZoneStruck
from kamchatka.kernel.facts import ArmiesMoved, Conquered
from kamchatka.kernel.options import CHOOSE, Action, Options, Spots
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table

MIGHTIEST: Final = 3


# ------------------------------------------------------------------ targets
def bears_temple(table: Table, work: Working, place: i64) -> bool:
    """Return True if the place has a temple, with or without an owner."""
    return has_temple(table, place)


def can_be_forsaken(table: Table, work: Working, place: i64) -> bool:
    """Return True for a territory without temple or plague, as long as the fifth plague marker is unused."""
    return edition_state(table).spare_plague > 0 and not has_temple(table, place) and not is_plagued(table, place)


def lies_below(table: Table, work: Working, place: i64) -> bool:
    """Return True for a space of the Underworld, but not for a heaven."""
    return LANDS <= place < HEAVENS


@final
class Mightiest(TargetQuestion):
    """Choose which of several equal stacks belong to the three largest. Asked only in case of a tie."""

    def open_places(self, table: Table, work: Working) -> list[i64]:
        """Return the tied places; none if the three largest are settled."""
        ranked = by_armies(table)
        if len(ranked) <= MIGHTIEST:
            return []
        least = table.state.armies[ranked[MIGHTIEST - 1]]
        sure = len([place for place in ranked if table.state.armies[place] > least])
        level = [place for place in ranked if table.state.armies[place] == least]
        if len(level) == MIGHTIEST - sure or len(work.picks) == MIGHTIEST - sure:
            return []
        return [place for place in level if place not in work.picks]

    def is_needed(self, table: Table, work: Working) -> bool:
        return len(self.open_places(table, work)) > 0

    def offer(self, table: Table, work: Working, options: Options) -> None:
        spots = Spots(CHOOSE, 0, 0)
        for place in self.open_places(table, work):
            spots.add(place)
        options.add(spots)

    def picks_of(self, action: Action) -> tuple[int, ...]:
        return (action.at,)


def by_armies(table: Table) -> list[i64]:
    """Return the territories with armies, largest stack first."""
    armies = table.state.armies
    held = [(-armies[place], place) for place in range(i64(LANDS)) if armies[place] > 0]
    return [place for _, place in sorted(held)]


# ------------------------------------------------------------------ effects
@final
class DeathMiracles:
    """The Death cards, with the table's options. `sea_links` are the links over water."""

    def __init__(self, afterlife: Afterlife, reserve: Reserve, sea_links: list[tuple[int, int]], guarded: bool) -> None:
        self.afterlife: Final = afterlife
        self.reserve: Final = reserve
        self.sea_links: Final = sea_links
        self.guarded: Final = guarded  # True if gods and temples protect from the Trojan horse

    def by_kind(self) -> dict[str, Miracle]:
        """Return the miracle for every kind of Death card."""
        boil = "card.the_waters_boil"
        return {
            "blood_coats_the_land": Miracle(self.bleed),
            "crops_wither": Miracle(self.wither, [Players("card.crops_wither", others_with_cards=False)]),
            "deaths_door_closes": Miracle(self.close_door),
            "diamonds_turn_to_rust": Miracle(self.rust),
            "fire_rains_down": Miracle(self.rain_fire, [Lands("card.fire_rains_down", bears_temple)]),
            "paradise_is_lost": Miracle(self.lose_paradise, [Lands("card.paradise_is_lost", has_plague)]),
            "ragnarok_cometh": Miracle(self.ragnarok),
            "the_dead_walk": Miracle(self.walk, [Rescue("card.the_dead_walk", 6, lies_below, is_own_temple)]),
            "the_gods_forsake_us": Miracle(self.forsake_us, [Lands("card.the_gods_forsake_us", can_be_forsaken)]),
            "the_ground_shakes": Miracle(self.shake),
            "the_mighty_have_fallen": Miracle(
                self.humble, [Mightiest("card.the_mighty_have_fallen") for _ in range(MIGHTIEST)]
            ),
            "the_sea_is_your_tomb": Miracle(self.sink),
            "the_trojan_horse_is_revealed": Miracle(
                self.reveal, [Lands("card.the_trojan_horse_is_revealed", self.can_be_tricked)]
            ),
            "the_waters_boil": Miracle(self.boil, [Lands(boil, self.has_sea), Lands(boil, self.is_across)]),
            "the_young_grow_old": Miracle(self.age),
        }

    def strike_continent(self, table: Table) -> list[i64]:
        """Choose one of the continents in play at random, and return its territories."""
        zones = [zone for zone in range(i64(CONTINENTS)) if not (edition_state(table).sunk and zone == ATLANTIS)]
        zone = zones[table.chance.below(i64(len(zones)))]
        table.note(ZoneStruck(zone))
        return [place for place in range(i64(LANDS)) if table.board.zone[place] == zone]

    def bleed(self, table: Table, work: Working) -> None:
        """Destroy an army in each territory of a continent."""
        for place in self.strike_continent(table):
            self.afterlife.destroy(table, place, 1)

    def wither(self, table: Table, work: Working) -> None:
        """Reveal a hand and remove all its cards from the game."""
        for card in range(i64(len(table.state.cards))):
            if table.state.cards[card] == work.picks[0]:
                table.note(CardGivenUp(work.picks[0], card))

    def close_door(self, table: Table, work: Working) -> None:
        """Move half the armies in crypts and on altars to the reserve."""
        for place in CRYPTS + ALTARS:
            fell(table, place, table.state.armies[place] // 2, heaven=False)

    def rust(self, table: Table, work: Working) -> None:
        """Remove all relics from the game."""
        holders = edition_state(table).relics
        for relic in range(i64(len(holders))):
            if holders[relic] != NOBODY:
                table.note(RelicLost(FIRST_CARD[MAGIC] + relic))

    def rain_fire(self, table: Table, work: Working) -> None:
        """Destroy a temple, and one army there and in each neighbouring territory."""
        place = work.picks[0]
        table.note(Razed(place))
        for burnt in [place, *neighbours(table, place)]:
            self.afterlife.destroy(table, burnt, 1)

    def lose_paradise(self, table: Table, work: Working) -> None:
        """Move a plague marker to a drawn territory, where it doesn't strike now."""
        deck = [place for place in range(i64(LANDS)) if not is_sunk(table, place)]
        place = i64(work.picks[0])
        while is_plagued(table, place):
            place = deck.pop(table.chance.below(i64(len(deck))))
            table.note(LandTurnedUp(place))
        table.note(PlagueLifted(work.picks[0]))
        table.note(HazardPlaced(place))

    def ragnarok(self, table: Table, work: Working) -> None:
        """Banish all War and Sky gods."""
        for seat in range(table.state.seats):
            for kind in (WAR, SKY):
                if in_play(table, seat, kind):
                    banish(table, seat, kind)

    def walk(self, table: Table, work: Working) -> None:
        """Move armies to a temple. Plague there doesn't halve them now."""
        source, target, armies = work.picks
        table.note(ArmiesMoved(source, target, armies))

    def forsake_us(self, table: Table, work: Working) -> None:
        """Place the fifth plague marker, which strikes at once."""
        place = work.picks[0]
        table.note(LastPlagueUsed())
        table.note(HazardPlaced(place))
        strike_with_plague(table, place, table.state.armies[place], self.afterlife)

    def shake(self, table: Table, work: Working) -> None:
        """Halve each stack of a continent."""
        for place in self.strike_continent(table):
            self.halve(table, place)

    def halve(self, table: Table, place: i64) -> None:
        """Kill half the armies, rounded down (god.info.9)."""
        self.afterlife.destroy(table, place, table.state.armies[place] // 2)

    def humble(self, table: Table, work: Working) -> None:
        """Halve the three largest stacks, including those chosen in a tie."""
        ranked = by_armies(table)
        if work.picks:
            level = table.state.armies[work.picks[0]]
            ranked = [place for place in ranked if table.state.armies[place] > level or place in work.picks]
        for place in ranked[:MIGHTIEST]:
            self.halve(table, place)

    def sink(self, table: Table, work: Working) -> None:
        """Sink Atlantis and everything on it. Its armies go to heaven, as the card says."""
        for place in range(i64(LANDS)):
            if table.board.zone[place] == ATLANTIS:
                fell(table, place, table.state.armies[place], heaven=True)
                forsake(table, place)
                if has_temple(table, place):
                    table.note(Razed(place))
                if is_plagued(table, place):
                    table.note(PlagueLifted(place))
        table.note(AtlantisSank())

    def can_be_tricked(self, table: Table, work: Working, place: i64) -> bool:
        """Return True for a single army of another player. A table option lets gods and temples protect it."""
        if not is_anothers(table, work, place) or table.state.armies[place] != 1:
            return False
        return not self.guarded or (not has_temple(table, place) and pieces_at(table, place) == 0)

    def reveal(self, table: Table, work: Working) -> None:
        """Replace the army by a die roll of the player's own armies. This isn't an invasion."""
        place = work.picks[0]
        self.afterlife.destroy(table, place, 1)
        pips = roll_for(table, work.seat, place)
        if self.reserve.muster(table, work.seat, place, pips, "card.the_trojan_horse_is_revealed") > 0:
            table.note(Conquered(place, work.seat))

    def has_sea(self, table: Table, work: Working, place: i64) -> bool:
        """Return True for a place at one end of an open sea link."""
        return any(place in link and is_open(table, link[0], link[1]) for link in self.sea_links)

    def is_across(self, table: Table, work: Working, place: i64) -> bool:
        """Return True for the other end of such a link.

        There is only one maelstrom, and sunken land cannot be chosen.
        """
        one = work.picks[0]
        return (one, place) in self.sea_links or (place, one) in self.sea_links

    def boil(self, table: Table, work: Working) -> None:
        """Close a sea link for the rest of the game."""
        table.note(LinkClosed(work.picks[0], work.picks[1]))

    def age(self, table: Table, work: Working) -> None:
        """Destroy one army in each territory with two or more."""
        for place in range(i64(LANDS)):
            if table.state.armies[place] > 1:
                self.afterlife.destroy(table, place, 1)
