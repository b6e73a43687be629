"""Fast battles: twenty armies on either side, the defender's consent, five armies for each comparison."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Choose, Defend, FastAttack, Pass
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.original.scene import scene, spent

FAST = {"fast_battles": True}
NO, YES = Choose(0), Choose(1)


def front(ours: int, theirs: int, luck: list[int] | None = None, **more: object) -> Match:
    return scene(
        {"india": (0, ours), "siam": (0, 2), "china": (1, theirs), "middle_east": (2, theirs)},
        luck=luck or [],
        options={**FAST, **more},
    )


def proposals(match: Match) -> set[FastAttack]:
    return {action for action in match.actions() if isinstance(action, FastAttack)}


@rule("orig.fast.1")
@pytest.mark.parametrize(
    ("ours", "theirs", "allowed"), [(20, 20, True), (20, 19, False), (19, 20, False), (31, 45, True)]
)
def test_both_territories_need_twenty_armies(ours: int, theirs: int, allowed: bool) -> None:
    match = front(ours, theirs)
    expected = {FastAttack("india", to, n) for to in ("china", "middle_east") for n in (1, 2, 3)} if allowed else set()
    assert proposals(match) == expected
    assert Attack("india", "china", 3) in set(match.actions())  # the normal way is always possible
    if not allowed:
        refused(match, FastAttack("india", "china", 3), "fast.large", "orig.fast.1")


@rule("orig.fast.1")
def test_without_the_option_there_are_no_fast_battles() -> None:
    match = scene({"india": (0, 30), "china": (1, 30)})
    refused(match, FastAttack("india", "china", 3), "fast.absent", "orig.fast.2")
    refused(match, YES, "fast.absent", "orig.fast.2")
    other = scene({"india": (0, 30), "siam": (0, 30), "china": (1, 30)}, phase="Transfers", options=FAST)
    refused(other, FastAttack("india", "china", 3), "turn.not_now", "orig.turn.2")


@rule("orig.fast.1")
def test_a_fast_battle_is_an_attack_like_any_other() -> None:
    match = scene(
        {"india": (0, 30), "siam": (0, 30), "china": (1, 30), "peru": (1, 30), "alaska": (0, 2)}, options=FAST
    )
    refused(match, FastAttack("india", "china", 4), "attack.dice", "orig.attack.b1")
    refused(match, FastAttack("india", "peru", 3), "attack.adjacent", "orig.attack.a5")
    refused(match, FastAttack("india", "siam", 3), "attack.enemy", "orig.attack.l")
    refused(match, FastAttack("china", "india", 3), "attack.own_place", "orig.attack.g")
    refused(match, FastAttack("alaska", "kamchatka", 1), "fast.large", "orig.fast.1")
    refused(match, Choose(1), "turn.not_now", "orig.fast.2")


@rule("orig.fast.1", "orig.elim.5")
def test_protection_holds_in_fast_battles_too() -> None:
    match = scene(
        {"india": (0, 30), "china": (2, 30)}, seats=3, round=4, options={**FAST, "elimination_protection": "no_attack"}
    )
    refused(match, FastAttack("india", "china", 1), "elimination.protected", "orig.elim.5")


@rule("orig.fast.2", "orig.fast.3")
def test_with_the_defenders_consent_each_comparison_costs_five() -> None:
    match = front(25, 22, faces(6, 2, 2, 5, 4, 2))
    match.play(FastAttack("india", "china", 3))
    assert match.awaited == [1]
    assert set(match.actions()) == {NO, YES}
    refused(match, Pass(), "fast.consent", "orig.fast.2")
    refused(match, Choose(2), "fast.consent", "orig.fast.2")
    match.play(YES)
    assert happened(match)[:3] == [
        fact("Rolled", source="india", target="china", attack=[6, 2, 2], defence=[5, 4, 2]),
        fact("ArmiesLost", place="india", armies=10),
        fact("TroopsSpent", place="india", armies=5),
    ]
    assert happened(match)[3] == fact("ArmiesLost", place="china", armies=5)
    assert (match.armies("india"), match.armies("china")) == (15, 17)
    assert spent(match, "india") == 5  # fifteen fought and ten of them died
    refused(match, FastAttack("india", "china", 3), "fast.large", "orig.fast.1")


@rule("orig.fast.3", "orig.fast.1")
def test_a_fast_roll_never_empties_a_territory() -> None:
    for dice, left in ((faces(6, 6, 6, 1, 1, 1), (20, 5)), (faces(1, 1, 1, 6, 6, 6), (5, 20))):
        match = front(20, 20, dice)
        match.play(FastAttack("india", "china", 3))
        match.play(YES)
        assert (match.armies("india"), match.armies("china")) == left
        assert match.owner("china") == 1


@rule("orig.fast.2")
def test_who_declines_is_not_asked_again_in_this_turn() -> None:
    match = front(25, 22, [*faces(1, 6, 6, 6), 0])
    match.play(FastAttack("india", "china", 3))
    match.play(NO)
    assert happened(match) == [fact("FastBattleDeclined", seat=1)]
    assert (match.armies("india"), match.awaited) == (25, [0])
    refused(match, FastAttack("india", "china", 3), "fast.consent", "orig.fast.2")
    assert {action.target for action in proposals(match)} == {"middle_east"}  # another defender may agree
    match.play(Attack("india", "china", 1))  # and the battle may be fought normally
    assert match.armies("india") == 24
    match.play(Pass())
    match.play(Pass())
    assert match.state.edition_state.rows()[0][4] == 0  # in the next turn everybody may be asked again
    assert script_left(match) == 0


@rule("orig.fast.2")
def test_two_may_decline() -> None:
    match = front(25, 22)
    for target in ("china", "middle_east"):
        match.play(FastAttack("india", target, 3))
        match.play(NO)
    assert proposals(match) == set()


@rule("orig.fast.2", "orig.fast.3")
def test_a_defender_who_may_choose_dice_does_so_after_agreeing() -> None:
    match = front(25, 22, faces(6, 5, 4, 1, 1), defender_dice="choose")
    match.play(FastAttack("india", "china", 3))
    match.play(YES)
    assert match.awaited == [1]
    assert set(match.actions()) == {Defend(2), Defend(3)}
    match.play(Defend(2))
    assert (match.armies("india"), match.armies("china")) == (25, 12)
