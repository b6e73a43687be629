"""The map of an age: read once a decision, only where it is needed, and never wrong about what a march brings."""

import pytest

from kamchatka.bots import valuation_of
from kamchatka.bots.ages.chart import LAST
from kamchatka.bots.ages.doctrine import AgeDoctrine
from kamchatka.bots.ages.epochs.creed import EPOCH_WEIGHTS
from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.epochs.omens import Omens, Side
from kamchatka.bots.ages.epochs.rites import Rites
from kamchatka.bots.ages.staff import staff_of
from kamchatka.bots.ages.theatre import Theatre
from kamchatka.bots.ages.year2210.policy import YEAR_WEIGHTS
from kamchatka.bots.ages.year2210.staff import Staff2210, needs_map
from kamchatka.bots.ages.year2210.theatre import Armoury, WorldTheatre
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import plain
from kamchatka.bots.worlds import world as world_of
from kamchatka.editions.godstorm.record import Record as Faiths
from kamchatka.editions.risk2210 import RISK2210
from kamchatka.editions.risk2210.record import Record
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import PASS, Action, Options
from kamchatka.kernel.view import View, view
from kamchatka.kernel.wire import Bid
from kamchatka.match import Match
from kamchatka.odds.godwar import Host, god_war, god_wars
from tests.ages import place_number
from tests.rules.godstorm.scene import scene as godstorm
from tests.rules.risk2210.scene import own_record
from tests.rules.risk2210.scene import scene as year2210

FAR_EAST = {"japan": (0, 9), "pevek": (1, 3), "khan_industrial_state": (1, 2), "hong_kong": (2, 5), "lesotho": (2, 1)}
NORTH = {"thule": (0, 8), "varangia": (1, 2), "alemannia": (1, 3), "caledonia": (1, 1), "sheba": (2, 1)}


def world(match: Match) -> Theatre:
    """The judgement of the first seat in 2210."""
    doctrine = AgeDoctrine(None, YEAR_WEIGHTS)
    found = WorldTheatre(Lore(match.game), Armoury(), match.view(0).state, own_record(match), 0, doctrine, False)
    found.survey()
    return found


def crusade(match: Match) -> Theatre:
    """The judgement of the first seat in the age of the gods."""
    state = match.view(0).state
    own = state.extra
    assert isinstance(own, Faiths)
    found = Crusade(Rites(match.game, Lore(match.game)), state, 0, AgeDoctrine(None, EPOCH_WEIGHTS), own)
    found.survey()
    return found


# ------------------------------------------------------------------ the tables
@pytest.mark.parametrize(
    "theatre",
    [
        world(year2210("Invade", FAR_EAST, commanders={0: {"land": "japan"}})),
        crusade(godstorm("Invade", NORTH, gods={0: {"war": "thule"}, 1: {"sky": "alemannia"}})),
    ],
)
def test_no_march_brings_more_than_the_chart_says(theatre: Theatre) -> None:
    """What is not looked at because the chart says so could not have been better."""
    places, marches = theatre.lore.board.size, 0
    for place in range(places):
        for depth in range(1, LAST):
            found = theatre.march(place, 40, theatre.own.standing[place], depth)
            assert found <= theatre.most[depth * places + place] + 1e-9
            marches += found > 0.0
    assert marches > 3


def test_the_strongest_threat_comes_first() -> None:
    match = year2210("Invade", FAR_EAST)
    theatre, japan = world(match), place_number(match, "japan")
    threats = [theatre.foes[i] for i in range(theatre.lore.board.first[japan], theatre.last_foe[japan])]
    assert [int(theatre.garrison[place]) for place in threats] == sorted(
        (int(theatre.garrison[place]) for place in threats), reverse=True
    )
    assert threats[0] == place_number(match, "pevek")


# ------------------------------------------------------------------ decisions that need no map
def surveyed(staff: Staff2210, seen: View, options: Options) -> Action:
    """The same decision by somebody who has read the whole map."""
    own = seen.state.extra
    assert isinstance(own, Record)
    theatre = WorldTheatre(staff.lore, staff.armoury, seen.state, own, seen.seat, staff.doctrine, False)
    theatre.survey()
    for option in options.ranges:
        chosen = staff.order(theatre, option, options.allows(Action(PASS)))
        if chosen is not None:
            return chosen
    return plain(options)


def test_orders_given_without_a_map_are_the_same_with_one() -> None:
    game = RISK2210.game(RISK2210.table_rules({}))
    lore, table, alike = Lore(game), game.start(3, FastChance(3)), 0
    staff = staff_of(game, lore)
    assert isinstance(staff, Staff2210)
    for _ in range(250):
        seat = first(game.awaits(table))
        options, seen = game.options(table, seat), view(table, seat)
        action = staff.decide(seen, options)
        own = seen.state.extra
        assert isinstance(own, Record)
        theatre = WorldTheatre(lore, staff.armoury, seen.state, own, seat, staff.doctrine, False)
        if not any(needs_map(theatre, option, options.allows(Action(PASS))) for option in options.ranges):
            assert surveyed(staff, seen, options).key() == action.key()
            alike += 1
        game.play_from(table, seat, action, options)
    assert alike > 50


# ------------------------------------------------------------------ god wars
@pytest.mark.parametrize(("armies", "against"), [(3, 9), (9, 3), (60, 1), (4, 4)])
def test_omens_are_those_of_the_odds(armies: int, against: int) -> None:
    wins = god_war(Host(armies, 4, True), Host(against, 3, False), True)
    left, _ = god_wars(2, 1, wins)
    fallen, lost = Omens().read(Side(armies, 4, True, 2), Side(against, 3, False, 1), True)
    assert fallen == pytest.approx(left[0])
    assert lost == pytest.approx(2 - left[1] - 2 * left[2])


# ------------------------------------------------------------------ sealed bids
def test_sealed_bids_are_made_again_in_an_imagined_world() -> None:
    """A bid that a rival has made may have been anything: it is asked again, and one's own is not."""
    lands = {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}
    match = year2210("Rewards", lands, rest=None, turn=2, year=4, energy={0: 9, 1: 9, 2: 9})
    match.play(Bid(2), seat=0)
    imagined = world_of(match.game, Lore(match.game), match.view(1), FastChance(1))
    assert match.game.awaits(imagined) == 0b111
    mine = world_of(match.game, Lore(match.game), match.view(0), FastChance(1))
    assert match.game.awaits(mine) == 0b110


# ------------------------------------------------------------------ what a position promises
def test_whoever_is_not_answered_any_more_is_likelier_to_win() -> None:
    """Of two equals the one whose turn comes last has fewer rivals after it."""
    match = godstorm("Invade", {"thule": (0, 3), "roma": (1, 3), "sheba": (2, 3)}, epoch=5)
    valuation = valuation_of(match.game)
    answered = [valuation.features(match.state, seat)[valuation.names.index("answered")] for seat in range(3)]
    assert answered == [1.0, 0.5, 0.0]
