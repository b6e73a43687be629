"""Saved games name the steps of their agenda: a step renamed or gone would make them unreadable."""
import pytest

from kamchatka.editions import EDITIONS

PREPARED = ["Preparation", "FirstByDie", "ChooseColours"]
BATTLE = ["Combat", "Defence", "Occupation"]
MODERN = [*PREPARED, "StartingArmies", "DealObjectives", "DealPlaces", "Muster", "Turns", "Reinforce", *BATTLE,
          "StrategicMove", "CardOfTheTurn"]
CHALLENGE = ["Preparation", "OrderByDie", "ChooseColours", "StartingArmies", "HalfDeal", "DealObjectives", "Muster"]
CHALLENGE_TURN = ["Turns", "Reinforce", *BATTLE, "StrategicMove", "CardOfTheTurn"]
ORIGINAL = ["Preparation", "ChooseColours", "OrderByDie", "DealByDice", "Turns", "OpeningCards", "Reinforce", "Combat",
            "Defence", "Occupation", "Spoils"]
CLASSIC = [*PREPARED, "Neutrals", "NeutralColour", "Skip", "StartingArmies", "Land", "ThreePiles", "Claim", "Armies",
           "MusterWithNeutrals", "Muster", "Turns", "Reinforce", "Reward", *BATTLE, "Surplus", "CardOfTheTurn",
           "StrategicMove"]


@pytest.mark.parametrize(("edition", "options", "names"), [
    ("modern", {}, MODERN),
    ("challenge", {}, [*CHALLENGE, *CHALLENGE_TURN]),
    ("challenge", {"kingmaker": True}, [*CHALLENGE, "GiveKings", "RevealKings", *CHALLENGE_TURN]),
    ("original", {}, [*ORIGINAL, "Transfers", "CardOfTheTurn"]),
    ("original", {"fast_battles": True}, [*ORIGINAL, "Consent", "FastDefence", "Transfers", "CardOfTheTurn"]),
    ("classic", {}, CLASSIC), ("classic_ancient", {}, CLASSIC),
])
def test_the_steps_keep_their_names(edition: str, options: dict[str, object], names: list[str]) -> None:
    booklet = EDITIONS[edition]
    steps = booklet.game(booklet.table_rules(options)).steps
    assert [step.name() for step in steps] == names
