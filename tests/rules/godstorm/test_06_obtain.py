"""Step 3: buying miracle cards; and the labours that earn cards."""

import pytest

from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.ages.age_facts import CardTaken
from kamchatka.kernel.edges.wire import Buy, Defend, Invade, NameKind, Occupy, Pass, Roll
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import faith, god_at, hand, relic_of, scene, where
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import fact, happened, refused

TWO = {0: {"war": "egypt", "magic": "kush"}}


# ------------------------------------------------------------------ buying
@rule("god.obtain.1")
def test_cards_come_from_the_decks_of_gods_in_play() -> None:
    """Cards cost two faith each; other decks are refused."""
    match = scene("Market", LANDS, faith={0: 5}, gods=TWO, luck=[0, 0])
    assert set(match.actions()) == {Buy("war"), Buy("magic"), Pass()}
    refused(match, Buy("sky"), "buy.piece", "god.obtain.1")
    match.play(Buy("war"))
    assert faith(match, 0) == 3
    match.play(Buy("war"))
    assert (faith(match, 0), len(hand(match, 0))) == (1, 2)  # one faith can't pay a third: all cards are drawn


@rule("god.obtain.2")
def test_at_most_four_cards_a_turn() -> None:
    """Then the step ends by itself."""
    match = scene("Market", LANDS, faith={0: 20}, gods=TWO, luck=[0] * 4)
    for _ in range(4):
        assert phase(match) == "Market"
        match.play(Buy("war"))
    assert (phase(match), faith(match, 0), len(hand(match, 0))) == ("PlayMiracles", 12, 4)
    refused(match, Buy("war"), "turn.not_now", "god.turn.1")


@rule("god.obtain.3")
def test_all_is_ordered_and_paid_before_a_face_is_seen() -> None:
    """Two War cards and a relic are drawn when the order closes; a Stonehenge among them gives no discount."""
    match = scene("Market", LANDS, faith={0: 7}, gods=TWO, luck=[7, 0, 0])
    match.play(Buy("magic"))
    match.play(Buy("war"))
    assert (hand(match, 0), relic_of(match, "stonehenge"), script_left(match)) == ([], None, 3)
    match.play(Buy("war"))
    assert (faith(match, 0), len(hand(match, 0)), relic_of(match, "stonehenge")) == (1, 2, 0)


@rule("god.obtain.3")
def test_a_table_may_buy_one_by_one() -> None:
    """The player sees each card at once, and Stonehenge makes the next purchase cheaper."""
    match = scene("Market", LANDS, faith={0: 5}, gods=TWO, luck=[7, 0], options={"blind_purchase": False})
    match.play(Buy("magic"))
    assert (relic_of(match, "stonehenge"), faith(match, 0)) == (0, 3)
    match.play(Buy("war"))
    assert (faith(match, 0), len(hand(match, 0))) == (2, 1)


@rule("god.obtain.4", "god.info.6")
def test_an_empty_deck_sells_nothing() -> None:
    """With one card left only one can be bought; discards never come back."""
    cards = scene("Invade", LANDS).game.cards[32:49]
    match = scene("Market", LANDS, faith={0: 9}, gods={0: {"war": "egypt"}}, hands={1: cards[:-1]}, luck=[0])
    match.play(Buy("war"))
    assert (hand(match, 0), phase(match)) == ([cards[-1]], "PlayMiracles")
    empty = scene("Market", LANDS, faith={0: 9}, gods=TWO, hands={1: cards})
    refused(empty, Buy("war"), "buy.empty", "god.obtain.4")


@rule("god.obtain.6", "god.info.8", "god.obtain.8")
def test_a_card_goes_into_the_hand_face_down() -> None:
    """Others see only its deck; the card is one of those left in its deck."""
    match = scene("Market", LANDS, faith={0: 2}, gods={0: {"war": "egypt"}}, luck=[3])
    match.play(Buy("war"))
    taken = next(one for one in match.entries[-1].facts if isinstance(one, CardTaken))
    other = taken.seen_by(1)
    assert isinstance(other, CardTaken)
    assert (taken.seen_by(0) is taken, other.card, other.kind) == (True, HIDDEN, 2)
    assert match.entries[-1].draws == ((17, 3),)


@rule("god.play.10", "god.obtain.6")
def test_a_bought_relic_is_in_play_at_once() -> None:
    """A relic is never in the hand."""
    match = scene("Market", LANDS, faith={0: 2}, gods={0: {"magic": "egypt"}}, luck=[5])
    match.play(Buy("magic"))
    assert fact("RelicTaken", seat=0, card="mjolnir") in happened(match)
    assert (relic_of(match, "mjolnir"), match.state.hand[0], where(match, "mjolnir")) == (0, 0, DISCARD)


