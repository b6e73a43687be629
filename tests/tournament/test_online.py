"""Tables played on the server: opened from the draw, their results entered automatically."""

import pytest

from kamchatka.analysis.finished import game_of
from kamchatka.journal import Player, new_header, new_match
from kamchatka.kernel.edges.wire import Stop, TimeUp
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import accept, list_left_out
from kamchatka.tournament.results.hosted import report_of_game
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import draw_round, open_event, people, settings

LAST_ROUND = 3  # rounds after which the referee declares time up


def match_at(event: Event, table: int) -> Match:
    """Return the match of a table of the first round, with the event's options."""
    names = [event.names[entrant] for entrant in event.round(1).table(table).seats]
    players = tuple(Player(name) for name in names)
    options = rules_of(event.settings).table_options(event.settings)
    return new_match(new_header(event.settings.edition, options, players, bytes([table]) * 32))


def play(match: Match) -> None:
    """Play the match to its end, with cautious bots and a clock that runs out early."""
    bots = [bot("cautious", match.game, seat) for seat in range(match.seats)]
    late = False
    while not match.is_over:
        if not late and match.state.round > LAST_ROUND:
            match.referee(TimeUp())
            late = True
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)


def test_a_round_is_played_and_counts_by_itself() -> None:
    """Each table becomes a match with the event's options, and its end becomes the table's report."""
    event = draw_round(open_event(settings("ranking", "army_cap=120"), people(8, 4)))
    for table in event.rounds[0].tables:
        match = match_at(event, table.number)
        assert getattr(match.rules, "army_cap", None) == 120
        with pytest.raises(Problem, match="must be entered by hand"):
            report_of_game(game_of(match), table.seats)
        play(match)
        report = report_of_game(game_of(match), table.seats)
        event = apply_change(accept(event, 1, table.number, report), event, 0)
        (winner,) = match.winners
        best = next(row for row in standings(event) if row.results and row.results[0].table == table.number)
        assert best.entrant == table.seats[winner]
        assert sorted(line.hand for line in report.lines) == [1, 2, 3, 4]
        assert report.lines[match.state.first].hand == 1
    assert list_left_out(event) == []
    assert event.rounds[0].is_complete


def test_a_game_that_was_called_off_has_no_result() -> None:
    """The organiser has to enter it."""
    event = draw_round(open_event(settings("ranking"), people(4, 4)))
    match = match_at(event, 1)
    match.referee(Stop())
    with pytest.raises(Problem, match="called off"):
        report_of_game(game_of(match), event.rounds[0].tables[0].seats)
