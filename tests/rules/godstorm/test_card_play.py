"""Playing miracle cards: step 4, prices, gods, targets, the shield of Aegis, and what is public."""

from typing import Any

import pytest

from kamchatka.editions.godstorm import GODSTORM
from kamchatka.editions.godstorm.data import CARDS, KINDS, MIRACLES, MiracleCard
from kamchatka.editions.godstorm.state import GodstormState
from kamchatka.kernel.edges.wire import Buy, Choose, Invade, NameCard, NameKind, NameSeat, Pass, Place, PlayCard, Raise
from kamchatka.kernel.options import PLAY_CARD
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN
from kamchatka.kernel.view import view
from kamchatka.match import Match, play_numeric
from kamchatka.words import Words
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import GODS, LANDS, attacked, cast, play_defence, table
from tests.rules.godstorm.scene import faith, god_at, hand, heaven, relic_of, scene, where
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import fact, happened, refused


# ------------------------------------------------------------------ the data
@rule("god.info.6", "god.obtain.8")
def test_sixty_six_cards_in_four_decks() -> None:
    """17 Death, 15 Magic, 17 War and 17 Sky cards, each with its rule in the booklet and a text in both languages."""
    decks = [kind.deck for kind in MIRACLES]
    assert [decks.count(deck) for deck in ("death", "magic", "war", "sky")] == [17, 15, 17, 17]
    assert len(CARDS) == 66
    assert len({card.id for card in CARDS}) == 66
    for kind in KINDS:
        booklet = GODSTORM.rulebook.rule(f"god.card.{kind.deck}.{kind.id}")
        assert kind.en in booklet.title
        assert kind.it in booklet.title_it
        assert len(kind.text_it) > 20
        assert len(kind.text_en) > 20


@rule("god.score.4")
def test_five_relics_name_a_land() -> None:
    """Each belongs to a different people."""
    named = {kind.id: kind.land for kind in KINDS if kind.land}
    assert named == {
        "mjolnir": "thule",
        "pandoras_box": "graecia",
        "stonehenge": "anglia",
        "the_great_pyramids": "egypt",
        "the_tree_of_life": "babylon",
    }
    cultures = [kind.culture for kind in KINDS if kind.deck == "magic"]
    assert {culture: cultures.count(culture) for culture in cultures} == dict.fromkeys(
        ("greek", "celt", "norse", "egyptian", "babylonian"), 3
    )


@rule("god.play.2", "god.info.4")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.cost > 0], ids=lambda kind: kind.id)
def test_a_card_costs_what_is_printed(kind: MiracleCard) -> None:
    """With one faith less the card is refused; with exactly enough the player has none left."""
    card, cost, deck = kind.ids()[0], kind.cost, kind.deck
    setting: dict[str, Any] = {
        "temples": ["nubia", "roma"],
        "plague": ["nubia"],
        "relics": {"mjolnir": 1},
        "below": {"u12": (0, 3)},
    }
    poor = attacked(card, faith=cost - 1) if deck == "sky" else table(card, faith=cost - 1, **setting)
    refused(poor, PlayCard(card), "card.cost", "god.play.2")
    just = attacked(card, faith=cost) if deck == "sky" else table(card, faith=cost, **setting)
    assert PlayCard(card) in set(just.actions())


# ------------------------------------------------------------------ step 4
@rule("god.play.1", "god.play.4")
def test_any_number_of_cards_each_settled_before_the_next() -> None:
    """War and Death cards mix in any order; each is shown, takes effect and leaves the game."""
    match = table("heroes_are_born", "the_young_grow_old", "storms_rage", luck=faces(1))
    match.play(PlayCard("the_young_grow_old"))
    match.play(PlayCard("heroes_are_born"))
    refused(match, PlayCard("storms_rage"), "turn.not_now", "god.play.1")
    match.play(Choose(place="nubia"))
    match.play(PlayCard("storms_rage"))
    match.play(Choose(place="nubia"))
    assert (match.armies("nubia"), match.armies("egypt"), hand(match, 0)) == (3, 4, [])
    assert [where(match, card) for card in ("heroes_are_born", "the_young_grow_old", "storms_rage")] == [DISCARD] * 3


