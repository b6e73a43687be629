"""What a server needs of an event: keys, conflict detection, imported trails, tables played on the server."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.rounds import next_round, reseat
from kamchatka.tournament.events.changes import Absent, EventOpened, Hosted, PlayerEntered, Proposed, TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.settings.presets import presets as all_presets
from kamchatka.tournament.settings.settings import EventSettings, format_value, with_choices
from tests.tournament.kit import draw_round, open_event, people, play_round, points, seat_round, settings


def test_keys_come_from_one_secret_beside_the_file(tmp_path: Path) -> None:
    """The secret is private; a damaged one is replaced."""
    event = tmp_path / "evening.kam"
    keys = Keys.of(event)
    assert keys.holder(keys.organiser()) == 0
    assert keys.holder(keys.player(12)) == 12
    for wrong in ("", "12", "12-", "0-", keys.player(12)[:-1], "1" + keys.player(12), "٣-x", "é"):
        assert keys.holder(wrong) is None
    secret = tmp_path / "evening.key"
    assert secret.stat().st_mode & 0o077 == 0
    assert Keys.of(event).organiser() == keys.organiser()
    secret.write_text("torn")
    assert Keys.of(event).organiser() != keys.organiser()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.key"]


def test_writing_looks_first_and_leaves_the_file_as_it_was_when_it_fails(tmp_path: Path) -> None:
    file = EventFile.create(tmp_path / "x.kam", EventOpened("Prova", EventSettings()))

    def next_one(event: Event, entries: object) -> list[PlayerEntered]:
        return [PlayerEntered(len(event.entrants) + 1, f"P{len(event.entrants) + 1}")]

    assert [file.write(next_one), file.write(next_one)] == [[2], [3]]
    before = file.path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        file.write(lambda event, entries: [PlayerEntered(1 // 0, "Eva")])
    assert file.path.read_bytes() == before == file.copy()


def test_a_trail_is_carried_into_a_file_of_our_own(tmp_path: Path) -> None:
    """The imported trail keeps its lines, marks and undos; an invalid trail is refused."""
    file = EventFile.create(tmp_path / "x.kam", EventOpened("Prova", EventSettings()))
    file.add([PlayerEntered(1, "Ada")], "Gina")
    file.undo([2], "Gina")
    made = EventFile.rewrite(tmp_path / "y.kam", file.rows())
    assert made.entries() == file.entries()
    assert EventFile.open(made.path).add([PlayerEntered(1, "Ada")]) == [4]
    shutil.copy(file.path, tmp_path / "z.kam")
    with sqlite3.connect(tmp_path / "z.kam") as connection:
        connection.executescript("ALTER TABLE trail RENAME TO hidden; CREATE VIEW trail AS SELECT * FROM hidden;")
    connection.close()
    with pytest.raises(UnreadableEventFile, match="holds no event"):
        EventFile.open(tmp_path / "z.kam")


def test_a_table_played_here_is_neither_drawn_again_nor_changed() -> None:
    event = seat_round(open_event(settings("evening"), people(9, 4)), (1, 2, 3, 4, 5), (6, 7, 8, 9))
    hosted = apply_change(Hosted(1, 1, "game"), event, 0)
    assert hosted.rounds[0].games == {1: "game"}
    with pytest.raises(Problem, match="played here already"):
        apply_change(Hosted(1, 1, "other"), hosted, 0)
    with pytest.raises(Problem, match="still to be played"):
        apply_change(Absent(1, 2), hosted, 0)
    again = next_round(hosted, 1, "greedy", again=True)
    with pytest.raises(Problem, match="being played here"):
        apply_change(again, hosted, 0)
    assert apply_change(again, event, 0).rounds[0].games == {}
    reported = points(event, 1, P000=2, P001=3, P002=4, P003=5, P004=6)
    with pytest.raises(Problem, match="or has a result"):
        apply_change(Hosted(1, 1, "late"), reported, 0)


def test_a_proposal_waits_until_the_table_has_a_result() -> None:
    event = seat_round(open_event(settings("evening"), people(8, 4)), (1, 2, 3, 4), (5, 6, 7, 8))
    report = TableReport(tuple(PlayerResult(seat, 2 * seat) for seat in (1, 2, 3, 4)))
    proposed = apply_change(Proposed(1, 1, 3, report), event, 0)
    assert (proposed.rounds[0].proposals[1].by, proposed.rounds[0].reports) == (3, {})
    with pytest.raises(Problem, match="is not at table 1"):
        apply_change(Proposed(1, 1, 8, report), event, 0)
    with pytest.raises(Problem, match="not of those at table 2"):
        apply_change(Proposed(1, 2, 8, report), event, 0)
    other = points(proposed, 2, P004=2, P005=3, P006=4, P007=5)
    assert list(other.rounds[0].proposals) == [1]
    done = points(proposed, 1, P000=2, P001=3, P002=4, P003=5)
    assert done.rounds[0].proposals == {}
    with pytest.raises(Problem, match="has a result already"):
        apply_change(Proposed(1, 1, 3, report), done, 0)


def test_a_draw_changed_by_hand_says_what_it_costs() -> None:
    """The draw keeps its players and seats, and reports its cost, such as two clubmates together."""
    event = open_event(settings("evening"), people(8, 4))
    found = next_round(event, 1, "greedy")
    one, other = (table.seats for table in found.tables)
    assert reseat(event, found, (one, other)) is found
    turned = reseat(event, found, (one[::-1], other))
    assert (turned.cost, turned.method, turned.tables[0].seats) == (found.cost, "by hand", one[::-1])
    mate = next(seat for seat in other if event.entrants[seat].club == event.entrants[one[0]].club)
    mixed = reseat(event, found, ((one[0], mate, *one[2:]), (one[1], *(seat for seat in other if seat != mate))))
    assert mixed.cost > found.cost
    for wrong in ((one,), (one, one), (one, other, ()), ((*one, other[0]), other[1:])):
        with pytest.raises(Problem, match="same players"):
            reseat(event, found, wrong)


def test_semifinals_changed_by_hand_stay_in_their_groups() -> None:
    event = play_round(draw_round(play_round(draw_round(open_event(settings("raduno"), people(80, 20))), 1), 2), 2)
    found = next_round(event, 1, "greedy")
    assert len(found.tables) == 8  # two finals, four semifinals each
    tables = [table.seats for table in found.tables]
    tables[0], tables[7] = (tables[7][0], *tables[0][1:]), (tables[0][0], *tables[7][1:])
    with pytest.raises(Problem, match="same players"):
        reseat(event, found, tuple(tables))


def test_every_setting_is_written_as_it_is_read() -> None:
    for preset in all_presets().values():
        choices = [f"{name}={format_value(getattr(preset.settings, name))}" for name in EventSettings.__struct_fields__]
        assert with_choices(EventSettings(), choices) == preset.settings