# ------------------------------------------------------------------ labours
def earned(god: str, paid: int, **options: object) -> list[int]:
    """Let seat 0 take four lands around Egypt with an army each; return its cards after each, one with `paid`."""
    around = ("phoenicia", "cyrenaica", "minoa", "kush")
    luck = [draw for n in range(1, 5) for draw in (*faces(6, 1), *([0] if n == paid else []))]
    lands: dict[str, Holding | None] = {**LANDS, "egypt": (0, 9), **dict.fromkeys(around, (1, 1))}
    match = scene("Invade", lands, gods={0: {god: "nubia"}}, luck=luck, options=options)
    cards = []
    for land in around:
        match.play(Invade("egypt", land))
        match.play(Roll(1))
        cards.append(len(hand(match, 0)))
        match.play(Occupy(1))
    assert script_left(match) == 0
    return cards


@rule("god.labour.war", "god.obtain.5")
def test_the_third_conquest_earns_a_war_card() -> None:
    """The labour pays once a turn, with the War god anywhere on the map; the fourth conquest pays nothing more."""
    assert earned("war", paid=3) == [0, 0, 1, 1]
    assert earned("sky", paid=0) == [0, 0, 0, 0]


@rule("god.labour.war")
def test_a_table_may_pay_for_the_first_conquest() -> None:
    """One defended land is enough, but still once a turn."""
    assert earned("war", paid=1, war_labour_conquests=1) == [1, 1, 1, 1]


@rule("god.labour.war.2")
def test_only_defended_lands_count() -> None:
    """Empty lands and the Underworld don't count; lands with neutral armies do."""
    empty = scene("Invade", {**LANDS, "phoenicia": None}, gods={0: {"war": "nubia"}})
    empty.play(Invade("egypt", "phoenicia", 1))
    below = scene("InvadeBelow", LANDS, below={"u12": (0, 4), "u13": (1, 1)}, luck=faces(6, 1))
    below.play(Invade("u12", "u13"))
    below.play(Roll(1))
    if below.awaited == [1]:
        below.play(Defend(1))
    lands: dict[str, Holding | None] = {**LANDS, "corsica": (1, 3), "roma": (1, 1), "phoenicia": (1, 1)}
    neutral = scene("Invade", lands, seats=2, neutral=["phoenicia"], luck=faces(6, 1))
    neutral.play(Invade("egypt", "phoenicia"))
    neutral.play(Roll(1))
    if neutral.awaited == [1]:
        neutral.play(Defend(1))
    assert [edition_state(match.table).beaten for match in (empty, below, neutral)] == [0, 0, 1]


def duel(luck: list[int], attack: dict[str, str] | None = None) -> Match:
    """Let the War god of Egypt meet the Death god of Phoenicia; the Sky god of seat 0 stands in Kush."""
    gods = {0: attack or {"war": "egypt", "sky": "kush"}, 1: {"death": "phoenicia"}}
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, gods=gods, luck=luck)
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(NameKind("war"))
    return match


@rule("god.labour.sky")
def test_a_god_defeated_earns_a_sky_card() -> None:
    """The Sky god may be anywhere, but it must be in play."""
    match = duel([*faces(6, 5, 4, 1, 2, 3), 0])
    assert (god_at(match, 1, "death"), hand(match, 0)) == (None, ["1000_workers_amass_1"])
    assert hand(duel(faces(6, 5, 4, 1, 2, 3), {"war": "egypt"}), 0) == []


@rule("god.labour.sky")
def test_the_defender_earns_nothing_by_a_victory() -> None:
    """The labour pays only the attacker, in its own turn."""
    match = duel(faces(1, 2, 3, 6, 5, 4))
    assert (god_at(match, 0, "war"), hand(match, 1), hand(match, 0)) == (None, [], [])


@rule("god.labour.sky")
@pytest.mark.parametrize(("option", "cards"), [(False, 0), (True, 1)])
def test_a_table_may_count_gods_taken_with_their_land(option: bool, cards: int) -> None:
    """The Death god of a captured land then counts, although it is banished without a godwar."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 1)},
        gods={0: {"sky": "kush"}, 1: {"death": "phoenicia"}},
        luck=[*faces(6, 1), 0],
        options={"sky_labour_counts_capture": option},
    )
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    if match.awaited == [1]:
        match.play(Defend(1))
    match.play(Occupy(1))
    assert (god_at(match, 1, "death"), len(hand(match, 0))) == (None, cards)


def battle(attack: tuple[int, ...], defence: tuple[int, ...], kind: str = "magic") -> Match:
    """Roll three dice from Egypt against two in Phoenicia; both goddesses stand elsewhere, or another god does."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        luck=[*faces(*attack, *defence), 0],
        gods={0: {kind: "kush"}, 1: {"magic": "thule"}},
    )
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(len(attack)))
    match.play(Defend(len(defence)))
    return match


