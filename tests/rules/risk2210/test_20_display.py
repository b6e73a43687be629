"""What a table of 2210 shows in addition to MODs, to seats and to spectators."""

from kamchatka.editions.display import Display, Piece
from kamchatka.editions.risk2210.cards.card_facts import Jammed, LandfallOpened, TruceMade
from kamchatka.kernel.ages.age_facts import TurnCleared
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from tests.ages import Told, describe_counters, place_number
from tests.rulemark import rule
from tests.rules.risk2210.scene import own_record, scene


def rich(**options: object) -> Match:
    """Set a table with commanders in two places, stations, a devastated land, cards, scouts and hidden energy."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (1, 2), "tycho": (2, 1)},
        energy={0: 4, 1: 2},
        year=3,
        commanders={
            0: {"land": "japan", "naval": "japan"},
            1: {"nuclear": "mexico", "diplomat": "mexico"},
            2: {"space": "tycho"},
        },
        stations=["mexico"],
        devastated=["siberia"],
        kept={"egypt": 0, "neo_paulo": 0, "canada": 1},
        hands={0: ["land_frequency_jam_1"], 1: ["naval_hidden_energy_1", "naval_stealth_mods_1"]},
        order=(1, 0, 2),
        options=options,
    )
    assert own_record(match).number == 3
    return match


def display(match: Match, viewer: int) -> Display:
    """Return what a viewer sees."""
    return match.edition.display(match.game, match.view(viewer).state, viewer)


def counters(
    energy: int,
    marker: int,
    land: int = 0,
    naval: int = 0,
    scouts: int = 0,
    kept: tuple[Told, ...] = (),
    jammed: int = 0,
    truce: int = 0,
) -> list[Told]:
    """Return the public numbers of a seat."""
    return [
        ("energy", "energia", "energy", energy),
        ("marker", "turno", "turn", marker),
        ("cards_land", "carte terrestri", "land cards", land),
        ("cards_naval", "carte navali", "naval cards", naval),
        ("cards_space", "carte spaziali", "space cards", 0),
        ("cards_nuclear", "carte nucleari", "nuclear cards", 0),
        ("cards_diplomat", "carte diplomatiche", "diplomat cards", 0),
        ("scouts", "esploratori", "scouts", scouts),
        *kept,
        ("jammed", "carte bloccate", "cards jammed", jammed),
        ("truce", "tregua", "cease-fire", truce),
    ]


def test_everybody_sees_pieces_marks_and_numbers() -> None:
    for viewer in (0, 1, 2, ONLOOKER):
        shown = display(rich(), viewer)
        assert shown.pieces == {
            "japan": (Piece("land_commander", 0), Piece("naval_commander", 0)),
            "mexico": (Piece("nuclear_commander", 1), Piece("diplomat", 1), Piece("station", 1)),
            "tycho": (Piece("space_commander", 2),),
        }
        assert shown.marks == {"siberia": ("devastation",)}
        promise = ("kept_neo_paulo", "Energia nascosta: Neo Paulo", "Hidden energy: Neo Paulo", 1)
        assert {seat: describe_counters(known) for seat, known in shown.counters.items()} == {
            0: counters(4, 2, land=1, scouts=1, kept=(promise,)),
            1: counters(2, 1, naval=2, scouts=1),
            2: counters(0, 3),
        }
        assert shown.public == ()
        assert shown.closed == ()


def test_what_lies_face_down_is_for_its_keeper() -> None:
    """Only the keeper sees scouts and, where the table hides it, energy."""
    match = rich()
    scouts = ("kept_egypt", "Esploratori: Egitto", "Scouts: Egypt", 1)
    assert describe_counters(display(match, 0).secret) == [scouts]
    assert describe_counters(display(match, 1).secret) == [("kept_canada", "Esploratori: Canada", "Scouts: Canada", 1)]
    assert display(match, 2).secret == display(match, ONLOOKER).secret == ()
    secret = rich(hidden_energy_face_up=False)
    promise = ("kept_neo_paulo", "Energia nascosta: Neo Paulo", "Hidden energy: Neo Paulo", 1)
    assert describe_counters(display(secret, 0).secret) == [scouts, promise]
    for viewer in (0, 1, ONLOOKER):
        assert describe_counters(display(secret, viewer).counters[0]) == counters(4, 2, land=1, scouts=1)


@rule("2210.turn_end.3")
def test_what_lasts_for_a_turn_is_shown_while_it_does() -> None:
    """The display shows who plays no cards, whom the seat in turn doesn't attack and which land the Moon may attack."""
    match = rich()
    for fact in (Jammed(2, 0), TruceMade(1, 0), LandfallOpened(place_number(match, "egypt"))):
        match.table.note(fact)
    shown = display(match, ONLOOKER)
    assert (describe_counters(shown.counters[1]), describe_counters(shown.counters[2])) == (
        counters(2, 1, naval=2, scouts=1, truce=1),
        counters(0, 3, jammed=1),
    )
    assert describe_counters(shown.public) == [("landfall_egypt", "dalla Luna: Egitto", "from the Moon: Egypt", 1)]
    match.table.note(TurnCleared())
    assert display(match, ONLOOKER) == display(rich(), ONLOOKER)


@rule("2210.collect.5", "2210.collect.6")
def test_zones_are_shown_as_they_are_controlled() -> None:
    """Three lands of South America and a devastated fourth are complete; an all-devastated Australia has no owner."""
    board = rich().game.board
    south, down = (board.zone_ids.index(zone) for zone in ("south_america", "australia"))
    lands = [place for n, place in enumerate(board.places) if board.zone[n] == south]
    waste = [place for n, place in enumerate(board.places) if board.zone[n] == down]
    match = scene("Orders", {**{place: (0, 1) for place in lands[1:]}, "mexico": (2, 1)}, devastated=[lands[0], *waste])
    shown = display(match, ONLOOKER)
    assert [south in shown.zones_of(match.game.board, match.state, seat) for seat in range(3)] == [True, False, False]
    assert not any(down in shown.zones_of(match.game.board, match.state, seat) for seat in range(3))


def test_every_card_has_a_face() -> None:
    faces = rich().edition.faces
    assert len(faces) == 100
    assert (faces[0].kind, faces[0].place) == ("land", None)
    assert {face.kind for face in faces} == {"land", "naval", "space", "nuclear", "diplomat"}
    armageddon = faces[rich().game.cards.index("nuclear_armageddon")]
    assert armageddon.cost == 4
    assert armageddon.text("it") != armageddon.text("en")