@rule("god.play.4", "god.play.2")
def test_a_card_is_paid_and_shown_before_it_works() -> None:
    """The facts come in this order, and all players see the face."""
    match = cast("time_stands_still")
    assert happened(match)[:3] == [
        fact("PurseChanged", seat=0, amount=-4, clause="card.cost"),
        fact("CardSpent", seat=0, card="time_stands_still"),
        fact("AgeSet", number=1),
    ]
    spent = next(one for one in match.entries[-1].facts if type(one).__name__ == "CardSpent")
    assert spent.seen_by(2) is spent


@rule("god.play.4")
def test_a_card_is_played_by_its_name_alone() -> None:
    """The player is asked for targets after the card has been shown."""
    match = table("heroes_are_born")
    refused(match, PlayCard("heroes_are_born", "egypt"), "card.alone", "god.play.4")


@rule("god.play.2")
@pytest.mark.parametrize(
    ("gods", "offered"),
    [
        ({"war": "egypt"}, {"heroes_are_born"}),
        ({"death": "kush"}, {"the_young_grow_old"}),
        ({"war": "egypt", "death": "kush"}, {"heroes_are_born", "the_young_grow_old"}),
    ],
)
def test_the_god_of_the_deck_must_be_in_play(gods: dict[str, str], offered: set[str]) -> None:
    """War cards need the War god, Death cards the Death god."""
    match = table("heroes_are_born", "the_young_grow_old", gods={0: gods})
    cards = {one.card for one in match.actions() if isinstance(one, PlayCard)}
    assert cards == offered
    for card in {"heroes_are_born", "the_young_grow_old"} - offered:
        refused(match, PlayCard(card), "card.god", "god.play.2")


@rule("god.obtain.7")
def test_cards_are_kept_without_their_god_and_without_limit() -> None:
    """With many cards and no god the card step is skipped, and no card is lost."""
    cards = [card.id for card in CARDS[32:49]]
    match = scene("PlayMiracles", LANDS, hands={0: cards}, faith={0: 9})
    assert phase(match) == "Invade"
    assert len(hand(match, 0)) == 17


OTHER_STEPS = ("Collect", "Recruit", "Market", "Invade", "Fortify", "Embark", "InvadeBelow")


@rule("god.play.3")
@pytest.mark.parametrize("step", OTHER_STEPS)
def test_war_and_death_cards_only_in_their_step(step: str) -> None:
    """Refused in every other step of the own turn."""
    match = scene(
        step, LANDS, hands={0: ["heroes_are_born"]}, faith={0: 9}, gods=GODS, heaven={0: 3}, below={"u12": (0, 2)}
    )
    assert phase(match) == step
    refused(match, PlayCard("heroes_are_born"), "card.when", "god.play.3")


@rule("god.play.3")
@pytest.mark.parametrize("step", OTHER_STEPS)
def test_a_table_may_play_them_at_any_moment_of_the_turn(step: str) -> None:
    """With the option they may be played in other steps of the own turn, outside invasions; the step then continues."""
    match = scene(
        step,
        LANDS,
        hands={0: ["heroes_are_born"]},
        faith={0: 9},
        gods=GODS,
        heaven={0: 3},
        options={"war_death_timing": "any_time_own_turn"},
    )
    if step == "Collect":
        match.play(Place("egypt", match.state.stock[0]))
    assert phase(match) == step
    match.play(PlayCard("heroes_are_born"))
    match.play(Choose(place="nubia"))
    assert match.armies("nubia") == 4
    assert (phase(match), match.state.turn) == ("Recruit" if step == "Collect" else step, 0)


@rule("god.play.3")
@pytest.mark.parametrize("step", OTHER_STEPS)
@pytest.mark.parametrize("language", ["it", "en"])
def test_the_table_is_asked_even_if_no_card_can_be_played(step: str, language: str) -> None:
    """The dead need a temple to walk to; the holder is still asked, with a sentence that explains this."""
    match = scene(
        step,
        {**LANDS, "egypt": (0, 1), "kush": (0, 1)},
        hands={0: ["the_dead_walk_1"]},
        gods={0: {"death": "nubia"}},
        options={"war_death_timing": "any_time_own_turn"},
    )
    if step == "Collect":
        match.play(Place("egypt", match.state.stock[0]))
    assert (phase(match), match.awaited) == (step, [0])
    assert PlayCard("the_dead_walk_1") not in set(match.actions())
    words = Words(language, match.edition, ["Ada", "Bruno", "Carla"])
    assert words.question(match.game, match.state, match.options(), 0)
    assert {"it": "«fine»", "en": "“done”"}[language] in words.hint(match.game, match.state, match.options())