@rule("god.labour.magic", "god.play.10")
@pytest.mark.parametrize(("attack", "relics"), [((4, 4, 4), 1), ((4, 4, 3), 0), ((1, 1, 1), 1)])
def test_three_equal_dice_earn_a_relic(attack: tuple[int, ...], relics: int) -> None:
    """The goddess may be anywhere on the map; three ones count too."""
    match = battle(attack, (2, 2))
    assert [relic_of(match, "aegis")].count(0) == relics
    without = battle(attack, (2, 2), "war")
    assert relic_of(without, "aegis") is None


@rule("god.labour.magic")
def test_the_defender_earns_relics_in_anothers_turn() -> None:
    """Three equal dice among the four of a godwar earn one."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        luck=[*faces(6, 5, 4, 2, 2, 2), 0],
        gods={0: {"war": "egypt"}, 1: {"magic": "thule", "death": "phoenicia"}},
    )
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(NameKind("war"))
    assert relic_of(match, "aegis") == 1


def rerolled(again: tuple[int, ...], option: bool) -> Match:
    """Let the goddess herself attack with 1-1-1, rerolled to these dice."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        luck=[*faces(1, 1, 1, *again, 6, 6), 0, 0],
        gods={0: {"magic": "egypt"}},
        options={"magic_labour_per_reroll": option},
    )
    match.play(Invade("egypt", "phoenicia", 0, ("magic",)))
    match.play(Roll(3))
    match.play(Defend(2))
    return match


@rule("god.labour.magic.2", "god.god.magic")
@pytest.mark.parametrize(
    ("again", "option", "relics"),
    [((5, 5, 5), False, 1), ((5, 5, 5), True, 2), ((5, 5, 4), False, 1), ((5, 5, 4), True, 1)],
)
def test_one_relic_for_a_roll_with_its_rerolls(again: tuple[int, ...], option: bool, relics: int) -> None:
    """By option a new triple made by a reroll pays again."""
    match = rerolled(again, option)
    assert sum(holder == 0 for holder in edition_state(match.table).relics) == relics


@rule("god.labour.magic.2")
def test_a_triple_made_by_a_reroll_counts() -> None:
    """1-4-4 becomes 4-4-4."""
    match = scene(
        "Invade", {**LANDS, "phoenicia": (1, 2)}, luck=[*faces(1, 4, 4, 4, 6, 6), 0], gods={0: {"magic": "egypt"}}
    )
    match.play(Invade("egypt", "phoenicia", 0, ("magic",)))
    match.play(Roll(3))
    match.play(Defend(2))
    assert relic_of(match, "aegis") == 0


@rule("god.labour.magic.3")
@pytest.mark.parametrize(("option", "holder"), [(True, 0), (False, None)])
def test_triples_below_count_unless_the_table_says_otherwise(option: bool, holder: int | None) -> None:
    """The goddess doesn't reroll there, but the labour is fulfilled."""
    match = scene(
        "InvadeBelow",
        LANDS,
        below={"u12": (0, 4), "u13": (1, 2)},
        gods={0: {"magic": "egypt"}},
        luck=[*faces(4, 4, 4, 6, 6), 0],
        options={"magic_labour_underworld": option},
    )
    match.play(Invade("u12", "u13"))
    match.play(Roll(3))
    match.play(Defend(2))
    assert relic_of(match, "aegis") == holder


@rule("god.labour.magic.4")
def test_a_relic_won_by_a_roll_helps_from_the_next_one() -> None:
    """Mjolnir, won by 2-2-2 in a godwar, doesn't add its three to that total."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        luck=[*faces(2, 2, 2, 3, 3, 4), 5],
        gods={0: {"war": "egypt", "magic": "kush"}, 1: {"death": "phoenicia"}},
    )
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(NameKind("war"))
    fought = next(one for one in happened(match) if one["fact"] == "GodsFought")
    assert (fought["total"], relic_of(match, "mjolnir")) == (6 + 5, 0)


@rule("god.labour.death", "god.turn_end.1", "god.underworld.12")
@pytest.mark.parametrize(("god", "space", "cards"), [("death", "u02", 1), ("death", "u12", 0), ("war", "u02", 0)])
def test_a_crypt_at_the_end_of_the_turn_earns_a_death_card(god: str, space: str, cards: int) -> None:
    """The Death god must be in play; it is one card however many crypts."""
    match = scene(
        "TurnEnd", LANDS, below={space: (0, 1), "u05": (0 if cards else 1, 1)}, gods={0: {god: "egypt"}}, luck=[0]
    )
    assert (len(hand(match, 0)), match.state.turn) == (cards, 1)
