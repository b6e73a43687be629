"""`kamchatka tournament`: a club evening on one laptop, with a sentence for every invalid input."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.changes import (
    AnyChange,
    Disputed,
    Drawn,
    DrawnTable,
    EventOpened,
    PlayerEntered,
    Proposed,
    TableReport,
)
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.settings.settings import EventSettings

RUNNER = CliRunner()
PEOPLE = "name,club\n" + "".join(
    f"{name},{club}\n"
    for name, club in zip(
        ["Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo"], ["Roma", "Bari"] * 4, strict=True
    )
)


def run(*words: object, code: int = 0) -> str:
    """Return what a command of the tournament prints, in English unless another language is requested."""
    arguments = ["tournament", *map(str, words)]
    if "--lang" not in arguments:
        arguments += ["--lang", "en"]
    result = RUNNER.invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def test_a_final_is_carried_over(file: Path, tmp_path: Path) -> None:
    """Before the first draw the finalists get a table of round 1; after the final its result counts there."""
    run("settings", file, "--set", "semifinals=false")
    for seed in range(4):
        run("draw", file, "--seed", seed)
        if seed < 3:
            play(file)
    following = tmp_path / "next.kam"
    run("new", following, "--name", "Next", "--like", file)
    run("import", following, "entrants", tmp_path / "people.csv")
    assert "Carried over from “Serata”" in run("carry", following, file)
    assert "Nothing new" in run("carry", following, file)
    run("draw", following, "--seed", 3)
    assert "has no result yet" in run("carry", following, file, code=2)
    play(file)
    assert "Carried over" in run("carry", following, file)
    assert "Results are missing (round/table): 1/1" in " ".join(run("questions", following).split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a club evening with eight entrants."""
    path = tmp_path / "evening.kam"
    (tmp_path / "people.csv").write_text(PEOPLE)
    run("new", path, "--name", "Serata", "--preset", "evening", "--who", "Zoe")
    assert run("import", path, "entrants", tmp_path / "people.csv") == "8 taken from people.csv.\n"
    return path


def tables(file: Path) -> list[dict[str, list[int]]]:
    """Return the tables of the last round."""
    found: list[dict[str, list[int]]] = json.loads(run("tables", file, "--json"))["tables"]
    return found


def play(file: Path) -> None:
    """Enter results for every table of the last round, in which lower numbers score more."""
    for at, table in enumerate(tables(file), start=1):
        lines = [f"{seat}={40 - 4 * seat}" for seat in sorted(table["seats"])]
        run("result", file, at, *lines)


def test_questions_list_disputed_results(tmp_path: Path) -> None:
    """A dispute that came by phone is among what waits."""
    file = tmp_path / "evening.kam"
    changes: list[AnyChange] = [
        PlayerEntered(n, name) for n, name in enumerate(("Ada", "Bruno", "Carla", "Dino"), start=1)
    ]
    changes.append(Drawn(1, "round", (DrawnTable(1, (1, 2, 3, 4)),), 1, "greedy"))
    report = TableReport(tuple(PlayerResult(n, 2 + 2 * n) for n in (1, 2, 3, 4)))
    changes += [Proposed(1, 1, 2, report, "phone"), Disputed(1, 1, 3, 7, "late", device="other")]
    EventFile.create(file, EventOpened("Serata", EventSettings())).add(changes)
    assert "Bruno submitted a result by phone; disputed by Carla." in " ".join(run("questions", file).split())
    assert json.loads(run("questions", file, "--json"))["disputes"][0][0] == "Round 1, table 1"


