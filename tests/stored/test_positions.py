"""Positions of every version are read as written, games continue from them, and every name in them is known."""

import pytest

from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import ids
from kamchatka.match import match_at, play_numeric
from tests.stored.shelf import SHELF, VERSIONS, Json, departures, recorded_result, same_position

EACH = [(version, name) for version in VERSIONS for name in recorded_result(SHELF / version / "vocabulary.json")]
ACTIONS = 5  # number of versions that are played from every position


def positions(version: str, name: str) -> list[Json]:
    """Return the positions of an edition, one for every kind of moment."""
    stored: list[Json] = recorded_result(SHELF / version / "positions.json")
    return [one for one in stored if one["position"].startswith(f"{name}/")]


@pytest.mark.parametrize(("version", "name"), EACH)
def test_a_game_goes_on_from_every_position(version: str, name: str) -> None:
    """A position is read without loss, asks the same seats, and all their legal actions can be played."""
    assert positions(version, name)
    for number, stored in enumerate(positions(version, name)):
        match = match_at(stored["position"], stored["options"], chance=FastChance(number), stored=True)
        assert same_position(stored["position"], match.position()), stored["position"]
        assert match.awaited == stored["awaited"], stored["position"]
        luck = FastChance(number)
        while not match.is_over and len(match.entries) < ACTIONS:
            seat = match.awaited[0]
            play_numeric(match, match.options(seat).sample(luck), seat)


@pytest.mark.parametrize(("version", "name"), EACH)
def test_every_word_is_still_known(version: str, name: str) -> None:
    """Names of places, cards, colours, steps and options are known, with the same values and defaults."""
    stored, booklet = recorded_result(SHELF / version / "vocabulary.json")[name], edition(name)
    game = booklet.game(booklet.table_rules({}))
    assert set(stored["seats"]) <= set(booklet.seats)
    assert [step for step in stored["steps"] if game.step_called(step) < 0] == []
    for noun, names in stored["nouns"].items():
        assert set(names) <= set(ids(game, noun)), noun
    for option, values in stored["values"].items():
        for value in values:
            booklet.game(booklet.table_rules({option: value}, kept=True))
    now = {option.name: option.default for option in booklet.rulebook.options}
    changed = {option for option, default in stored["defaults"].items() if option in now and now[option] != default}
    assert changed == {word.partition(" ")[2] for word in departures("defaults") if word.startswith(f"{name} ")}
