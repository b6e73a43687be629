"""Edge cases: the first place below, the last army in hand, one die, one loss, and a seat that isn't the next."""

from kamchatka.editions.godstorm.state import WAR, edition_state, god_place
from kamchatka.kernel.edges.wire import Choose, Invade, Move, Pass, Place, Raise, Roll
from kamchatka.kernel.state import NOBODY
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS, cast
from tests.rules.godstorm.fights import declared, facts_named, invading, rolled
from tests.rules.godstorm.scene import ATLANTIS, god_at, heaven, scene
from tests.rules.godstorm.test_09_scoring import HYRKANIA, LEVEL, last, points
from tests.rules.modern.witness import fact, happened, refused

FIRST_BELOW = "u01"


def test_a_game_begins_with_nothing_done() -> None:
    own = edition_state(Match.new("godstorm", 3, seed=1).table)
    assert [own.sacred, own.gone, own.beaten, own.avenged, *own.fervour] == [0, 0, 0, False, 0, 0, 0]


def test_who_claims_first_is_settled_by_a_step_that_saved_games_name() -> None:
    """Where territories are chosen, a die decides the order first."""
    names = [step.name() for step in Match.new("godstorm", 3, {"setup_mode": "chosen"}, seed=1).game.steps]
    assert "Claimants" in names


@rule("god.two.3")
def test_the_neutral_side_has_three_armies_for_each_of_its_lands() -> None:
    """Each land has three and no army is left over."""
    match = Match.new("godstorm", 2, seed=1)
    while not facts_named(match, "NeutralsMustered"):
        match.play(next(match.actions()))
    assert facts_named(match, "NeutralsMustered") == [fact("NeutralsMustered", armies=42)]
    assert edition_state(match.table).army.stock == 0


# ------------------------------------------------------------------ below
@rule("god.summon.2")
def test_no_god_comes_to_the_first_place_below() -> None:
    match = scene("Recruit", LANDS, below={FIRST_BELOW: (0, 3)}, faith={0: 20})
    refused(match, Raise("war", FIRST_BELOW), "piece.own_place", "god.summon.2")


@rule("god.underworld.5")
def test_the_dead_of_the_first_place_below_go_to_the_reserve_too() -> None:
    match = scene("InvadeBelow", LANDS, below={"u11": (0, 4), FIRST_BELOW: (1, 3)}, luck=faces(6, 1))
    match.play(Invade("u11", FIRST_BELOW))
    rolled(match, 1, 1)
    assert facts_named(match, "ArmiesLost") == [fact("ArmiesLost", place=FIRST_BELOW, armies=1)]
    assert heaven(match, 1) == 0


# ------------------------------------------------------------------ invasions
@rule("god.battle.2")
def test_the_owner_of_the_place_answers_even_if_it_is_not_the_next_seat() -> None:
    match = invading({"phoenicia": (2, 3), "corsica": (1, 3)})
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    assert match.awaited == [2]


@rule("god.invade.7")
def test_after_a_first_roll_of_one_declared_die_the_next_is_free() -> None:
    match = declared(dice=1, options={"declare_army_count": True}, luck=faces(6, 1))
    rolled(match, 1, 1)
    assert set(match.actions()) == {Roll(1), Roll(2), Roll(3), Pass()}


@rule("god.battle.4")
def test_a_goddess_in_defence_is_named_as_the_reason_of_a_reroll() -> None:
    match = declared(gods={1: {"magic": "phoenicia"}}, luck=faces(3, 1, 5))
    rolled(match, 1, 1)
    assert facts_named(match, "OnesRerolled") == [fact("OnesRerolled", seat=1, thrown=[1], clause="reroll.goddess")]


@rule("god.god.death")
def test_the_death_god_takes_a_single_army_too() -> None:
    """The army goes to the reserve, and all players learn the reason."""
    match = declared("death", gods={0: {"death": "egypt"}}, luck=faces(6, 1))
    rolled(match, 1, 1)
    assert facts_named(match, "GodHelped") == [fact("GodHelped", seat=0, kind="death")]
    assert (facts_named(match, "ArmiesLost"), heaven(match, 1)) == (
        [fact("ArmiesLost", place="phoenicia", armies=1)],
        0,
    )


# ------------------------------------------------------------------ income and moves
@rule("god.collect.4")
def test_the_last_army_in_hand_must_be_placed() -> None:
    match = scene("Collect", LANDS)
    match.play(Place("egypt", int(match.state.stock[0]) - 1))
    assert match.state.stock[0] == 1
    refused(match, Pass(), "collect.place_all", "god.collect.4")


@rule("god.card.magic.the_book_of_the_dead")
def test_the_faith_of_the_book_is_told_as_such() -> None:
    match = scene("Collect", LANDS, relics={"the_book_of_the_dead": 0})
    match.play(Choose(2))
    assert fact("PurseChanged", seat=0, amount=4, clause="relic.book_of_the_dead") in happened(match)


@rule("god.fortify.2")
def test_of_two_armies_one_may_go() -> None:
    match = scene("Fortify", {"egypt": (0, 2), "nubia": (0, 1), "corsica": (2, 1)})
    match.play(Move("egypt", "nubia", 1))
    assert (match.armies("egypt"), match.armies("nubia")) == (1, 2)


@rule("god.fortify.4")
def test_the_death_god_does_not_stop_on_plague_either() -> None:
    match = scene(
        "Fortify", {"egypt": (0, 3), "nubia": (0, 1), "corsica": (2, 1)}, gods={0: {"death": "egypt"}}, plague=["nubia"]
    )
    refused(match, Move("egypt", "nubia", 1, ("death",)), "fortify.plague", "god.fortify.4")
    assert god_at(match, 0, "death") == "egypt"


# ------------------------------------------------------------------ cards and points
@rule("god.card.death.fire_rains_down")
def test_the_lands_of_a_miracle_are_offered_once_each() -> None:
    match = cast("fire_rains_down", temples=["egypt", "roma"])
    assert [one for one in match.actions() if isinstance(one, Choose)] == [
        Choose(place=place) for place in match.game.board.places if place in ("egypt", "roma")
    ]


@rule("god.score.2", "god.score.4")
def test_two_continents_and_two_relics_score_both() -> None:
    """Hyrkania 2 and Atlantis 3; the Pyramids with Egypt, Stonehenge with Anglia."""
    lands = {**LEVEL, **HYRKANIA, **dict.fromkeys((*ATLANTIS, "anglia"), (0, 1))}
    match = last(lands, relics={"the_great_pyramids": 0, "stonehenge": 0})
    own = [place for place, holding in lands.items() if holding is not None and holding[0] == 0]
    assert points(match)[0] == len(own) + 2 + 3 + 2


def test_neutral_armies_have_no_god_even_if_the_last_seat_has() -> None:
    table = scene("Invade", LANDS, gods={2: {"war": "corsica"}}).table
    assert (god_place(table, 2, WAR) != NOBODY, god_place(table, NOBODY, WAR)) == (True, NOBODY)