def test_a_whole_evening(file: Path, tmp_path: Path) -> None:
    """The trail has a whole evening: entries, three rounds, semifinals, final, standings, sheets and lists."""
    for seed in (1, 2, 3):
        assert "Drawn with seed" in run("draw", file, "--seed", seed)
        play(file)
    assert "semifinals" in run("draw", file, "--seed", 4)
    play(file)
    assert "final" in run("draw", file, "--seed", 5)
    play(file)
    told = run("standings", file)
    assert "standings after round 3" in told
    assert "final: 1 at the table" in told
    data = json.loads(run("standings", file, "--json"))
    assert data["placings"][0]["entrant"] == 1
    assert data["waiting"] == 0
    for kind in ("tables", "scores"):
        assert "Written" in run("sheets", file, "--kind", kind, "--out", tmp_path / f"{kind}.pdf")
        assert (tmp_path / f"{kind}.pdf").read_bytes().startswith(b"%PDF")
    to = ("--address", "http://192.168.1.5:8210", "--out", tmp_path / "codes.pdf")
    assert "Written" in run("sheets", file, "--kind", "codes", *to)
    assert "where phones reach" in run("sheets", file, "--kind", "codes", "--out", tmp_path / "no.pdf", code=2)
    for what in ("entrants", "results", "standings"):
        run("export", file, what, "--out", tmp_path / f"{what}.csv")
    assert "Ada" in (tmp_path / "standings.csv").read_text(encoding="utf-8-sig").splitlines()[1]
    run("export", file, "--out", tmp_path / "event.jsonl")
    run("import", tmp_path / "copy.kam", "event", tmp_path / "event.jsonl")
    assert run("trail", tmp_path / "copy.kam", "--json") == run("trail", file, "--json")
    assert "is there already" in run("import", file, "event", tmp_path / "event.jsonl", code=2)
    assert "Ada" in run("ratings", file).splitlines()[3]
    assert "Serata" in run("ratings", file, "--live")
    assert "The event is over" in run("draw", file, code=2)
    assert "round 1, table 1: " in run("trail", file)


def test_corrections_penalties_and_undoing(file: Path) -> None:
    """A corrected result stays in the trail, and an undo can be undone."""
    run("draw", file, "--seed", 1)
    names = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino", 5: "Eva", 6: "Fabio", 7: "Gina", 8: "Hugo"}
    first = [names[seat] for seat in tables(file)[0]["seats"]]
    lines = [f"{name}={points}" for name, points in zip(first, ("objective", "20", "12+3", "out"), strict=True)]
    assert "150" in run("result", file, 1, *lines)
    assert "only a correction changes it" in run("result", file, 1, *lines[:3], f"{first[3]}=5", code=2)
    assert "5" in run("result", file, 1, *lines[:3], f"{first[3]}=5", "--correct")
    stranger = next(name for name in names.values() if name not in first)
    assert f"{stranger} is not at table 1 of round 1" in run("penalty", file, 1, stranger, 10, code=2)
    assert "Table 2 of round 1 has no result yet" in run("penalty", file, 2, stranger, 10, code=2)
    assert "-10 penalty slow play" in run("penalty", file, 1, first[0], 10, "--reason", "slow play")
    last = len(EventFile.open(file).entries())
    assert f"Undone: {last}. `undo {last + 1}` brings it back." in run("undo", file, last)
    assert "penalty" not in run("standings", file, "--json")
    run("undo", file, last + 1)
    assert "penalty slow play" in run("standings", file, "--json")
    trail = run("trail", file)
    assert "undone" in trail
    assert f"entry {last} is undone" in trail
    drawn = last - 3
    assert "rests on it" in run("undo", file, drawn, code=2)
    assert f"`undo {last + 3}-{last + 6}` brings it back" in run("undo", file, f"{drawn}-{last}")
    assert "Round 0 has not been drawn" in run("tables", file, code=2)


def test_what_a_correction_unmakes_is_told_at_once(file: Path) -> None:
    """A draw that a correction invalidates is named by its entry in the output, in `questions` and in the count."""
    for seed in (1, 2, 3, 4):
        run("draw", file, "--seed", seed)
        play(file)
    run("draw", file, "--seed", 5)
    assert run("questions", file) == "Results are missing (round/table): 5/1.\n"
    drawn = EventFile.open(file).entries()[-1].number
    seats = sorted(json.loads(run("tables", file, "--round", 4, "--json"))["tables"][0]["seats"], reverse=True)
    better = [f"{seat}={points}" for seat, points in zip(seats, (40, 30, 20, 9), strict=True)]
    told = run("result", file, 1, *better, "--round", 4, "--correct")
    assert f"Look: Final: the draw (entry {drawn}) does not follow from the results of now." in told
    assert f"`settle {drawn}`" in told
    assert str(drawn) in run("questions", file)
    assert "Attenzione: Finale" in run("settings", file, "--lang", "it")
    assert json.loads(run("questions", file, "--json"))["doubts"][0]["again"]
    assert "Waiting: 1;" in run("standings", file)
    run("settle", file, drawn, "--note", "as agreed")
    assert run("questions", file) == "Results are missing (round/table): 5/1.\n"
    last = len(EventFile.open(file).entries())
    assert f"Look: Final: the draw (entry {drawn})" in run("undo", file, last)
    run("draw", file, "--again", "--seed", 6)
    assert run("questions", file) == "Results are missing (round/table): 5/1.\n"
    assert "Results are missing (round/table): 5/1." in run("standings", file)


