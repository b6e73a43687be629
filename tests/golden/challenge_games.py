"""The golden games of the challenge edition: every ending, tie-break and variant."""

from collections.abc import Mapping
from functools import partial

from kamchatka.editions.challenge.challenge_card import ChallengeBound, ChallengePlayed, ChallengeSpent
from kamchatka.editions.challenge.closing import (
    ClosingBegan,
    ClosingSpared,
    ClosingThrown,
    ThresholdRaised,
    TimeExpired,
)
from kamchatka.editions.challenge.deal import DealRepeated, Diverted
from kamchatka.editions.challenge.kingmaker import KingGiven, KingsRevealed, KingTaken
from kamchatka.editions.challenge.scoring import Scored
from kamchatka.kernel.edges.wire import Stop, TimeUp
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.rules.challenge.kings import NAMES, ROWS, Row, spread
from tests.rules.challenge.scenes import eliminate, marked, table
from tests.rules.modern.witness import PLACES

KINGS = {"kingmaker": True}
CHOSEN = {**KINGS, "kingmaker_reveal": "player_choice"}
HUNDRED = {**KINGS, "kingmaker_on_objective": "score_hundred"}
LEVEL = {"alaska": 1, "central_america": 3, "congo": 1, "south_africa": 3, "peru": 0}
OUTSIDE = {"alaska": 0, "central_america": 1, "congo": 0, "egypt": 1, "peru": 3}
EACH_OTHERS: Row = {0: "red", 1: "blue", 2: "green", 3: "yellow"}
golden = partial(Golden, edition="challenge")


def _one_missing(
    late: bool = False, options: Mapping[str, object] | None = None, rows: list[Row] | None = None
) -> Match:
    """Return a position in which seat 0, strong in China, lacks only Siam; `late` marks the time as up."""
    holdings = {place: (0, 1) for place in marked(13) if place != "siam"} | {"china": (0, 6)}
    match = table(holdings, objectives={0: "objective_13", 1: "objective_15"}, colours=NAMES, options=options or {})
    if late:
        match.table.note(TimeExpired(5))
        match.table.note(ClosingBegan(3))
    if rows:
        spread(match, rows)
    return match


def _duel() -> Match:
    """Return a position with two seats left, one of them in its last place."""
    match = table({place: (0, 3) for place in PLACES} | {"india": (1, 1)}, seats=3, objectives={1: "objective_1"})
    eliminate(match, 2, by=0)
    return match


def _last_turn(
    holdings: Mapping[str, int], cards: Mapping[int, str], rest: int = 2, rows: list[Row] | None = None
) -> Match:
    """Return seat 3's turn, the last of the last round, with single armies in all places but one."""
    held = {place: (seat, 1) for place, seat in holdings.items()}
    mine = next(place for place in PLACES if held.get(place, (rest, 1))[0] == 3)
    match = table(
        held | {mine: (3, 2)},
        rest=(rest, 1),
        phase="StrategicMove",
        turn=3,
        round=10,
        objectives=cards,
        colours=NAMES,
        options=KINGS if rows else {},
    )
    if rows:
        spread(match, rows)
    match.table.note(TimeExpired(10))
    return match


def _conquests() -> Match:
    """Return seat 3's turn, the last of the last round, with armies for many conquests."""
    match = table(
        {"siam": (3, 30), "alaska": (0, 2), "congo": (2, 2)},
        turn=3,
        round=10,
        objectives={0: "objective_1", 1: "objective_2", 2: "objective_3", 3: "objective_14"},
    )
    match.table.note(TimeExpired(10))
    return match


def _kings_level() -> Match:
    """Return a position in which seats 1 and 2 tie in everything, cards included."""
    return _last_turn(
        {"alaska": 0, "ontario": 1, "middle_east": 2}, dict.fromkeys(range(3), "objective_13"), 3, [EACH_OTHERS] * 4
    )


THREE = dict.fromkeys((0, 1, 3), "objective_13")
GAMES = (
    golden("objective_in_time", "end.objective", start=_one_missing, winner=0, shows=(Scored,)),
    golden("objective_after_time", "end.objective", start=lambda: _one_missing(late=True), winner=0, shows=(Scored,)),
    golden("survivor", "end.survivor", start=_duel, winner=0, shows=(Eliminated, Scored)),
    golden(
        "whole_game_of_four",
        "end.points",
        seats=4,
        declares={150: TimeUp()},
        longest=900,
        shows=(Diverted, TimeExpired, ClosingBegan, ClosingThrown),
    ),
    golden(
        "whole_game_of_five",
        "end.points",
        {"army_cap": 120, "sdadata_cycle": "table_round"},
        seats=5,
        declares={150: TimeUp()},
        longest=900,
        shows=(ThresholdRaised, ClosingThrown),
    ),
    golden(
        "dealt_again",
        "end.points",
        {"deal_uneven_counts": "redeal"},
        declares={60: TimeUp()},
        longest=600,
        shows=(DealRepeated,),
    ),
    golden("spared_the_throw", "end.points", start=_conquests, longest=200, shows=(ClosingSpared, ClosingThrown)),
    golden("outside", "end.outside", start=lambda: _last_turn(OUTSIDE, THREE), idle=True, winner=1),
    golden("last_hand", "end.last_hand", start=lambda: _last_turn(LEVEL, THREE), idle=True, winner=3),
    golden(
        "kingmaker",
        "end.kingmaker",
        KINGS,
        seats=3,
        declares={80: TimeUp()},
        longest=600,
        shows=(KingGiven, KingTaken, KingsRevealed),
    ),
    golden(
        "kingmaker_by_choice",
        "end.kingmaker",
        CHOSEN,
        seats=5,
        declares={120: TimeUp()},
        longest=900,
        shows=(KingsRevealed,),
    ),
    golden(
        "kingmaker_on_objective", "end.objective", KINGS, winner=0, start=lambda: _one_missing(options=KINGS, rows=ROWS)
    ),
    golden(
        "kingmaker_and_a_hundred",
        "end.kingmaker",
        HUNDRED,
        shows=(KingsRevealed,),
        start=lambda: _one_missing(options=HUNDRED, rows=ROWS),
    ),
    golden(
        "kingmaker_points",
        "end.kingmaker_points",
        HUNDRED,
        winner=0,
        start=lambda: _one_missing(options=HUNDRED, rows=[ROWS[0]] * 4),
    ),
    golden("kingmaker_hand", "end.kingmaker_hand", KINGS, start=_kings_level, idle=True, winner=2),
    golden(
        "challenge_card",
        "end.points",
        {"challenge_card": "on"},
        seats=3,
        declares={100: TimeUp()},
        longest=700,
        shows=(ChallengePlayed, ChallengeBound, ChallengeSpent),
    ),
    golden("stopped", "referee.stop", declares={50: Stop()}),
)
