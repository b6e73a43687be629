"""The terminal in the games of ages: every decision can be answered, and every numbered line is a legal action."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.cli.game.keyboard import Leave
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.typed.choices import Choices, plain_amount
from kamchatka.cli.typed.orders import Orders
from kamchatka.cli.typed.vocabulary import Typed, take_apart
from kamchatka.journal import read
from kamchatka.kernel.ages.age_facts import PieceLost, Reckoned
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.wire import Build, Buy, Defend, Invade, Lose, Move, PlayCard, Raise, Roll, outer
from kamchatka.kernel.options import BID, PASS, Action, Amount
from kamchatka.match import Match
from kamchatka.words import Words
from tests.cli.test_person import person_at
from tests.rulemark import rule
from tests.rules.godstorm.scene import scene as godstorm
from tests.rules.risk2210.scene import scene, step_name

PLAYERS = ["Ada", "Bruno", "Carla"]
AGES = ["risk2210", "godstorm"]


def screen_of(match: Match, language: str) -> Screen:
    """Return a screen that writes to memory."""
    words = Words(language, match.edition, PLAYERS)
    return Screen(Console(file=StringIO(), width=160), match.game, words, [False] * len(PLAYERS))


def answers(match: Match, choices: Choices, seat: int) -> list[Action]:
    """Return all actions that can now be typed by number, by amount or as a bare word."""
    state, options = match.view(seat).state, match.game.options(match.table, seat)
    orders = Orders(match.edition, state, options, seat, PLAYERS)
    found = []
    for numbered in choices.list_choices(state, seat, options):
        order = orders.parse_numbered(numbered.action, [])
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


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [("risk2210", "en", "continents and colonies points"), ("godstorm", "it", "continenti")],
)
def test_the_end_shows_points_with_their_parts(name: str, language: str, told: str, tmp_path: Path) -> None:
    """The final table has a row for each seat, whose parts add up to the points that were counted."""
    path = tmp_path / "game.jsonl"
    words = f"play --edition {name} --players bot:random,bot:random,bot:random --seed 3 --lang {language}".split()
    done = CliRunner().invoke(app, [*words, "--journal", str(path)], catch_exceptions=False)
    assert told in done.output
    counted = [fact for entry in read(path).match.entries for fact in entry.facts if isinstance(fact, Reckoned)]
    assert counted
    for fact in counted:
        assert re.search(rf"(\d+ +)+{fact.points} *$", done.output, re.MULTILINE)


@pytest.mark.parametrize("name", AGES)
def test_invasions_are_listed_with_the_best_chances_first(name: str) -> None:
    """Invasions are listed with the best chances first, like attacks in other editions."""
    match, luck = Match.new(name, 3, seed=2), FastChance(2)
    screen, lists = screen_of(match, "en"), 0
    while lists < 3:
        seat = members(match.game.awaits(match.table))[0]
        options = match.game.options(match.table, seat)
        listed = [one.label.plain for one in screen.choices.list_choices(match.view(seat).state, seat, options)]
        chances = [int(label.split()[-1].rstrip("%")) for label in listed if label.endswith("%")]
        assert chances == sorted(chances, reverse=True)
        lists += len(set(chances)) > 2
        match.game.play(match.table, seat, options.sample(luck))


def meaning(match: Match, line: str) -> wire.NamedAction:
    """Return what a line typed by seat 0 means, with the smallest amount if the amount is open."""
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
def test_lines_of_2210(phase: str, line: str, action: wire.NamedAction) -> None:
    here = {kind: "japan" for kind in ("land", "naval", "diplomat")}
    match = scene(
        phase,
        {"japan": (0, 5), "pevek": (0, 1)},
        energy={0: 9},
        commanders={0: here},
        hands={0: ["land_frequency_jam_1", "land_assemble_mods_1"]},
    )
    assert meaning(match, line) == action


# ------------------------------------------------------------------ who goes along
GODS = ("war", "sky")


def at_the_nile(phase: str = "Invade", **more: Any) -> Match:
    """Return a position with seat 0 and two gods in Egypt, next to defended Phoenicia with a god and empty Nubia."""
    return godstorm(
        phase,
        {"egypt": (0, 5), "kush": (0, 2), "phoenicia": (1, 3), "nubia": None, "corsica": (2, 3)},
        gods={0: {god: "egypt" for god in GODS}, 1: {"magic": "phoenicia"}},
        **more,
    )


def listed_actions(match: Match, language: str = "en") -> list[tuple[str, wire.NamedAction]]:
    """Return every numbered line for seat 0, and the action that its number alone declares."""
    state, options = match.view(0).state, match.game.options(match.table, 0)
    orders = Orders(match.edition, state, options, 0, PLAYERS)
    found = []
    for one in screen_of(match, language).choices.list_choices(state, 0, options):
        order = orders.parse_numbered(one.action, [])
        inside = order.with_amount(order.asks[0]).action if order.asks else order.action
        found.append((one.label.plain, outer(match.game, inside)))
    return found


def listed_chance(match: Match, source: str, target: str, pieces: tuple[str, ...] | None) -> str:
    """Return the chance of an invasion with these pieces, as the list shows it."""
    places, kinds = match.game.board.places, match.game.kinds
    bits = None if pieces is None else sum(1 << kinds.index(piece) for piece in pieces)
    fight = match.edition.battles.forecast(match.game, match.table, places.index(source), places.index(target), bits)
    assert fight is not None
    return f"{fight.wins:.0%}"


@rule("god.invade.6")
@pytest.mark.parametrize(
    ("line", "gods"),
    [
        ("invade phoenicia from egypt", GODS),
        ("invadi phoenicia da egypt", GODS),
        ("i pho egy with war", ("war",)),
        ("i pho egy without war", ("sky",)),
        ("i pho egy senza cielo", ("war",)),
        ("i pho egy without", ()),
        ("i pho egy without all", ()),
        ("i pho egy senza tutti", ()),
        ("i pho egy with all", GODS),
        ("i nub egy", ()),
        ("i nub egy with sky", ("sky",)),
    ],
)
def test_all_gods_join_an_invasion_unless_one_says_otherwise(line: str, gods: tuple[str, ...]) -> None:
    """All gods join an invasion by default; only named gods enter an empty land (god.invade.11)."""
    declared = meaning(at_the_nile(), line)
    assert isinstance(declared, Invade)
    assert set(declared.pieces) == set(gods)


@rule("god.invade.6")
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_line_of_the_list_declares_the_gods_its_chance_includes(language: str) -> None:
    """The odds on the line for Phoenicia include exactly the gods that its number declares."""
    match = at_the_nile()
    label, declared = next(
        (label, one)
        for label, one in listed_actions(match, language)
        if isinstance(one, Invade) and one.target == "phoenicia"
    )
    assert isinstance(declared, Invade)
    assert set(declared.pieces) == set(GODS)
    assert label.endswith(listed_chance(match, "egypt", "phoenicia", declared.pieces))
    assert listed_chance(match, "egypt", "phoenicia", declared.pieces) != listed_chance(match, "egypt", "phoenicia", ())
    for god in declared.pieces:
        assert match.edition.kinds[match.game.kinds.index(god)].name(language) in label
    _, into_the_empty = next(
        one for one in listed_actions(match) if isinstance(one[1], Invade) and one[1].target == "nubia"
    )
    assert isinstance(into_the_empty, Invade)
    assert into_the_empty.pieces == ()


@rule("god.invade.6")
@pytest.mark.parametrize(
    ("typed", "gods"), [("{n}", GODS), ("{n} without war", ("sky",)), ("{n} con guerra", ("war",)), ("{n} senza", ())]
)
def test_a_number_may_name_other_gods(tmp_path: Path, typed: str, gods: tuple[str, ...]) -> None:
    """The number of a line may be followed by the gods that join or stay."""
    match = at_the_nile()
    lines = [one for _, one in listed_actions(match)]
    number = next(n for n, one in enumerate(lines, 1) if isinstance(one, Invade) and one.target == "phoenicia")
    person, session, _ = person_at(match, tmp_path / "g", typed.format(n=number))
    declared = outer(match.game, person.decide(match.options(0)))
    assert isinstance(declared, Invade)
    assert (declared.target, set(declared.pieces)) == ("phoenicia", set(gods))
    session.writer.file.close()


@rule("god.invade.4")
def test_again_declares_those_gods_that_are_left(tmp_path: Path) -> None:
    """When a god has fallen in the first invasion, `again` declares the next one with the other god."""
    match = at_the_nile()
    person, session, _ = person_at(match, tmp_path / "g", "i pho egy", "again")
    person.decide(match.options(0))
    match.table.note(PieceLost(0, match.game.kinds.index("war")))
    declared = outer(match.game, person.decide(match.options(0)))
    assert isinstance(declared, Invade)
    assert declared.pieces == ("sky",)
    session.writer.file.close()


@rule("god.fortify.1", "god.fortify.5")
@pytest.mark.parametrize(
    ("line", "gods"),
    [
        ("move 2 from egypt to kush", ()),
        ("move 2 from egypt to kush with sky", ("sky",)),
        ("sposta 2 da egypt in kush con tutti", GODS),
    ],
)
def test_gods_move_when_they_are_named(line: str, gods: tuple[str, ...]) -> None:
    """In a fortifying move only named gods move, and the listed moves include none."""
    match = at_the_nile("Fortify")
    moved = meaning(match, line)
    assert isinstance(moved, Move)
    assert (moved.armies, set(moved.pieces)) == (2, set(gods))
    assert all(one.pieces == () for _, one in listed_actions(match) if isinstance(one, Move) and one.armies)


@rule("2210.battle.5")
@pytest.mark.parametrize(
    ("commanders", "rolled"),
    [
        (("land", "nuclear"), Roll(1, ("land", "nuclear"))),
        (("land", "diplomat"), Roll(2, ("land",))),
        (("diplomat",), Roll(3)),
        (("land", "naval", "space", "nuclear", "diplomat"), Roll(1, ("land", "nuclear"))),
    ],
)
@pytest.mark.parametrize("typed", ["", "roll", "tira"])
def test_enter_rolls_the_dice_that_the_list_counted(
    tmp_path: Path, typed: str, commanders: tuple[str, ...], rolled: Roll
) -> None:
    """Enter rolls the commanders with eight-sided dice, which the list's chance assumed; the others stay out."""
    match = scene(
        "Invade",
        {"japan": (0, 5), "khan_industrial_state": (1, 4)},
        commanders={0: {kind: "japan" for kind in commanders}},
    )
    target = "khan_industrial_state"
    label = next(label for label, one in listed_actions(match) if one == Invade("japan", target))
    match.play(Invade("japan", target))
    person, session, _ = person_at(match, tmp_path / "g", typed)
    dice = outer(match.game, person.decide(match.options(0)))
    assert isinstance(dice, Roll)
    session.writer.file.close()
    assert dice == rolled
    assert label.endswith(listed_chance(match, "japan", target, None))
    if len(commanders) < 3:  # each of them rolls a die every time, so the listed chance is that of the declared dice
        assert label.endswith(listed_chance(match, "japan", target, dice.pieces))