def test_a_zeroed_champion_is_asked_about(file: Path) -> None:
    """A champion whose score was zeroed can be kept, or ranked behind all others."""
    for seed in (1, 2, 3, 4, 5):
        run("draw", file, "--seed", seed)
        play(file)
    champion = json.loads(run("standings", file, "--json"))["placings"][0]["entrant"]
    assert "is zeroed, but the place at the table is still 1" in run("penalty", file, 1, champion, "--zero")
    assert "put behind all others" in run("penalty", file, 1, champion, "--zero", "--last")
    assert json.loads(run("standings", file, "--json"))["placings"][3]["entrant"] == champion
    assert run("questions", file) == "Nothing waits.\n"
    assert "behind all others" in run("trail", file, "--last", 1)


def test_a_silent_round_and_a_late_arrival(file: Path) -> None:
    """The next draw asks about a round without results; a late player is told when they play."""
    run("draw", file, "--seed", 1)
    assert "play from round 2 on" in run("enter", file, "Ivo")
    assert "Without any result: round 1. To draw the next one all the same, confirm it" in run("draw", file, code=2)
    assert "Drawn with seed 2" in run("draw", file, "--seed", 2, "--anyway")


def test_the_hands_really_played_break_a_tie(file: Path) -> None:
    """In a final tied in everything, who played later ranks first; an incomplete order of play is rejected."""
    run("settings", file, "--set", "shared_wins=false")
    run("draw", file, "--seed", 1)
    seats = tables(file)[0]["seats"]
    lines = [f"{seats[0]}=20+5", f"{seats[1]}=20+5", f"{seats[2]}=9", f"{seats[3]}=5"]
    order = [seats[1], seats[2], seats[3], seats[0]]
    assert "each once" in run("result", file, 1, *lines, "--hands", f"{seats[0]},{seats[1]}", code=2)
    told = run("result", file, 1, *lines, "--hands", ",".join(map(str, order)))
    assert "played a later hand (rtu.10.4b)" in told
    event = EventFile.open(file).event()
    assert f"{event.names[seats[0]]} before {event.names[seats[1]]}" in told


def test_ticking_territories(file: Path) -> None:
    """For card 13, North America and Asia, Alaska counts 3 and China 7; Brazil, worth 4, is outside."""
    run("draw", file, "--seed", 1)
    seats = tables(file)[0]["seats"]
    told = run("result", file, 1, f"{seats[0]}=#13:alaska,cina,brasile", *(f"{seat}=5" for seat in seats[1:]))
    assert "60" in told
    assert "10 table points, 50 victory prize" in told


def test_what_is_set_aside_waits_until_it_is_settled(file: Path, tmp_path: Path) -> None:
    """An invalid row is reported on the screen, stays listed, and is settled with a note."""
    (tmp_path / "more.csv").write_text("name,club\nADA,Oslo\nIvo,Roma\n")
    told = run("import", file, "entrants", tmp_path / "more.csv")
    assert told.splitlines()[0] == "1 taken from more.csv."
    assert told.splitlines()[1].startswith("Set aside, line 2: “ADA” is already entered as number 1")
    assert "more.csv:2" in run("questions", file)
    entry = json.loads(run("questions", file, "--json"))["questions"][0]["number"]
    assert "Waiting: 1;" in run("standings", file)
    run("settle", file, entry, "--note", "the same Ada")
    assert run("questions", file) == "Nothing waits.\n"


