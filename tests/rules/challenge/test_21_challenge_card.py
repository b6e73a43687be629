"""The Challenge card: which seats have it, when it is played and how long it counts."""

import pytest

from kamchatka.kernel.battle import Battle
from kamchatka.kernel.edges.wire import (
    Attack,
    Choose,
    Defend,
    NamedAction,
    Occupy,
    Pass,
    Place,
    TakeColour,
    TimeUp,
    Trade,
)
from kamchatka.match import Match
from kamchatka.words import Words
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.challenge.scenes import own, table
from tests.rules.challenge.test_08_closing import throws
from tests.rules.modern.scene import fact_lines, idle
from tests.rules.modern.witness import refused

ON = {"challenge_card": "on"}
CARD = Choose()


def duel(armies: int = 9, defenders: int = 9, luck: tuple[int, ...] = (), **more: object) -> Match:
    """Set Siam against India and its neighbours, with a Challenge card in every hand."""
    return table({"siam": (0, armies), "india": (1, defenders), "china": (1, 9)}, luck=faces(*luck), options=ON, **more)


def armies(match: Match) -> tuple[int, int]:
    """Return the armies left in Siam and in India."""
    return match.armies("siam"), match.armies("india")


# ------------------------------------------------------------------ who has it
@rule("rtu.chal.1", "rtu.chal.7", "rtu.king.3")
@pytest.mark.parametrize(
    ("options", "held"),
    [
        ({}, False),
        ({"kingmaker": True}, True),
        ({"challenge_card": "on"}, True),
        ({"kingmaker": True, "challenge_card": "off"}, False),
        ({"kingmaker": True, "challenge_card": "on"}, True),
    ],
)
def test_the_card_comes_with_kingmaker_or_as_the_table_likes(options: dict[str, object], held: bool) -> None:
    """The card may be used without Kingmaker, and Kingmaker may be played without it."""
    match = table({"siam": (0, 9)}, options=options, colours=["red", "yellow", "green", "blue"])
    assert (CARD in set(match.actions())) == held
    if not held:
        refused(match, CARD, "challenge.absent", "rtu.chal.8")


@rule("rtu.chal.8", "rtu.king.1")
def test_official_tournaments_play_without_it() -> None:
    """The booklet's defaults have neither the variant nor the card, so the defender wins ties."""
    match = table({"siam": (0, 4), "india": (1, 1)}, luck=faces(6, 6, 6, 6))
    assert match.rules.non_defaults() == {}
    refused(match, CARD, "challenge.absent", "rtu.chal.8")
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (3, 1)


@rule("rtu.chal.8")
@pytest.mark.parametrize("phase", ["Reinforce", "Combat", "StrategicMove"])
@pytest.mark.parametrize("seat", [0, 1])
def test_without_the_card_the_table_is_the_reason(phase: str, seat: int) -> None:
    """Without the card the refusal names the table's rules in every phase, not the phase."""
    match = table({"siam": (0, 4), "china": (0, 1), "japan": (0, 1)}, phase=phase)
    refused(match, CARD, "challenge.absent", "rtu.chal.8", seat=seat)
    refusal = match.why_not(CARD, seat)
    assert refusal is not None
    words = [Words(language, match.edition, ["Ada", "Bruno", "Carla", "Dino"]) for language in ("en", "it")]
    assert [said.why(refusal, match.game, match.table) for said in words] == [
        "The Challenge card is not in play at this table.",
        "A questo tavolo non si gioca con la carta Challenge.",
    ]


@rule("rtu.4.6b")
def test_no_defender_chooses_dice() -> None:
    """The defender always throws all possible dice, so no phase allows the choice."""
    for phase in ("Reinforce", "Combat", "StrategicMove"):
        match = table({"siam": (0, 4), "china": (0, 1), "japan": (0, 1)}, phase=phase)
        refused(match, Defend(2), "defence.most", "rtu.4.6b", seat=1)


@rule("rtu.4.6b")
def test_a_defence_that_is_read_in_cannot_be_passed_over() -> None:
    """A game never asks the defender, but an imported position may: then all its dice are thrown."""
    match = table({"siam": (0, 4), "india": (1, 2)})
    defence = next(step for step in match.game.steps if step.name() == "Defence")
    place = match.game.board.places.index
    match.table.open(Battle(defence.index, 1, place("siam"), place("india"), 3))
    refused(Match.from_position(match.position()), Pass(), "defence.declare", "rtu.4.6b")