@rule("god.play.3", "god.obtain.3")
def test_an_order_waits_while_a_card_is_played() -> None:
    """A War card that was ordered and paid is drawn when the orders end, after the card played in between."""
    match = scene(
        "Market",
        LANDS,
        hands={0: ["champions_arise"]},
        faith={0: 9},
        gods=GODS,
        luck=[0],
        options={"war_death_timing": "any_time_own_turn"},
    )
    match.play(Buy("war"))
    match.play(PlayCard("champions_arise"))
    match.play(Choose(place="nubia"))
    assert (phase(match), hand(match, 0), faith(match, 0)) == ("Market", [], 7)
    match.play(Pass())
    assert len(hand(match, 0)) == 1


@rule("god.play.3", "god.obtain.2", "god.info.4", "god.summon.1")
def test_a_step_that_stays_open_for_a_card_sells_no_more_than_its_own_rules_allow() -> None:
    """A fifth card, and an unaffordable card or god, are refused while the step waits for a War card."""
    anytime = {"war_death_timing": "any_time_own_turn"}
    hands = {0: ["heroes_are_born"]}
    rich = scene("Market", LANDS, hands=hands, faith={0: 20}, gods=GODS, options=anytime)
    for _ in range(4):
        rich.play(Buy("war"))
    refused(rich, Buy("war"), "buy.limit", "god.obtain.2")
    poor = scene("Market", LANDS, hands=hands, faith={0: 1}, gods=GODS, options=anytime)
    refused(poor, Buy("war"), "buy.price", "god.info.4")
    no_god = scene("Recruit", LANDS, hands=hands, faith={0: 2}, gods={0: {"war": "egypt"}}, options=anytime)
    refused(no_god, Raise("sky", "egypt"), "piece.price", "god.summon.1")


@rule("god.play.3", "god.elim.8")
def test_whoever_falls_by_a_card_played_in_the_market_leaves_it() -> None:
    """The Sun Grows Cold kills its last army: the order is lost with the turn."""
    lands: dict[str, Holding | None] = {"egypt": (0, 1), "thule": (1, 2), "corsica": (2, 2)}
    match = scene(
        "Market",
        lands,
        rest=(3, 1),
        seats=4,
        hands={0: ["the_sun_grows_cold"]},
        faith={0: 9},
        gods={0: {"war": "egypt"}, 1: {"sky": "thule"}},
        options={"war_death_timing": "any_time_own_turn"},
    )
    match.play(Buy("war"))
    match.play(PlayCard("the_sun_grows_cold"))
    assert (match.state.is_alive(0), match.state.turn, hand(match, 0)) == (False, 1, [])


@rule("god.play.3", "god.turn.2")
def test_otherwise_nobody_is_asked_for_a_card_in_other_steps() -> None:
    """With a War card in hand and nothing to embark, the step ends at once."""
    match = scene("Embark", LANDS, hands={0: ["heroes_are_born"]}, gods=GODS)
    assert match.state.turn == 1


