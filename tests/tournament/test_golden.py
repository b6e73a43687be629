"""Golden events: every formula of the clubs, from draws to qualification, against a second implementation.

No published page has every score of an event, so none can be replayed completely: these results are random.
"""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from kamchatka.editions.tournament import PlayerResult, Reached
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.description import describe_formula
from kamchatka.tournament.draw.finals import who_qualifies
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import BonusGiven, WildCard, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.settings.presets import presets
from kamchatka.tournament.settings.qualification import CODES, parse_rule
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from tests.tournament import regulation
from tests.tournament.kit import open_event, people, play_round, points, report_table, seat_round, settings
from tests.tournament.regulation import Formula, Game, Line

FORMULAS: dict[str, Formula] = {
    "raduno": regulation.raduno,
    "master": regulation.master,
    "victory": regulation.master,
    "sant_eufemia": regulation.open_event,
    "open": regulation.open_event,
    "gufo": regulation.gufo,
    "spartac": regulation.spartac,
    "national": regulation.raduno,
    "bgl": regulation.bgl,
    "bgl_swiss": regulation.bgl,
    "duel_swiss": regulation.duel,
    "team_championship": regulation.gufo,
    "caltanissetta": regulation.spartac,
    "san_cataldo": regulation.spartac,
    "cagliari": regulation.raduno,
    "cesenatico": regulation.spartac,
    "regional": regulation.open_event,
    "marsala": regulation.raduno,
    "nola": regulation.nola,
    "verona": regulation.verona,
    "two_venues": regulation.raduno,
}
PLAYERS = {"nola": 20, "duel_swiss": 11, "team_championship": 20, "san_cataldo": 18}


def draw_round(event: Event, seed: int) -> Event:
    """Draw the next round greedily; the quality of the draw doesn't matter here."""
    return apply_change(next_round(event, seed, "greedy"), event, 0)


def games_of(event: Event, stage: str = "round") -> list[Game]:
    """Return the score sheets of an event as `regulation` reads them."""
    return [
        [Line(one.entrant, one.points or 0, bool(one.objective), one.eliminated) for one in round.reports[table].lines]
        for round in event.rounds
        if round.stage == stage
        for table in sorted(round.reports)
    ]


def rounds_played(preset: str, *choices: str) -> Event:
    """Play the regular rounds of an event of a preset."""
    count = PLAYERS.get(preset, 23)
    event = open_event(settings(preset, *choices), people(count, 5), preset)
    for number in range(event.settings.rounds):
        event = play_round(draw_round(event, number + 1), number + 7)
    return event


def witness(event: Event, preset: str) -> list[regulation.Total]:
    """Return the standings that `regulation` computes."""
    chosen = event.settings
    best = chosen.best_games if chosen.best_games < chosen.rounds else 0
    return regulation.totals(
        games_of(event), FORMULAS[preset], list(event.entrants), chosen.rounds, chosen.discards, best
    )


@pytest.mark.parametrize("preset", FORMULAS)
def test_standings_are_those_of_the_regulation(preset: str) -> None:
    """Every player's total after all rounds agrees, and so does every single game."""
    event = rounds_played(preset)
    told = {row.entrant: Fraction(row.total) for row in standings(event)}
    assert told == {one.player: one.points for one in witness(event, preset)}
    ours = {row.entrant: sorted(Fraction(one.score.points) for one in row.results) for row in standings(event)}
    assert ours == {one.player: sorted(one.results) for one in witness(event, preset)}