# ------------------------------------------------------------------ its effect
@rule("rtu.chal.3", "rtu.4.8c")
@pytest.mark.parametrize(
    ("attack", "defence", "left"),
    [
        ((6, 1, 1), (6, 6, 6), (7, 8)),
        ((6, 2, 2), (5, 4, 2), (8, 7)),
        ((3, 3, 3), (3, 3, 3), (9, 6)),
        ((1, 1, 1), (2, 2, 2), (6, 9)),
    ],
)
def test_the_attacker_wins_the_ties(attack: tuple[int, ...], defence: tuple[int, ...], left: tuple[int, int]) -> None:
    """Higher dice win as usual; equal dice now cost the defender an army."""
    match = duel(luck=(*attack, *defence))
    match.play(CARD)
    assert fact_lines(match) == ["ChallengePlayed seat=0"]
    match.play(Attack("siam", "india", 3))
    assert fact_lines(match)[0] == "ChallengeBound source=siam target=india"
    assert armies(match) == left


@rule("rtu.chal.3")
def test_a_single_tie_conquers() -> None:
    """With the card 6 against 6 kills the last army."""
    match = duel(2, 1, luck=(6, 6, 1))
    match.play(CARD)
    match.play(Attack("siam", "india", 1))
    assert match.owner("india") == 0


@rule("rtu.chal.2")
def test_it_is_played_in_ones_own_combat_before_any_roll() -> None:
    """The card may be played between rolls, but not by others, when no attack can follow or while armies move in."""
    match = duel(luck=(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3))
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (6, 9)
    refused(match, CARD, "turn.not_asked", "rtu.chal.2", seat=1)
    match.play(CARD)
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (6, 6)
    other = table({"siam": (0, 9), "alaska": (0, 1), "peru": (0, 1)}, phase="StrategicMove", options=ON)
    refused(other, CARD, "turn.not_now", "rtu.5.1d")
    conquering = duel(9, 1, luck=(6, 6, 6, 1))
    conquering.play(Attack("siam", "india", 3))
    refused(conquering, CARD, "conquest.at_once", "rtu.4.15")


TRIO = ("alaska", "alberta", "egypt")  # three infantry


def reinforcing(luck: tuple[int, ...] = (), cards: tuple[str, ...] = (), **options: object) -> Match:
    """Begin the turn of seat 0, with armies to place and these cards in hand."""
    own_places = {"siam": (0, 9), "congo": (0, 1), "peru": (0, 1), "china": (0, 1)}
    match = table(
        {**own_places, "japan": (3, 2)},
        turn=3,
        phase="StrategicMove",
        luck=faces(*luck),
        hands={0: cards},
        options={**ON, **options},
    )
    match.play(Pass())
    return match


@rule("rtu.chal.2", "rtu.chal.3", "rtu.chal.4")
def test_it_may_be_played_with_the_reinforcements_and_waits_for_the_first_battle() -> None:
    """The card is playable at any moment of the own turn and decides the ties of the first battle only."""
    match = reinforcing(luck=(3, 3, 3, 3, 3, 3, 3, 3))
    match.play(CARD)
    assert fact_lines(match) == ["ChallengePlayed seat=0"]
    refused(match, CARD, "challenge.once", "rtu.chal.5")
    match.play(Place("siam", int(match.state.stock[0])))
    before = match.armies("siam")
    match.play(Attack("siam", "india", 3))
    assert (match.owner("india"), match.state.agenda[-1].seat) == (0, 0)
    match.play(Occupy(3))
    match.play(Attack("siam", "indonesia", 3))
    assert (match.owner("indonesia"), match.armies("siam")) == (1, before - 4)


@rule("rtu.chal.2", "rtu.3.3a")
@pytest.mark.parametrize("played", [(CARD, Trade(TRIO)), (Trade(TRIO), CARD), (Trade(TRIO),)])
def test_the_card_is_no_trio(played: tuple[NamedAction, ...]) -> None:
    """With one trio a turn a seat may play the card and a trio, in either order, but no second trio."""
    match = reinforcing(cards=(*TRIO, "quebec", "brazil", "siam"))
    for action in played:
        match.play(action)
    refused(match, Trade(("quebec", "brazil", "siam")), "trio.per_turn", "rtu.3.3a")


