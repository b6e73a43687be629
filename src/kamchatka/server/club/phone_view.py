"""What the code of a table opens, and the codes of a round."""

from typing import Literal

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.phone_payloads import ClaimSeen, TableCode, TableCodeSeen
from kamchatka.server.club.public_view import lines_seen, score_seen
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.descriptions import round_title
from kamchatka.tournament.events.event import Event, ResultClaim, Round
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.results.acceptance import score_table, scores_that_count
from kamchatka.tournament.results.scoring import GameScore

State = Literal["open", "handed_in", "disputed", "counts", "online"]


def table_codes(event: Event, keys: Keys, round: int) -> tuple[TableCode, ...]:
    """Return the code of each table of a round."""
    held = event.round(round)
    return tuple(TableCode(round, one.number, keys.table(round, one.number, held.entry)) for one in held.tables)


def code_seen(event: Event, version: int, round: int, table: int, you: int, language: str) -> TableCodeSeen:
    """Describe a table for the phones of its players."""
    held = event.round(round)
    proposal, confirmation = held.proposals.get(table), held.confirmations.get(table)
    return TableCodeSeen(
        round,
        table,
        round_title(held.stage, round).text(language),
        held.table(table).seats,
        _state(held, table),
        tuple(claim_seen(event, held, table, one, language) for one in (proposal.claims if proposal else ())),
        tuple(score_seen(score, language) for score in scores_that_count(event, held, table)),
        (confirmation.author, confirmation.by) if confirmation else (),
        you,
        version,
    )


def _state(held: Round, table: int) -> State:
    if table in held.reports:
        return "counts"
    if table in held.games:
        return "online"
    proposal = held.proposals.get(table)
    return "open" if proposal is None else "disputed" if proposal.disputes else "handed_in"


def claim_seen(event: Event, held: Round, table: int, claim: ResultClaim, language: str) -> ClaimSeen:
    """Describe what a player says about a table's result."""
    made = _scores(event, held, table, claim.report) if claim.report else ()
    scores = tuple(score_seen(score, language) for score in made)
    return ClaimSeen(claim.entry, claim.by, claim.note, lines_seen(claim.report), scores)


def _scores(event: Event, held: Round, table: int, report: TableReport) -> tuple[GameScore, ...]:
    """Return the scores that a result would make; none if it no longer fits the settings."""
    reported = replace(held, reports={**held.reports, table: report})
    try:
        return score_table(event.with_round(reported), reported, table)
    except Problem:
        return ()