def test_people_who_come_and_go(file: Path) -> None:
    """Late arrivals, leavers, no-shows and substitutes work, and a player's seat can be looked up."""
    assert "Ivo is number 9" in run("enter", file, "Ivo", "--club", "Roma")
    run("amend", file, "Ivo", "--name", "Ivo Neri")
    run("withdraw", file, "ivo")
    assert "withdrawn" in run("entrants", file)
    run("draw", file, "--seed", 1)
    assert "Ivo Neri has no table in round 1" in run("where", file, 9)
    assert "would be left with 3" in run("absent", file, "Ada", code=2)
    run("absent", file, "Ada", "--substitute", "Ivo")
    assert "Ivo Neri: round 1, table" in run("where", file, "neri")
    run("withdraw", file, 9, "--back")


def test_the_referees_desk(file: Path) -> None:
    """The referee can set the clock, the closing throws and the army cap."""
    run("draw", file, "--seed", 1)
    assert "90:00" in run("clock", file)
    assert "runs" in run("clock", file, "start")
    assert run("clock", file, "stop", "--table", 1).count("stands") == 1
    told = run("sdadata", "1,2,3,4", 2)
    assert "penultimate round" in told
    assert "4 or less" in told
    assert "16.7%" in told
    assert "no throw" in run("sdadata", "1,2,3,4", 2, "--conquests", 3)
    assert "Ada has 131: 1 too many" in run("cap", file, "Ada=131", "Bruno=130")
    assert "Nobody is above 130" in run("cap", file, "Ada=130")


def test_links_that_a_server_opens(file: Path) -> None:
    """There is one link for the organiser and one for each player, the same every time."""
    found = json.loads(run("links", file, "--address", "http://club.lan:8210/", "--json"))
    assert found["public screen"] == "http://club.lan:8210/screen/evening"
    keys = Keys.of(file)
    assert found["organiser"] == f"http://club.lan:8210/event/evening#key={keys.organiser()}"
    assert found["Hugo"] == f"http://club.lan:8210/seat/evening#key={keys.player(8)}"
    assert "#key=" in run("links", file)


def test_plans_presets_and_settings(file: Path) -> None:
    """The command prints the booklet's example, the presets and their editable numbers."""
    told = run("plan", 100, "--final", 5)
    assert [line.split()[-1] for line in told.splitlines()[-4:-1]] == ["20×5", "5×4", "1×5"]
    assert "raduno" in run("presets")
    assert "evening: Not as the booklet says: Equal points share the win" in run("presets")
    assert json.loads(run("presets", "--json"))["ranking"]["departs"] == []
    assert "105" in run("settings", file, "--set", "minutes=105")
    run("draw", file, "--seed", 1)
    assert "there is one duration. [rtu.12.2c]" in run("settings", file, "--set", "minutes=90", code=2)
    assert json.loads(run("settings", file, "--json"))["minutes"] == 105
    assert "Not as the booklet says" in run("settings", file)


