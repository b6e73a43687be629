"""Which tests `make test` leaves to `make test-all`: each entry is the beginning of test ids (docs/testing.md).

`make slowest` shows what is worth an entry. Rules and everything fast stay in `make test`. Of laws it runs all in the
compiled build, and here those that are fast.
"""

import pytest

MARK = "full"

FULL = (
    "tests/analysis/test_puzzles.py::test_a_puzzle_computed_again_stands_or_falls_with_its_answer",
    "tests/architecture/test_compile.py",
    "tests/attacks/test_lists.py",
    "tests/attacks/test_lobby_crowd.py",
    "tests/attacks/test_logins.py",
    "tests/attacks/test_loop.py",
    "tests/attacks/test_matrix.py::test_every_route_answers_everybody_as_reviewed",
    "tests/attacks/test_odds.py",
    "tests/attacks/test_replays.py",
    "tests/attacks/test_slow_connections.py",
    "tests/attacks/test_uploads.py",
    "tests/attacks/test_victim.py",
    "tests/attacks/test_xss.py",
    "tests/bots/test_versions.py",
    "tests/bots/test_year2210.py::test_one_captain_beats_three_cautious",
    "tests/browser/",
    "tests/cli/test_bench.py::test_checksums_are_the_same_every_time",
    "tests/cli/test_check.py::test_a_sound_edition_passes",
    "tests/cluster/",
    "tests/docs/test_commands.py::test_commands_that_end_run_as_written",
    "tests/editions/test_outside_edition.py",
    "tests/fuzz/test_campaign.py::test_every_target_answers_or_refuses",
    "tests/fuzz/test_campaign.py::test_what_was_found_once_is_mutated_too",
    "tests/fuzz/test_mixer.py",
    "tests/laws/test_chronicle.py",
    "tests/laws/test_memory.py",
    "tests/laws/test_not_now.py::test_the_phase_is_blamed_only_where_it_is_the_reason",
    "tests/laws/test_options.py::test_listed_is_accepted_and_the_rest_is_refused_untouched",
    "tests/laws/test_refused.py::test_a_position_that_is_read_in_refuses_by_a_rule",
    "tests/laws/test_refused.py::test_whatever_is_refused_has_a_rule_and_a_sentence",
    "tests/laws/test_risk2210_cards.py::test_no_playable_card_is_wasted_whatever_it_is_aimed_at",
    "tests/laws/test_secrets.py::test_every_fact_with_a_secret_keeps_it",
    "tests/laws/test_undo.py::test_undo_restores_position_and_views",
    "tests/people/test_channels.py",
    "tests/people/test_notices.py",
    "tests/people/test_own_data.py",
    "tests/people/test_ratings.py",
    "tests/release/",
    "tests/server/test_backup.py",
    "tests/server/test_bad_input.py::test_a_thousand_connections_from_one_address",
    "tests/server/test_crash.py",
    "tests/server/test_every_edition.py",
    "tests/server/test_health.py::test_a_postgresql_out_of_reach",
    "tests/server/test_late_spectators.py::test_a_delay_survives_a_restart_and_lists_wait_too",
    "tests/server/test_long_games.py",
    "tests/server/test_metrics.py",
    "tests/server/test_outages.py",
    "tests/server/test_postgres.py",
    "tests/server/test_proxy.py",
    "tests/server/test_quarantine.py::test_one_unreadable_game_keeps_no_other_asleep",
    "tests/server/test_schemas.py::test_messages_of_a_game_are_valid",
    "tests/server/test_start.py",
    "tests/server/test_suggestions.py::test_captains_that_follow_each_other_play_whole_games",
    "tests/server/test_tournament_online.py::test_a_result_that_nobody_took_is_taken_at_the_next_start",
    "tests/simulation/test_reproducible.py",
    "tests/stored/test_journals.py::test_bots_play_it_to_its_end",
    "tests/stored/test_servers.py",
    "tests/texts/test_pseudo_server.py",
)
JOURNEYS = ("tests/browser/test_newcomer.py::test_a_newcomer_plays_a_whole_game",)  # one per edition in `make test`


def is_full(test: str) -> bool:
    """True for a test of `make test-all` only."""
    return test.startswith(FULL) and not test.startswith(JOURNEYS)


def mark(items: list[pytest.Item]) -> None:
    """Mark the tests of `make test-all`."""
    for item in items:
        if is_full(item.nodeid):
            item.add_marker(MARK)