@rule("2210.battle.6")
def test_enter_defends_with_commanders_first(tmp_path: Path) -> None:
    """Commanders defend by default, as they roll eight-sided dice and their owner chooses the losses afterwards."""
    match = scene(
        "Invade",
        {"japan": (1, 9), "khan_industrial_state": (0, 3)},
        turn=1,
        commanders={0: {"land": "khan_industrial_state"}},
    )
    match.play(Invade("japan", "khan_industrial_state"))
    match.play(Roll(3))
    person, session, _ = person_at(match, tmp_path / "g", "")
    assert outer(match.game, person.decide(match.options(0))) == Defend(1, ("land",))
    session.writer.file.close()


@pytest.mark.parametrize(
    ("phase", "said"), [("Invade", ("without War", "without all")), ("Fortify", ("with War", "with all"))]
)
def test_help_says_who_goes_along(tmp_path: Path, phase: str, said: tuple[str, ...]) -> None:
    """Help shows how to name pieces, and how to leave one out."""
    match = at_the_nile(phase)
    person, session, page = person_at(match, tmp_path / "g", "help", "done")
    person.decide(match.options(0))
    text = " ".join(page.getvalue().replace("│", " ").split())
    session.writer.file.close()
    for words in said:
        assert words in text, text


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
    """An invasion takes little typing: the invasion, Enter for the dice, and `again` for the same invasion."""
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
    """`why attack` explains an invasion, because games of ages have no other attack."""
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
