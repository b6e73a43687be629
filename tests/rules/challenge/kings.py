"""Kingmaker scenes: giving the cards, positions with given cards, and the booklet's example at its reveal."""

from kamchatka.editions.challenge.closing import TimeExpired
from kamchatka.editions.challenge.kingmaker import KingGiven, KingTaken
from kamchatka.kernel.edges.wire import TakeColour, number_of
from kamchatka.match import Match
from tests.kit import faces
from tests.rules.challenge.scenes import dealt, mustered, own, table
from tests.rules.modern.witness import PLACES, written

ON = {"kingmaker": True}
Row = dict[int, str]  # receiver: colour given

# The booklet's example. Yellow, green, blue and red are seats 0 to 3, with 45, 38, 22 and 15 points.
NAMES = ["yellow", "green", "blue", "red"]
OWNERS = dict(zip(PLACES, map(int, "200110002331121311123113212000020022110011"), strict=True))
OBJECTIVES = {0: "objective_13", 1: "objective_3", 2: "objective_11", 3: "objective_14"}
LIKE_MOST: Row = {0: "red", 1: "blue", 2: "yellow", 3: "green"}
ROWS: list[Row] = [
    LIKE_MOST,
    LIKE_MOST,
    {0: "red", 1: "blue", 2: "green", 3: "yellow"},
    {0: "green", 1: "red", 2: "yellow", 3: "blue"},
]

# Red, yellow, green and blue are seats 0 to 3: one complete way to give the cards.
SPREAD: list[Row] = [
    {1: "red", 2: "yellow", 3: "green", 0: "blue"},
    {2: "red", 3: "yellow", 0: "green", 1: "blue"},
    {3: "red", 0: "yellow", 1: "green", 2: "blue"},
    {0: "yellow", 1: "red", 2: "blue", 3: "green"},
]


def giving(seats: int = 4, **options: object) -> Match:
    """Set a game where all armies are placed and the Kingmaker cards have to be given."""
    return mustered(dealt(seats=seats, options={**ON, **options}))


def give(match: Match, giver: int, row: Row) -> None:
    """Let one seat give all its cards, in the order in which it is asked."""
    for i in range(1, match.seats):
        match.play(TakeColour(row[(giver + i) % match.seats]), giver)


def hands(match: Match) -> list[dict[str, int]]:
    """Return the Kingmaker cards held, by seat and colour."""
    cards, n = own(match).rows()[5], match.seats
    colours = [match.game.colours[colour] for colour in match.state.colour]
    rows = [cards[seat * n : seat * n + n] for seat in range(n)]
    return [{colours[king]: count for king, count in enumerate(row) if count} for row in rows]


def spread(match: Match, rows: list[Row]) -> None:
    """Give the cards as these rows say and let every seat take its cards."""
    note, game = match.table.note, match.game
    for by, row in enumerate(rows):
        for seat, colour in row.items():
            note(KingGiven(seat, by, number_of(game, "colour", colour)))
    for row in rows:
        for seat, colour in row.items():
            note(KingTaken(seat, number_of(game, "colour", colour)))


def at_the_reveal(dice: tuple[int, ...] = (1, 1), **options: object) -> Match:
    """Set the booklet's example at the end of the turn that closes the game."""
    holdings = {place: (seat, 1) for place, seat in OWNERS.items()} | {"peru": (3, 2)}
    match = table(
        holdings,
        phase="StrategicMove",
        turn=3,
        round=10,
        luck=faces(*dice),
        objectives=OBJECTIVES,
        colours=NAMES,
        options={**ON, **options},
    )
    spread(match, ROWS)
    match.table.note(TimeExpired(10))
    return match


def revealed(match: Match) -> list[tuple[str, int, int, int]]:
    """Return colour, cards, points for each and total, by seat in the order of revealing."""
    shown = [one for one in written(match, match.journal) if one["fact"] == "KingsRevealed"]
    return [(one["colour"], one["cards"], one["each"], one["total"]) for one in shown]
