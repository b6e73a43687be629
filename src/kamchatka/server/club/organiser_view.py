"""The organiser's view: open questions, the log in words, the players' keys, and the unpublished draw."""

from collections.abc import Mapping, Sequence

import msgspec

from kamchatka.kernel.text import Text
from kamchatka.server.club.desk_payloads import (
    DeskSeen,
    DoubtSeen,
    DraftSeen,
    EntrySeen,
    ProposalSeen,
    QuestionSeen,
    TeamDesk,
)
from kamchatka.server.club.keeping.event_store import Draft
from kamchatka.server.club.live import Snapshot
from kamchatka.server.club.phone_view import claim_seen
from kamchatka.server.club.public_view import lines_seen
from kamchatka.texts.deleted_players import display_name
from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.draw.solver import is_installed
from kamchatka.tournament.events.descriptions import describe, describe_quality, round_title
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry, find_undone
from kamchatka.tournament.standings.teams import line_up, players_of_round


def desk_json(keys: Keys, draft: Draft | None, known: Snapshot, language: str) -> bytes:
    """Return everything that only organisers see, as JSON."""
    event = known.event
    seen = DeskSeen(
        known.version,
        _questions(event, language),
        _doubts(event, language),
        _trail(known.entries, event.names, language),
        {number: keys.player(number) for number in event.entrants},
        draft_seen(draft, language) if draft is not None else None,
        _proposals(event, language),
        is_installed(),
        _teams(event),
    )
    return msgspec.json.encode(seen)


def draft_seen(draft: Draft, language: str) -> DraftSeen:
    """Describe an unpublished draw."""
    drawn = draft.drawn
    return DraftSeen(
        drawn.seed,
        drawn.round,
        drawn.stage,
        round_title(drawn.stage, drawn.round).text(language),
        tuple(table.seats for table in drawn.tables),
        drawn.method,
        drawn.cost,
        drawn.bound,
        describe_quality(drawn.cost, drawn.bound).text(language),
        drawn.again,
    )


def _questions(event: Event, language: str) -> tuple[QuestionSeen, ...]:
    return tuple(
        QuestionSeen(
            one.number,
            one.aside.source,
            one.aside.line,
            one.aside.text,
            one.aside.why.text(language),
            one.aside.round,
            one.aside.table,
        )
        for one in event.questions.values()
    )


def _doubts(event: Event, language: str) -> tuple[DoubtSeen, ...]:
    return tuple(
        DoubtSeen(
            one.entry,
            round_title(event.round(one.round).stage, one.round).text(language),
            one.said.text(language),
            one.round,
            one.table,
            one.again,
        )
        for one in doubts(event)
    )


def _trail(entries: Sequence[TrailEntry], names: Mapping[int, str], language: str) -> tuple[EntrySeen, ...]:
    gone = find_undone(entries)
    return tuple(
        EntrySeen(
            one.number,
            one.at,
            display_name(one.who, language),
            _text(one, names, language),
            one.undoes,
            one.number in gone,
        )
        for one in entries
    )


def _text(one: TrailEntry, names: Mapping[int, str], language: str) -> str:
    if one.change is None:
        return Text("trail", "undoes", number=one.undoes).text(language)
    return describe(one.change, names).text(language)


def _proposals(event: Event, language: str) -> tuple[ProposalSeen, ...]:
    return tuple(
        ProposalSeen(
            round.number,
            table,
            one.by,
            lines_seen(one.report),
            tuple(claim_seen(event, round, table, said, language) for said in one.disputes),
        )
        for round in event.rounds
        for table, one in sorted(round.proposals.items())
    )


def _teams(event: Event) -> tuple[TeamDesk, ...]:
    """Return the teams with their captains and the players of the next round."""
    if event.settings.format != "teams":
        return ()
    number = len(event.rounds) + 1
    next, playing = frozenset(players_of_round(event, number)), event.playing
    found = dict[str, list[int]]()
    for one in playing:
        found.setdefault(one.club, []).append(one.number)
    return tuple(
        TeamDesk(
            team,
            event.captains.get(team, 0),
            tuple(members),
            tuple(one for one in members if one in next),
            line_up(event, number, team) is not None,
        )
        for team, members in found.items()
        if team
    )