@rule("god.play.3")
def test_not_within_an_invasion_even_there() -> None:
    """No War card between the declaration and the end of an invasion."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        hands={0: ["heroes_are_born"]},
        gods=GODS,
        options={"war_death_timing": "any_time_own_turn"},
    )
    match.play(Invade("egypt", "phoenicia"))
    refused(match, PlayCard("heroes_are_born"), "turn.not_now", "god.play.3")


@rule("god.obtain.7", "god.info.8")
def test_only_ones_own_cards() -> None:
    """A card in another hand or in the deck is refused."""
    match = table("heroes_are_born", hands={1: ["storms_rage"]})
    refused(match, PlayCard("storms_rage"), "card.hand", "god.obtain.7")
    refused(match, PlayCard("champions_arise"), "card.hand", "god.obtain.7")
    assert where(match, "champions_arise") == DECK


@rule("god.obtain.7")
@pytest.mark.parametrize("card", [-1, 66, 1000])
def test_numbers_that_are_no_card_are_refused(card: int) -> None:
    """Only a program could send such numbers."""
    match = table("heroes_are_born")
    with pytest.raises(Refusal) as caught:
        play_numeric(match, Inner(PLAY_CARD, what=card))
    assert caught.value.clause == "card.hand"


@rule("god.info.8", "god.info.7")
def test_backs_are_public_and_faces_are_not() -> None:
    """Seat 1 sees how many cards of each deck seat 0 holds, its faith and relics, but no face."""
    match = table("heroes_are_born", "crops_wither_1", relics={"aegis": 0})
    seen = view(match.table, 1).state
    own = seen.edition_state
    assert isinstance(own, GodstormState)
    assert [own.held[deck] for deck in range(4)] == [1, 0, 1, 0]
    assert (own.purse[0], own.relics[0]) == (9, 0)
    assert [seen.cards[match.game.cards.index(card)] for card in ("heroes_are_born", "crops_wither_1", "aegis")] == [
        HIDDEN,
        HIDDEN,
        DISCARD,
    ]


@rule("god.play.9", "god.underworld.8")
def test_cards_that_strike_territories_spare_the_underworld() -> None:
    """Underworld spaces can't be targets and lose nothing."""
    match = cast("storms_rage", below={"u01": (1, 5)})
    assert all(
        one.place is not None and not one.place.startswith("u0") for one in match.actions() if isinstance(one, Choose)
    )
    old = cast("the_young_grow_old", below={"u01": (1, 5)}, heaven={1: 4})
    assert (old.armies("u01"), heaven(old, 1)) == (5, 5)  # only Babylon's army has joined the others in heaven


@rule("god.info.19")
def test_the_card_beats_the_booklet() -> None:
    """The Trojan horse takes a land far away, although the booklet allows invasions of neighbours only."""
    match = cast("the_trojan_horse_is_revealed", luck=faces(2))
    match.play(Choose(place="thule"))
    assert match.owner("thule") == 0


@rule("god.elim.8")
def test_if_all_fall_together_the_position_before_counts() -> None:
    """Lava kills everybody's last armies: the player who led before wins."""
    lands: dict[str, tuple[int, int] | None] = {
        "egypt": (0, 2),
        "phoenicia": (1, 1),
        "kush": (1, 1),
        "roma": None,
        "corsica": None,
        "nubia": None,
        "babylon": None,
        "thule": None,
    }
    empty = dict.fromkeys([place for place in table().game.board.places[:42] if place not in lands])
    match = attacked("lava_erupts", seats=2, lands={**empty, **lands}, luck=faces(6, 6, 6), gods={1: {"sky": "kush"}})
    match.play(PlayCard("lava_erupts"))
    assert match.is_over
    assert match.winners == [1]
    assert match.ending is not None
    assert match.ending.rule == "god.elim.8"


@rule("god.elim.8")
def test_the_turn_of_a_player_who_falls_in_it_is_over() -> None:
    """The attacker loses its last army to lava, and the next marker plays."""
    lands: dict[str, tuple[int, int] | None] = {"egypt": (0, 4), "kush": (1, 9), "nubia": (1, 9)}
    match = attacked("lava_erupts", lands=lands, luck=faces(6, 1, 1, 1, 1, 1), gods={1: {"sky": "thule"}})
    match.play(PlayCard("lava_erupts"))
    assert not match.state.is_alive(0)
    assert match.state.turn == 1


# ------------------------------------------------------------------ Aegis
AEGIS = "god.card.magic.aegis"


@rule(AEGIS, "god.order.2", "god.play.15")
def test_aegis_cancels_a_card_which_is_spent_all_the_same() -> None:
    """Aegis is asked after the targets and before the dice; relic and card are gone, and the faith isn't refunded."""
    match = cast("the_land_is_purged", plague=["babylon"], relics={"aegis": 2})
    match.play(Choose(place="babylon"))
    assert (match.awaited, phase(match)) == ([2], "Shield")
    refused(match, PlayCard("mjolnir"), "card.aegis", AEGIS)
    refused(match, NameSeat(1), "turn.not_now", "god.order.2")
    match.play(PlayCard("aegis"))
    assert happened(match) == [
        fact("RelicLost", card="aegis"),
        fact("CardCancelled", seat=0, card="the_land_is_purged"),
    ]
    assert (match.armies("babylon"), relic_of(match, "aegis"), faith(match, 0)) == (4, None, 7)
    assert (where(match, "the_land_is_purged"), match.awaited) == (DISCARD, [0])