@rule("rtu.chal.2")
def test_the_card_alone_keeps_nobody_among_the_reinforcements() -> None:
    """Combat begins when the last army is placed, and the card may be played there."""
    match = reinforcing()
    assert CARD in set(match.actions())
    match.play(Place("siam", int(match.state.stock[0])))
    assert any(isinstance(action, Attack) for action in match.actions())
    assert CARD in set(match.actions())


# ------------------------------------------------------------------ how long it counts
@rule("rtu.chal.4")
def test_it_counts_for_the_whole_battle() -> None:
    """The card counts for every roll from the same place against the same target."""
    match = duel(luck=(3,) * 12)
    match.play(CARD)
    match.play(Attack("siam", "india", 3))
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (9, 3)


@rule("rtu.chal.4", "rtu.chal.5")
@pytest.mark.parametrize("other", [("siam", "china"), ("middle_east", "india")])
def test_another_attack_ends_it_for_good(other: tuple[str, str]) -> None:
    """After another target or source the defender wins ties again, even when the first battle resumes."""
    match = table(
        {"siam": (0, 12), "india": (1, 9), "china": (1, 9), "middle_east": (0, 9)}, luck=faces(*[3] * 18), options=ON
    )
    match.play(CARD)
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (12, 6)
    match.play(Attack(*other, 3))
    assert fact_lines(match)[0] == "ChallengeSpent"
    assert match.armies(other[0]) == {"siam": 9, "middle_east": 6}[other[0]]
    before = match.armies("siam")
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (before - 3, 6)
    refused(match, CARD, "challenge.once", "rtu.chal.5")


@rule("rtu.chal.4")
def test_a_conquest_ends_it() -> None:
    """The next battle from the conquered place is an ordinary one."""
    match = duel(12, 1, luck=(3, 3, 3, 3, 3, 3, 3, 3, 3, 3))
    match.play(CARD)
    match.play(Attack("siam", "india", 3))
    match.play(Occupy(9))
    match.play(Attack("india", "china", 3))
    assert (match.armies("india"), match.armies("china")) == (6, 9)


@rule("rtu.chal.4", "rtu.chal.5")
def test_it_does_not_outlive_the_turn() -> None:
    """In the next turn the same battle is ordinary and the card is gone, used or not."""
    match = duel(luck=(3,) * 12)
    match.play(CARD)
    match.play(Attack("siam", "india", 3))
    for _ in range(4):
        idle(match)
    assert match.state.turn == 0
    assert not own(match).threshold
    refused(match, CARD, "challenge.once", "rtu.chal.5")
    match.play(Attack("siam", "india", 3))
    assert armies(match) == (6, 6)


# ------------------------------------------------------------------ only once, and not too late
@rule("rtu.chal.5")
@pytest.mark.parametrize("round", [1, 5])
def test_each_player_has_one_card(round: int) -> None:
    """Playing my card doesn't spend the others' cards."""
    match = duel(round=round)
    match.play(CARD)
    refused(match, CARD, "challenge.once", "rtu.chal.5")
    assert list(own(match).played) == [round, 0, 0, 0]
    idle(match)
    match.play(Place("india", int(match.state.stock[1])))
    assert CARD in set(match.actions())


@rule("rtu.chal.6")
def test_it_is_too_late_once_the_closing_throws_have_begun() -> None:
    """The card may be played throughout the last round, but in no phase after the first throw."""
    holdings = {"siam": (0, 9), "congo": (0, 1), "peru": (0, 1), "india": (1, 9)}
    match = table(holdings, luck=faces(6, 6), round=10, options=ON)
    match.referee(TimeUp())
    while not throws(match):  # this round and the last
        assert CARD in set(match.actions())
        assert match.state.round in (10, 11)
        idle(match)
    assert (match.state.turn, match.state.round) == (0, 12)
    refused(match, CARD, "challenge.before_closing", "rtu.chal.6")
    match.play(Place("siam", int(match.state.stock[0])))
    refused(match, CARD, "challenge.before_closing", "rtu.chal.6")


@rule("rtu.chal.1")
def test_only_the_card_itself_can_be_played() -> None:
    """Playing it leaves nothing to choose."""
    match = duel()
    refused(match, Choose(choice=1), "challenge.alone", "rtu.chal.1")
    refused(match, Choose(place="siam"), "challenge.alone", "rtu.chal.1")
    refused(match, TakeColour("red"), "turn.not_now", "rtu.2.3d")