def test_numbers_that_the_clubs_publish() -> None:
    """In a Master, 21 points at a five count 0.027 and 80 a tenth; 86 at a five is 13.075 in an interclub."""
    five = ["Ada", "Bruno", "Carla", "Dino", "Eva"]
    event = seat_round(open_event(settings("master", "rounds=1"), five), [1, 2, 3, 4, 5])
    event = points(event, 1, Ada=80, Bruno=21, Carla=20, Dino=10, Eva=4)
    assert [str(row.total) for row in standings(event)] == ["1.1", "0.027", "0.025", "0.013", "0.005"]
    event = seat_round(open_event(settings("interclub", "rounds=1"), five), [1, 2, 3, 4, 5])
    late = [PlayerResult(1, objective="late"), *(PlayerResult(seat, 20 - seat) for seat in (2, 3, 4, 5))]
    assert standings(report_table(event, 1, *late))[0].total == Decimal("13.075")
    event = seat_round(open_event(settings("spartac", "rounds=1"), five), [1, 2, 3, 4, 5])
    lines = [PlayerResult(1, objective="in_time"), *(PlayerResult(seat, 20 - seat) for seat in (2, 3, 4, 5))]
    assert Fraction(regulation.spartac([Line(1, 0, True), *(Line(s, 20 - s) for s in (2, 3, 4, 5))])[1]) == 225
    assert standings(report_table(event, 1, *lines))[0].total == 225


# ------------------------------------------------------------------ who qualifies
def order_of(event: Event) -> list[int]:
    """Return the standings with the event's own tie-breaks, which other tests cover."""
    return [row.entrant for row in standings(event) if row.played]


def through(event: Event) -> tuple[list[int], list[int]]:
    """Return the direct finalists and the semifinalists."""
    found = who_qualifies(event)
    direct = [one.entrant for one in found if one.rule.target == "final"]
    return direct, [one.entrant for one in found if one.rule.target != "final"]


@pytest.mark.parametrize(
    ("preset", "entrants", "direct", "semifinalists", "least"),
    [
        ("caltanissetta", 23, 2, 7, 3),
        ("caltanissetta", 28, 1, 11, 3),
        ("san_cataldo", 21, 1, 11, 1),
        ("san_cataldo", 18, 1, 11, 1),
        ("san_cataldo", 17, 2, 7, 1),
    ],
)
def test_the_best_single_result_completes_the_semifinals(
    preset: str, entrants: int, direct: int, semifinalists: int, least: int
) -> None:
    """The leaders go to the final; the next ones and the best single result go to the semifinals."""
    event = open_event(settings(preset, "rounds=4", "discards=1"), people(entrants, 5), preset)
    for number in range(4):
        event = play_round(draw_round(event, number + 1), number + 3)
    order = order_of(event)
    results = {one.player: one.results for one in witness(event, preset)}
    rest = order[direct + semifinalists :]
    expected = [*order[direct : direct + semifinalists], regulation.repechage(rest, results, least)]
    assert through(event) == (order[:direct], expected)
    semifinal = draw_round(event, 9)
    assert len(semifinal.rounds[-1].tables) == 4 - direct
    last_band = {table.seats[0] for table in semifinal.rounds[-1].tables} | set(expected)
    assert last_band == set(expected)
    final = draw_round(play_round(semifinal, 4), 10)
    assert len(final.rounds[-1].tables[0].seats) == 4
    assert set(order[:direct]) < set(final.rounds[-1].tables[0].seats)


def test_a_single_result_wants_rounds_enough() -> None:
    """A visitor with fewer than the required three rounds doesn't qualify."""
    event = open_event(settings("caltanissetta", "rounds=1", "discards=0"), people(17, 17), "caltanissetta")
    event = play_round(draw_round(event, 1), 5)
    assert len(through(event)[1]) == 8  # no player has three rounds, so the standings fill the place
    assert through(event)[1] == order_of(event)[2:10]


def test_four_go_to_the_final_of_marsala_without_those_who_came_once() -> None:
    """The best two of three games count, and players must have played two."""
    event = open_event(settings("marsala"), people(16, 4), "marsala")
    event = play_round(draw_round(event, 1), 1)
    late = order_of(event)[0]
    others = [number for number in event.entrants if number != late]
    event = play_round(seat_round(event, others[:5], others[5:10], others[10:]), 2)
    eligible = [row.entrant for row in standings(event) if row.played >= 2]
    assert late not in through(event)[0]
    assert through(event)[0] == eligible[:4]