@rule(AEGIS, "god.order.2")
def test_aegis_is_asked_before_any_die() -> None:
    """Passing lets the card work and keeps the relic. The deck to draw from is chosen afterwards."""
    match = cast("storms_rage", luck=faces(2), relics={"aegis": 1})
    match.play(Choose(place="babylon"))
    assert script_left(match) == 1
    match.play(Pass())
    assert (match.armies("babylon"), relic_of(match, "aegis"), script_left(match)) == (2, 1, 0)
    draws = cast("faith_shall_deliver", luck=[0, 1], relics={"aegis": 1})
    assert (draws.awaited, phase(draws)) == ([1], "Shield")
    draws.play(Pass())
    assert (draws.awaited, phase(draws)) == ([0], "Unfold")
    draws.play(NameKind("sky"))
    assert (hand(draws, 0)[-2:], phase(draws)) == (["1000_workers_amass_1", "enemies_convert"], "PlayMiracles")
    cancelled = cast("faith_shall_deliver", relics={"aegis": 1})
    cancelled.play(PlayCard("aegis"))
    assert (cancelled.awaited, phase(cancelled)) == ([0], "PlayMiracles")


@rule(AEGIS)
def test_the_owner_is_not_asked_about_cards_of_ones_own() -> None:
    """Nobody is asked when Aegis has no owner."""
    own = cast("the_young_grow_old", relics={"aegis": 0})
    assert (own.armies("egypt"), own.awaited) == (4, [0])


@rule(AEGIS, "god.card.war.a_shrine_is_plundered")
def test_aegis_may_save_itself_from_plunder() -> None:
    """The plunderer gets nothing, because Aegis leaves the game."""
    match = cast("a_shrine_is_plundered", relics={"aegis": 1})
    match.play(NameCard("aegis"))
    match.play(PlayCard("aegis"))
    assert relic_of(match, "aegis") is None


@rule(AEGIS, "god.card.death.diamonds_turn_to_rust")
def test_aegis_can_save_all_other_relics() -> None:
    """Aegis cancels Death cards too."""
    match = cast("diamonds_turn_to_rust", relics={"aegis": 1, "mjolnir": 2})
    match.play(PlayCard("aegis"))
    assert (relic_of(match, "aegis"), relic_of(match, "mjolnir")) == (None, 2)


@rule(AEGIS, "god.order.4", "god.sky.2")
@pytest.mark.parametrize("owner", [0, 2])
def test_aegis_answers_sky_cards_of_the_defender(owner: int) -> None:
    """The attacker may cancel them in its own turn; so may a third player, whose only choice it is here."""
    match = play_defence(
        "men_become_warriors_1", relics={"aegis": owner}, hands={1: ["men_become_warriors_1", "lava_erupts"]}
    )
    assert match.awaited == [owner]
    match.play(PlayCard("aegis"))
    assert (match.armies("phoenicia"), faith(match, 1), match.awaited, phase(match)) == (2, 8, [1], "SkyWindow")


@rule(AEGIS, "god.card.war.visions_become_real")
def test_a_cancelled_vision_shows_nothing() -> None:
    """Aegis is asked before the hand is shown."""
    match = cast("visions_become_real", relics={"aegis": 2}, hands={1: ["lava_erupts"]})
    match.play(NameSeat(1))
    assert (match.awaited, phase(match)) == ([2], "Shield")
    match.play(PlayCard("aegis"))
    assert (match.awaited, hand(match, 1), phase(match)) == ([0], ["lava_erupts"], "PlayMiracles")


@rule("god.order.2")
def test_the_game_can_be_saved_in_every_moment_of_a_card() -> None:
    """The position loads unchanged with half the targets chosen or Aegis asked."""
    match = cast("the_siren_calls", relics={"aegis": 2})
    for step in (Choose(place="corsica"), Choose(place="roma")):
        match.play(step)
        again = Match.from_position(match.position(), seed=1)
        assert (again.position(), again.awaited) == (match.position(), match.awaited)
        assert set(again.actions()) == set(match.actions())


@rule("god.play.5")
def test_cards_without_choices_may_be_played_for_nothing() -> None:
    """Such cards have no effect and are used up."""
    for card in ("the_faithful_gather", "our_faith_is_our_strength", "deaths_door_closes", "ragnarok_cometh"):
        match = table(card, "crops_wither_1", gods={0: {"war": "egypt", "death": "kush"}})
        match.play(PlayCard(card))
        assert where(match, card) == DISCARD
        assert god_at(match, 0, "death") == "kush"