BAD = [
    (["new", "FILE", "--name", "x"], "un torneo non si sovrascrive", "an event is never overwritten"),
    (["new", "OTHER", "--name", "x", "--preset", "chess"], "modello «chess» non esiste", "There is no preset “chess”"),
    (["new", "OTHER", "--name", "x", "--set", "prizes=101"], "non può essere 101", "cannot be 101"),
    (["new", "OTHER", "--name", "x", "--set", "sizes=4,3"], "solo in tornei tutti da tre", "tables of three only"),
    (["enter", "FILE", "ada"], "«ada» è già iscritto con il numero 1", "“ada” is already entered as number 1"),
    (["enter", "FILE", "A" * 61], "è troppo lungo: 61 lettere, al più 60", "is too long: 61 letters, 60 at most"),
    (["enter", "FILE", "Ivo", "--club", "A" * 300], "è troppo lungo: 300 lettere", "is too long: 300 letters"),
    (["amend", "FILE", "Ada", "--name", "A" * 300], "è troppo lungo: 300 lettere", "is too long: 300 letters"),
    (["new", "OTHER", "--name", "A" * 81], "è troppo lungo: 81 lettere, al più 80", "is too long: 81 letters"),
    (["new", "OTHER", "--name", " "], "non va bene come nome", "will not do as a name"),
    (["new", "OTHER", "--name", "x", "--set", "sizes=4,4"], "si scrive una volta", "is written once, not 4, 4"),
    (["new", "OTHER", "--name", "x", "--set", "shared_wins=true"], "la vittoria si divide", "share the win"),
    (["new", "OTHER", "--name", "x", "--set", "tiebreaks=luck"], "Lo spareggio «luck» non c’è", "“luck” is not there"),
    (["enter", "FILE", " "], "non va bene come nome", "will not do as a name"),
    (["withdraw", "FILE", "Zoe"], "Nessun iscritto si chiama «Zoe»", "No entrant is called “Zoe”"),
    (["tables", "FILE"], "Il turno 0 non è stato sorteggiato", "Round 0 has not been drawn"),
    (["tables", "OTHER"], "non c’è", "There is no file"),
    (["draw", "FILE", "--method", "magic"], "Il metodo «magic» non c’è", "There is no method “magic”"),
    (["draw", "FILE", "--again"], "Non c’è alcun sorteggio da rifare", "There is no draw to make again"),
    (["result", "FILE", "1", "Ada=5"], "Il turno 0 non è stato sorteggiato", "Round 0 has not been drawn"),
    (["result", "FILE", "1", "Ada"], "non è nella forma giocatore=punti", "is not of the form player=points"),
    (["result", "FILE", "1", "Ada=lots"], "non è un numero di punti", "is no number of points"),
    (["result", "FILE", "1", "Ada=#7:xyz"], "non dice un territorio solo", "does not say one territory"),
    (["penalty", "FILE", "1", "Ada", "5"], "Il turno 0 non è stato", "Round 0 has not been"),
    (["settle", "FILE", "77"], "Non c’è nulla in sospeso con il numero 77", "Nothing with the number 77 is set aside"),
    (["undo", "FILE", "99"], "La voce 99 non si può annullare", "Entry 99 cannot be undone"),
    (["undo", "FILE", "x"], "«x» non è una voce", "“x” is no entry"),
    (["import", "FILE", "songs", "PEOPLE"], "«songs» non c’è", "There is no “songs”"),
    (["import", "FILE", "entrants", "OTHER"], "non si legge", "cannot be read"),
    (["export", "FILE", "songs", "--out", "OTHER"], "«songs» non c’è", "There is no “songs”"),
    (["clock", "FILE", "show"], "Il turno 0 non è stato", "Round 0 has not been"),
    (["sdadata", "1,9", "1"], "non sono mani dalla 1 alla 5", "are no hands from 1 to 5"),
    (["cap", "FILE", "Ada"], "non è nella forma giocatore=armate", "is not of the form player=armies"),
    (["plan", "31", "--final", "5"], "i tavoli non sono multipli dei finalisti", "the tables are no multiple"),
    (["plan", "16", "--sizes", "4,4"], "ogni taglia una volta", "each size once"),
    (["plan", "16", "--sizes", "4,9"], "tavoli da 3, 4 o 5", "tables of 3, 4 or 5"),
    (["plan", "0"], "Da 1 a 5000 iscritti", "1 to 5000 entrants"),
    (["settings", "FILE", "--set", "minutes=soon"], "«soon» non va bene per minutes", "“soon” will not do for minutes"),
]


@pytest.mark.parametrize(("words", "it", "en"), BAD)
def test_bad_input_gets_a_sentence(file: Path, tmp_path: Path, words: list[str], it: str, en: str) -> None:
    """Bad input gets a sentence in both languages on stderr, with exit status 2, and leaves the file unchanged."""
    paths = {"FILE": file, "OTHER": tmp_path / "other.kam", "PEOPLE": tmp_path / "people.csv"}
    before = file.read_bytes()
    for language, sentence in (("it", it), ("en", en)):
        told = run(*(paths.get(word, word) for word in words), "--lang", language, code=2)
        assert sentence in told
        assert told.count("\n") == 1
    assert file.read_bytes() == before
    assert not (tmp_path / "other.kam").exists()
