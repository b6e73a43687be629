"""How a captain plays in the age of the gods: crusades, gods, miracles, the Underworld, an epoch's last turn."""

import pytest

from kamchatka.bots.ages.plans import BIDS
from kamchatka.bots.marshal.bot import MarshalBot
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.editions.godstorm.bots.plans import PLANS
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import (
    Bid,
    Buy,
    Choose,
    Defend,
    Invade,
    Move,
    NameKind,
    Occupy,
    Pass,
    Place,
    PlayCard,
    Raise,
    Roll,
    outer,
)
from kamchatka.kernel.options import Action
from kamchatka.kernel.view import View, imagine, view
from kamchatka.match import Match
from kamchatka.players import bot, valuation_of
from tests.rules.godstorm.scene import scene

BOOKLET = edition("godstorm")
NORTH = {"thule": (0, 8), "varangia": (1, 2), "alemannia": (1, 2), "caledonia": (1, 2), "sheba": (2, 1)}


def choice(match: Match) -> object:
    """Return a captain's decision for the first asked seat, in written form."""
    seat = match.awaited[0]
    action: Action = bot("captain", match.game, 0).decide(match.view(seat), match.options(seat))
    return outer(match.game, action)


# ------------------------------------------------------------------ crusades
def test_the_gods_at_hand_go_with_the_armies() -> None:
    match = scene("Invade", NORTH, gods={0: {"war": "thule", "magic": "thule"}})
    invaded = choice(match)
    assert isinstance(invaded, Invade)
    assert invaded.pieces == ("magic", "war")


def test_a_war_god_makes_an_attack_worth_while() -> None:
    """Six armies against nine have poor odds, but the war god wins ties, which makes the attack worthwhile."""
    lands = {"thule": (0, 6), "varangia": (1, 9), "alemannia": (1, 9), "caledonia": (1, 9), "sheba": (2, 1)}
    assert choice(scene("Invade", lands)) == Pass()
    assert isinstance(choice(scene("Invade", lands, gods={0: {"war": "thule"}})), Invade)


def test_gods_are_not_led_into_plague() -> None:
    lands = {"corsica": (0, 8), "roma": (1, 1), "sheba": (2, 1)}
    match = scene("Invade", lands, gods={0: {"war": "corsica"}}, plague=["roma"])
    assert choice(match) == Invade("corsica", "roma")
    assert choice(scene("Invade", lands, gods={0: {"war": "corsica"}})) == Invade("corsica", "roma", 0, ("war",))


def test_it_stops_when_rolling_on_does_not_pay() -> None:
    match = scene("Invade", {"thule": (0, 4), "varangia": (1, 4), "sheba": (2, 1)}, luck=[0, 0, 0, 5, 5])
    match.play(Invade("thule", "varangia"))
    assert choice(match) == Roll(3)
    match.play(Roll(3))
    assert choice(match) == Defend(2)
    match.play(Defend(2))
    assert choice(match) == Pass()


def test_it_moves_on_with_its_gods() -> None:
    match = scene("Invade", NORTH, gods={0: {"war": "thule"}}, luck=[5, 5, 5, 0, 0])
    match.play(Invade("thule", "varangia", 0, ("war",)))
    match.play(Roll(3))
    match.play(Defend(2))
    moved = choice(match)
    assert isinstance(moved, Occupy)
    assert moved.pieces == ("war",)
    assert moved.armies > 3


def test_the_god_that_is_missed_least_fights() -> None:
    match = scene(
        "Invade",
        {"thule": (0, 9), "varangia": (1, 2), "sheba": (2, 1)},
        luck=[5] * 20,
        gods={0: {"war": "thule", "death": "thule"}, 1: {"sky": "varangia"}},
    )
    match.play(Invade("thule", "varangia", 0, ("death", "war")))
    assert choice(match) == NameKind("death")


# ------------------------------------------------------------------ below
def test_the_dead_take_crypts() -> None:
    match = scene("InvadeBelow", {"thule": (0, 3), "sheba": (2, 1)}, heaven={0: 5})
    entered = choice(match)
    assert isinstance(entered, Invade)
    assert (entered.source, entered.target) in (("kurnugia", "u04"), ("kurnugia", "u08"))
    match.play(entered)
    taken = choice(match)
    assert isinstance(taken, Invade)
    assert taken.target in ("u05", "u07")


def test_armies_rise_from_a_crypt_to_a_temple() -> None:
    match = scene(
        "Collect", {"thule": (0, 3), "varangia": (1, 1), "sheba": (2, 1)}, temples=["thule"], below={"u05": (0, 3)}
    )
    while isinstance(placed := choice(match), Place):
        match.play(placed)
    assert placed == Move("u05", "thule", 1)


# ------------------------------------------------------------------ gods and cards
def test_a_war_god_is_called_first_and_where_it_leads() -> None:
    match = scene("Recruit", NORTH, faith={0: 9})
    assert choice(match) == Raise("war", "thule")