def test_two_venues_send_their_first_straight_to_the_final() -> None:
    """The winners of two venues (regions) go straight to the final; the best eight of both play two semifinals."""
    event = rounds_played("two_venues", "rounds=2")
    order = order_of(event)
    region = {number: entrant.region for number, entrant in event.entrants.items()}
    firsts = [next(one for one in order if region[one] == venue) for venue in sorted(set(region.values()))]
    direct, rest = through(event)
    assert sorted(direct) == sorted(firsts)
    assert rest == [one for one in order if one not in firsts][:8]


def test_leaders_of_a_raduno_go_straight_only_if_nobody_is_level_with_them() -> None:
    """Leaders with two wins do so only if ahead of the third player; leaders who left don't count."""
    names = [f"P{number:02}" for number in range(1, 21)]
    tables = [list(range(first, first + 4)) for first in (1, 5, 9, 13, 17)]

    def twice(*winners: int) -> Event:
        event = open_event(settings("raduno", "tiebreaks="), names)
        for _ in range(2):
            event = seat_round(event, *tables)
            for number, table in enumerate(tables, start=1):
                made = {f"P{seat:02}": winners[number - 1] if at == 0 else 9 - at for at, seat in enumerate(table)}
                event = points(event, number, **made)
        return event

    assert through(twice(40, 39, 38, 37, 36))[0] == [1, 5]
    assert through(twice(40, 39, 39, 37, 36))[0] == [1]
    assert through(twice(40, 40, 40, 37, 36))[0] == []
    assert through(apply_change(Withdrew(5), twice(40, 39, 38, 37, 36), 0))[0] == []
    assert len(through(twice(40, 39, 38, 37, 36))[1]) == 8
    assert len(through(twice(40, 39, 39, 37, 36))[1]) == 12


def test_wild_cards_and_places_of_clubs() -> None:
    """The holder of a wild card replaces another; a club without qualified players sends its first."""
    event = rounds_played("regional")
    order = order_of(event)
    assert through(event) == (order[:1], order[1:13])
    event = apply_change(WildCard(order[-1]), event, 0)
    assert through(event)[1] == [*order[1:12], order[-1]]
    with pytest.raises(Problem, match="has a wild card already"):
        apply_change(WildCard(order[-1]), event, 0)
    clubs = rounds_played("regional", "qualification=direct:1,best,clubs:1")
    taken = [clubs.entrants[one].club for one in [*through(clubs)[0], *through(clubs)[1]]]
    assert set(taken) == {entrant.club for entrant in clubs.entrants.values()}


def test_places_below_the_final_go_by_the_sum_with_the_semifinal() -> None:
    """SantEufemia orders the final by place, and all others by rounds and semifinal together."""
    event = rounds_played("sant_eufemia")
    event = play_round(draw_round(event, 8), 8)
    event = play_round(draw_round(event, 9), 9)
    sums = {one.player: one.points for one in witness(event, "sant_eufemia")}
    for game in games_of(event, "semifinal"):
        for player, made in regulation.open_event(game).items():
            sums[player] += made
    final = [line.player for line in regulation.by_place(games_of(event, "final")[0])]
    places = final_placings(event)
    assert [one.entrant for one in places[:4]] == final
    below = [sums[one.entrant] for one in places[4:]]
    assert below == sorted(below, reverse=True)


def test_losers_of_semifinals_play_a_consolation_game() -> None:
    """The game comes between semifinals and final; its players rank behind the finalists."""
    event = rounds_played("cesenatico", "consolation=true")
    semifinal = play_round(draw_round(event, 8), 8)
    game = draw_round(semifinal, 9)
    assert game.rounds[-1].stage == "consolation"
    assert sum(len(table.seats) for table in game.rounds[-1].tables) == 12
    final = play_round(draw_round(play_round(game, 9), 10), 10)
    assert final.rounds[-1].stage == "final"
    places = final_placings(final)
    assert {one.entrant for one in places[:4]} == set(final.rounds[-1].tables[0].seats)
    consoled = {seat for table in game.rounds[-1].tables for seat in table.seats}
    assert {one.entrant for one in places[4:16]} == consoled


