"""The terminal in the games of ages: every decision can be answered, and every numbered line is a legal action."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from kamchatka.cli.choices import Choices, plain_amount
from kamchatka.cli.keyboard import Leave
from kamchatka.cli.orders import Orders
from kamchatka.cli.screen import Screen
from kamchatka.cli.vocabulary import Typed, take_apart
from kamchatka.kernel import wire
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import BID, PASS, Action, Amount
from kamchatka.kernel.wire import Build, Buy, Defend, Invade, Lose, Move, PlayCard, Raise, Roll, outer
from kamchatka.match import Match
from kamchatka.words import Words
from tests.cli.test_person import person_at
from tests.rules.risk2210.scene import scene, step_name

PLAYERS = ["Ada", "Bruno", "Carla"]
AGES = ["risk2210", "godstorm"]


def screen_of(match: Match, language: str) -> Screen:
    """A page nobody sees."""
    words = Words(language, match.edition, PLAYERS)
    return Screen(Console(file=StringIO(), width=160), match.game, words, [False] * len(PLAYERS))


def answers(match: Match, choices: Choices, seat: int) -> list[Action]:
    """All that can be typed at this moment by number, by amount or by a bare word."""
    state, options = match.view(seat).state, match.game.options(match.table, seat)
    orders = Orders(match.edition, state, options, seat, PLAYERS)
    found = []
    for numbered in choices.listed(state, seat, options):
        order = orders.listed(numbered.action, [])
        found.append(order.with_amount(order.asks[0]).action if order.asks else order.action)
        assert numbered.label.plain
    amount = plain_amount(options)
    if amount is not None:
        found.append(Action(amount.verb, n=amount.most, what=amount.what))
    for option in options.ranges:
        if option.verb in (PASS, BID):
            found.append(Action(option.verb, n=option.most if isinstance(option, Amount) else 0))
    return found


@pytest.mark.parametrize("name", AGES)
@pytest.mark.parametrize(("language", "seed"), [("it", 3), ("en", 4)])
def test_a_whole_game_can_be_typed(name: str, language: str, seed: int) -> None:
    match = Match.new(name, 3, seed=seed)
    screen, luck = screen_of(match, language), FastChance(seed)
    while not match.state.over:
        seat = members(match.game.awaits(match.table))[0]
        options = match.game.options(match.table, seat)
        typed = answers(match, screen.choices, seat)
        assert typed
        assert [action.key() for action in typed if match.game.why(match.table, seat, action)] == []
        if match.state.round in (1, 5) and luck.below(8) == 0:
            screen.decision(match.view(seat).state, seat, options, [])
        match.game.play(match.table, seat, options.sample(luck))


@pytest.mark.parametrize("name", AGES)
def test_invasions_are_listed_with_the_best_chances_first(name: str) -> None:
    """As attacks are elsewhere."""
    match, luck = Match.new(name, 3, seed=2), FastChance(2)
    screen, lists = screen_of(match, "en"), 0
    while lists < 3:
        seat = members(match.game.awaits(match.table))[0]
        options = match.game.options(match.table, seat)
        listed = [one.label.plain for one in screen.choices.listed(match.view(seat).state, seat, options)]
        chances = [int(label.split()[-1].rstrip("%")) for label in listed if label.endswith("%")]
        assert chances == sorted(chances, reverse=True)
        lists += len(set(chances)) > 2
        match.game.play(match.table, seat, options.sample(luck))


def meaning(match: Match, line: str) -> wire.Action:
    """What a line typed by seat 0 means, at its least where an amount is open."""
    options = match.game.options(match.table, 0)
    typed = take_apart(line, {int(option.verb) for option in options.ranges})
    assert isinstance(typed, Typed)
    order = Orders(match.edition, match.view(0).state, options, 0, PLAYERS).read(typed)
    inside = order.with_amount(order.asks[0]).action if order.asks else order.action
    return outer(match.game, inside)


@pytest.mark.parametrize(
    ("phase", "line", "action"),
    [
        ("Invade", "invade khan from japan", Invade("japan", "khan_industrial_state")),
        ("Invade", "i jap khan", Invade("japan", "khan_industrial_state")),
        ("Invade", "attacca khan da jap", Invade("japan", "khan_industrial_state")),
        ("Fortify", "move 2 from japan to pevek with naval", Move("japan", "pevek", 2, ("naval",))),
        ("Fortify", "m jap pev 0 con navale, terrestre", Move("japan", "pevek", 0, ("land", "naval"))),
        ("Recruit", "hire space in japan", Raise("space", "japan")),
        ("Recruit", "hire space commander in japan", Raise("space", "japan")),
        ("Recruit", "hire space japan", Raise("space", "japan")),
        ("Recruit", "assolda spaziale in japan", Raise("space", "japan")),
        ("Recruit", "build in japan", Build("japan")),
        ("Market", "buy naval", Buy("naval")),
        ("Market", "compra diplomatico", Buy("diplomat")),
        ("Orders", "play frequency jam", PlayCard("land_frequency_jam_1")),
    ],
)
def test_lines_of_2210(phase: str, line: str, action: wire.Action) -> None:
    here = {kind: "japan" for kind in ("land", "naval", "diplomat")}
    match = scene(
        phase,
        {"japan": (0, 5), "pevek": (0, 1)},
        energy={0: 9},
        commanders={0: here},
        hands={0: ["land_frequency_jam_1", "land_assemble_mods_1"]},
    )
    assert meaning(match, line) == action


def test_dice_and_losses_are_typed_with_their_commanders() -> None:
    """One roll of three, two of them MODs; the defender answers with a commander; the attacker chooses what to lose."""
    match = scene(
        "Invade",
        {"japan": (0, 5), "khan_industrial_state": (1, 2)},
        commanders={0: {"land": "japan"}},
        luck=[0, 0, 0, 5, 5],
    )
    match.play(Invade("japan", "khan_industrial_state"))
    assert meaning(match, "roll 2 with land") == Roll(2, ("land",))
    assert meaning(match, "tira 3") == Roll(3)
    match.play(Roll(2, ("land",)))
    match.play(Defend(2))
    assert meaning(match, "lose 1 with land") == Lose(1, ("land",))


def test_enter_rolls_all_the_dice_and_again_repeats_the_invasion(tmp_path: Path) -> None:
    """An evening with as little typing as can be: the invasion, Enter for the dice, and the same again."""
    match = scene("Invade", {"japan": (0, 9), "khan_industrial_state": (1, 4)}, luck=[0, 0, 0, 5, 5])
    person, session, _ = person_at(match, tmp_path / "g", "invade khan from japan", "", "again")
    session.act(0, person.decide(match.options(0)))
    assert step_name(match) == "Invasion"
    rolled = person.decide(match.options(0))
    assert outer(match.game, rolled) == Roll(3)
    session.act(0, rolled)
    match.play(Defend(2))
    assert outer(match.game, person.decide(match.options(0))) == Invade("japan", "khan_industrial_state")
    session.writer.file.close()


@pytest.mark.parametrize(("phase", "told"), [("Invade", "You can: invade"), ("Fortify", "Cannot invade")])
def test_why_takes_an_attack_for_an_invasion(phase: str, told: str, tmp_path: Path) -> None:
    """As an order does: the game knows no other attack."""
    match = scene(phase, {"japan": (0, 9), "pevek": (0, 1), "khan_industrial_state": (1, 4)})
    person, session, shown = person_at(match, tmp_path / "g", "why attack khan from japan")
    with pytest.raises(Leave):
        person.decide(match.options(0))
    session.writer.file.close()
    assert told in shown.getvalue()


def test_a_standing_defence_uses_commanders_where_armies_are_few(tmp_path: Path) -> None:
    match = scene(
        "Invade",
        {"japan": (1, 9), "khan_industrial_state": (0, 1)},
        turn=1,
        commanders={0: {"land": "khan_industrial_state"}},
    )
    match.play(Invade("japan", "khan_industrial_state"))
    match.play(Roll(3))
    person, session, _ = person_at(match, tmp_path / "g")
    assert person.standing(match.options(0)) is None
    person.defends_with_all = True
    dice = person.standing(match.options(0))
    assert dice is not None
    assert outer(match.game, dice) == Defend(1, ("land",))
    session.writer.file.close()