def test_war_cards_are_bought_and_played() -> None:
    """A captain saves faith for the last bid; once that is made, it buys and plays war cards."""
    market = scene("Market", NORTH, faith={0: 4}, epoch=5, gods={0: {"war": "thule", "sky": "thule"}})
    assert choice(market) == Buy("war")
    match = scene(
        "PlayMiracles",
        {**NORTH, "corsica": (0, 1), "roma": (1, 20)},
        gods={0: {"war": "thule"}},
        hands={0: ["heroes_are_born"]},
    )
    assert choice(match) == PlayCard("heroes_are_born")
    match.play(PlayCard("heroes_are_born"))
    assert choice(match) == Choose(place="thule")


def test_a_card_that_harms_itself_most_is_kept() -> None:
    lands = {"thule": (0, 8), "sheba": (2, 1)}
    match = scene(
        "PlayMiracles",
        lands,
        gods={0: {"death": "thule", "war": "thule"}},
        faith={0: 9},
        hands={0: ["ragnarok_cometh"]},
    )
    assert choice(match) == Pass()


@pytest.mark.parametrize(("defenders", "answer"), [(3, PlayCard("the_fog_lifts_1")), (20, Pass())])
def test_a_sky_card_is_played_where_it_saves_something(defenders: int, answer: object) -> None:
    match = scene(
        "Invade",
        {"thule": (0, 9), "varangia": (1, defenders), "egypt": (1, 6), "sheba": (2, 1)},
        gods={1: {"sky": "egypt"}},
        hands={1: ["the_fog_lifts_1"]},
    )
    match.play(Invade("thule", "varangia"))
    assert match.awaited == [1]
    assert choice(match) == answer


# ------------------------------------------------------------------ the order of turns
def test_it_wants_the_last_word_of_the_last_epoch() -> None:
    match = scene("TurnEnd", NORTH, turn=2, epoch=4, faith={0: 10, 1: 1, 2: 1}, luck=[5, 0])
    bid = choice(match)
    assert isinstance(bid, Bid)
    assert bid.amount > 0
    for seat in match.awaited:
        match.play(Bid(10 if seat == 0 else 0), seat=seat)
    assert match.awaited == [0]
    assert choice(match) == Choose(choice=3)


# ------------------------------------------------------------------ rehearsals
def test_a_marshal_rehearses_its_last_turn_to_the_end() -> None:
    """The last seat of the last epoch knows the result of each plan and finds the winning one."""
    match = scene(
        "Collect",
        {"thule": (0, 9), "varangia": (1, 1), "alemannia": (1, 1), "sheba": (2, 20)},
        rest=(2, 1),
        epoch=5,
        turn=2,
        seats=3,
    )
    marshal = bot("marshal:1x", match.game, 0)
    assert isinstance(marshal, MarshalBot)
    options = match.options(2)
    assert options.allows(marshal.decide(match.view(2), options))
    assert marshal.budget.spent >= len(PLANS) - 1  # the first seat is the rivals'


def test_a_marshal_thinks_about_its_bid() -> None:
    match = scene("TurnEnd", NORTH, turn=2, epoch=4, faith={0: 10, 1: 1, 2: 1})
    marshal = bot("marshal:1x", match.game, 0)
    assert isinstance(marshal, MarshalBot)
    bid = outer(match.game, marshal.decide(match.view(0), match.options(0)))
    assert isinstance(bid, Bid)
    assert marshal.budget.spent >= len(BIDS)


def test_points_late_promise_the_game() -> None:
    """The chances of all seats add up to one; a lead counts for more in the last epoch than in the second."""

    def promise(epoch: int) -> list[float]:
        match = scene("Invade", {"thule": (0, 3), "sheba": (2, 3)}, rest=(1, 1), epoch=epoch)
        valuation = valuation_of(match.game)
        return [valuation.chance(match.state, seat) for seat in range(3)]

    assert sum(promise(2)) == pytest.approx(1)
    assert promise(5)[1] > promise(2)[1] > promise(2)[0]


# ------------------------------------------------------------------ whole games
@pytest.mark.parametrize("seed", [1, 2])
def test_captains_play_at_other_tables_without_an_illegal_action(seed: int) -> None:
    """Captains play legally when every option has a value that isn't the default: the first one, or the last one."""
    values = {
        option.name: [value for value in option.values if value != option.default]
        for option in BOOKLET.rulebook.options
    }
    game = BOOKLET.game(BOOKLET.table_rules({name: other[0 if seed == 1 else -1] for name, other in values.items()}))
    table = game.start(3, FastChance(seed))
    play_bots(game, table, [bot("captain", game, seat) for seat in range(3)])
    assert table.state.over


def test_it_does_not_look_at_what_it_may_not_know() -> None:
    """Redealing or revealing hidden information doesn't change a decision."""
    game, luck = BOOKLET.game(BOOKLET.table_rules({})), FastChance(99)
    table, captain = game.start(3, FastChance(5)), bot("captain", game, 0)
    for _ in range(150):
        seat = first(game.awaits(table))
        options, honest = game.options(table, seat), view(table, seat)
        action = captain.decide(honest, options)
        assert captain.decide(View(seat, imagine(game, honest, luck).state), options).key() == action.key()
        game.play_from(table, seat, action, options)