def test_bonus_points_are_added_to_the_total() -> None:
    """Points may be added, for example for the club's lunch, or taken off."""
    event = rounds_played("gufo")
    last = standings(event)[-1]
    event = apply_change(BonusGiven(last.entrant, 150, "arbitro"), event, 0)
    event = apply_change(BonusGiven(last.entrant, -25), event, 0)
    row = next(row for row in standings(event) if row.entrant == last.entrant)
    assert row.total == last.total + Decimal("1.25")


# ------------------------------------------------------------------ rounds that follow from the standings
def test_a_swiss_round_seats_neighbours_of_the_standings() -> None:
    """The first four sit together, then the next four, and so on."""
    event = rounds_played("bgl_swiss", "rounds=2")
    first = event.rounds[0].tables
    order = [row.entrant for row in standings(event, 1)]
    sizes = sorted(len(table.seats) for table in first)
    cuts = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    blocks = {frozenset(order[low:high]) for low, high in pairwise(cuts)}
    assert {frozenset(table.seats) for table in event.rounds[1].tables} == blocks


def test_a_greek_round_moves_the_losers_on() -> None:
    """Winners stay, the others move on by one to three tables, and then 1-5-9-13 meet."""
    event = open_event(settings("national", "rounds=3"), [f"P{n:02}" for n in range(1, 17)])
    tables = [list(range(first, first + 4)) for first in (1, 5, 9, 13)]
    event = seat_round(event, *tables)
    for number, table in enumerate(tables, start=1):
        event = points(event, number, **{f"P{seat:02}": 40 - 9 * at - number for at, seat in enumerate(table)})
    second = draw_round(event, 2)
    assert {frozenset(table.seats) for table in second.rounds[1].tables} == {
        frozenset({1, 14, 11, 8}),
        frozenset({5, 2, 15, 12}),
        frozenset({9, 6, 3, 16}),
        frozenset({13, 10, 7, 4}),
    }
    third = draw_round(play_round(second, 5), 3)
    order = [row.entrant for row in standings(third)]
    assert frozenset(order[0::4]) in {frozenset(table.seats) for table in third.rounds[2].tables}


# ------------------------------------------------------------------ in words
def test_every_rule_has_a_name_and_a_sentence() -> None:
    """Every qualification rule has a name and a sentence in both languages."""
    for code in CODES:
        rule = parse_rule(f"{code}:2:3@4-20")
        for language in ("en", "it"):
            assert rule.title.text(language)
            assert "20" in rule.sentence().text(language)
    for word in ("direct", "luck:1", "best:x", "direct:1@", "wild:", "single:1:2:3"):
        with pytest.raises(Problem, match=r"rule of a qualification|wants a number"):
            parse_rule(word)


def test_every_preset_explains_itself_in_a_paragraph() -> None:
    """The paragraph describes the formula for players."""
    for one in presets().values():
        for language in ("en", "it"):
            told = describe_formula(one.settings).text(language)
            assert 40 < len(told) < 1200
            assert told.endswith(".")
    said = describe_formula(settings("caltanissetta"), 23).text("it")
    assert "Diretti in finale dalla classifica: 2 finalisti." in said
    assert "Da 25 iscritti" not in said


@pytest.mark.parametrize(("choices", "reached"), [((), "late"), (("objective_points=86",), "in_time")])
def test_a_winner_of_86_counts_100_in_the_gaps(choices: tuple[str, ...], reached: Reached) -> None:
    """The manual counts an objective as 186: `objective_points=86`, as for one completed after time."""
    event = seat_round(open_event(settings("spartac", *choices), ["Ada", "Bruno", "Carla", "Dino"]), [1, 2, 3, 4])
    lines = [PlayerResult(1, objective=reached), *(PlayerResult(seat, 20 - seat) for seat in (2, 3, 4))]
    assert [int(row.total) for row in standings(report_table(event, 1, *lines))] == [186, 18, 17, 16]
