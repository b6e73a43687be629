"""Positions of the challenge edition whose legal actions are counted."""

from collections.abc import Callable

from kamchatka.editions.challenge.closing import TimeExpired
from kamchatka.kernel.edges.wire import Attack, Choose
from kamchatka.match import Match, play_numeric
from tests.kit import faces
from tests.rules.challenge.kings import at_the_reveal, giving
from tests.rules.challenge.scenes import table

NEXT = {"japan": (1, 3)}  # the next seat holds few places, so that its turn has few options
SIX = dict.fromkeys(("siam", "congo", "peru", "brazil", "alaska", "india"), (0, 1))


def _conquest() -> Match:
    match = table({"siam": (0, 8), "india": (1, 1), **NEXT}, rest=(3, 1), luck=faces(6, 6, 6, 1))
    match.play(Attack("siam", "india", 3))
    return match


def _duel() -> Match:
    match = table({"siam": (0, 4), "india": (2, 2), **NEXT}, rest=(3, 1), options={"challenge_card": "on"})
    match.play(Choose())
    return match


def _closing() -> Match:
    match = table({"siam": (3, 4), "alaska": (0, 1), **NEXT}, rest=(2, 1), turn=3, round=10)
    match.table.note(TimeExpired(10))
    return match


def _reveal() -> Match:
    match = at_the_reveal(kingmaker_reveal="player_choice")
    play_numeric(match, match.options().expand()[-1])
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "colours": lambda: Match.new("challenge", 3, seed=1),
    "colours of five": lambda: Match.new("challenge", 5, seed=1),
    "reinforcements": lambda: table({**SIX, **NEXT}, rest=(3, 1), phase="Reinforce"),
    "reinforcements at the cap": lambda: table({**SIX, "siam": (0, 124), **NEXT}, rest=(3, 1), phase="Reinforce"),
    "combat": lambda: table({"siam": (0, 4), "alaska": (0, 2), "congo": (0, 3), "india": (2, 2)}, rest=(3, 2)),
    "combat of the protected": lambda: table({"siam": (0, 4), "india": (2, 2), "china": (3, 3)}, round=4),
    "conquest and garrison": _conquest,
    "Challenge card in hand": lambda: table(
        {"siam": (0, 4), "india": (2, 2), **NEXT}, rest=(3, 1), options={"challenge_card": "on"}
    ),
    "Challenge card played": _duel,
    "strategic move and garrison": lambda: table(
        {
            "siam": (0, 4),
            "indonesia": (0, 3),
            "new_guinea": (0, 2),
            "western_australia": (0, 2),
            "eastern_australia": (0, 2),
            **NEXT,
        },
        rest=(2, 1),
        phase="StrategicMove",
    ),
    "closing throws": _closing,
    "Kingmaker cards of three": lambda: giving(3),
    "Kingmaker cards of four": giving,
    "Kingmaker reveal": _reveal,
}
