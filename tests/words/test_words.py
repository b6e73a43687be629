"""Every fact, clause, phase and question has correct texts in both languages."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

import kamchatka.editions
from kamchatka.editions import EDITIONS
from kamchatka.editions.challenge.kingmaker import KingGiven, KingTaken
from kamchatka.editions.godstorm.armies.divine_dice import OnesRerolled
from kamchatka.kernel.ages.age_facts import AgeSet, PurseChanged
from kamchatka.kernel.declarations.registry import below
from kamchatka.kernel.facts import ArmiesGranted, CardDrawn, CardSeized, Dealt, GameEnded, ObjectiveGiven
from kamchatka.kernel.options import ATTACK, DEFEND, MOVE, OCCUPY, PASS, PLACE, TRADE, Action
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from kamchatka.texts import Count, Phrases, add_edition, catalogue, languages, phrases
from kamchatka.words import Words
from kamchatka.words.decision_fields import lap_of
from kamchatka.words.words import SILENT
from tests.kit import position
from tests.rules.godstorm.scene import scene as epoch

LANGUAGES = languages()
PLAYERS = ["Ada", "Bruno", "Carla", "Dino"]
SOURCES = Path(kamchatka.editions.__file__).parents[1]
SECRET = (ObjectiveGiven, CardDrawn, CardSeized, KingGiven, KingTaken)
BY_CLAUSE = (ArmiesGranted, GameEnded, PurseChanged, OnesRerolled)


def fact_classes() -> list[type[Fact]]:
    """Return every kind of fact that players are told about."""
    ours = [kind for kind in below(Fact) if kind.__module__.startswith("kamchatka.")]
    return [kind for kind in ours if not issubclass(kind, SILENT)]


def cited_by_facts() -> set[str]:
    """Return the clauses that facts of one rule cite."""
    return {kind.CITES for kind in fact_classes() if kind.CITES}


def fact_phrases(kind: type[Fact], language: str) -> Phrases:
    """Return the texts of a kind of fact, common ones or those of its edition."""
    parts = kind.__module__.split(".")
    return phrases(language, ".".join(parts[:3]) if parts[1] == "editions" else "")


def cited_clauses(edition: str) -> set[str]:
    """Return the clauses of an edition that the code of the kernel or of that edition cites."""
    home = find_spec(EDITIONS[edition].home)
    assert home is not None
    folders = [SOURCES / "kernel", *(Path(folder) for folder in home.submodule_search_locations or ())]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    constants = {
        node.value
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return constants & set(EDITIONS[edition].citations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_words(language: str) -> None:
    """Each class of facts has a sentence, or one for each of its variants."""
    assert len(fact_classes()) > 20
    for kind in fact_classes():
        words, name = fact_phrases(kind, language), kind.__name__
        seen, hidden, own = (words.find("fact", name, variant) for variant in ("seen", "hidden", "own"))
        owned = words.find("fact", name, "owned")
        told = seen and (hidden if kind in SECRET else hidden or own or owned)
        assert told if kind in SECRET else kind in BY_CLAUSE or told or words.find("fact", name), name


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_words(language: str, edition: str) -> None:
    """Each clause that the code cites has a text as a refusal, as a reason for armies or faith, or as an ending."""
    words = phrases(language, EDITIONS[edition].home)
    problems = {"seats.count", "board.place"}  # texts of the Problem that cites them
    told = {path[-1] for path in words.leaves() if path[0] == "fact" and path[1] != "ArmiesGranted"}
    silent = {
        clause
        for clause in cited_clauses(edition)
        if not (
            words.find("why", clause)
            or clause in told
            or (words.find("fact", "ArmiesGranted", clause) and words.find("reason", clause))
        )
    }
    assert silent - problems - cited_by_facts() == set()
    assert len(cited_clauses(edition)) >= 30


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_that_asks_has_a_name_and_a_question(language: str, edition: str) -> None:
    """Every step that asks has a name and a question, for each number of seats."""
    booklet = EDITIONS[edition]
    words, game = phrases(language, booklet.home), booklet.game(booklet.table_rules({}))
    for step in game.steps:
        asks = type(step).options is not type(game.opening).options
        if asks and step.name() != "Turns":
            assert words.find("phase", step.name()), step.name()
            assert ("ask", step.name()) in [path[:2] for path in words.leaves()], step.name()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_edition_and_every_option_of_its_tables_has_a_name(language: str, edition: str) -> None:
    """Editions have a unique name and a sentence, options a title, and values a word."""
    booklet = EDITIONS[edition]
    words = phrases(language, booklet.home)
    names = [phrases(language, other.home).say("edition", id, "name") for id, other in EDITIONS.items()]
    assert names.count(words.say("edition", edition, "name")) == 1
    assert words.say("edition", edition, "summary")
    for option in booklet.rulebook.options:
        assert words.find("option", option.name, "title"), option.name
        told = [words.find("option", option.name, str(value)) for value in option.values if not isinstance(value, bool)]
        assert all(told), option.name
        assert len(set(told)) == len(told), option.name


def test_the_language_of_the_clauses_is_known_to_a_booklet() -> None:
    """The clause that a fact cites is known to the modern booklet."""
    assert len(cited_by_facts()) > 8
    assert cited_by_facts() <= set(EDITIONS["modern"].citations)


@pytest.mark.parametrize(
    ("number", "spec", "text"),
    [
        (1, "armata|armate", "1 armata"),
        (3, "armata|armate", "3 armate"),
        (0, "army|armies", "0 armies"),
        (1, "~resta|restano", "resta"),
        (2, "~resta|restano", "restano"),
        (7, "", "7"),
        (7, ">3", "  7"),
    ],
)
def test_plurals(number: int, spec: str, text: str) -> None:
    """Plurals have forms for one and many, with or without the number."""
    assert format(Count(number), spec) == text


def test_lists_and_ranges() -> None:
    """Lists and ranges are written as people say them."""
    words = phrases("it")
    assert words.join_items(["a"]) == "a"
    assert words.join_items(["a", "b", "c"]) == "a, b e c"
    assert [words.span(1, most) for most in (0, 1, 2, 3, 4)] == ["nessuna", "1", "1 o 2", "1, 2 o 3", "da 1 a 4"]
    assert phrases("en").span(2, 9) == "2 to 9"


def test_an_edition_can_bring_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition's texts are added to the common ones, or replace them."""
    monkeypatch.setattr(catalogue, "_editions", dict(catalogue._editions))
    (tmp_path / "words_it.toml").write_text('lap = "Luna {number}"\n[fact]\nTide = "{seat} nuota"\n', encoding="utf-8")
    add_edition("tides", tmp_path)
    own = phrases("it", "tides")
    assert (own.say("lap", number=3), own.say("fact", "Tide", seat="Ada")) == ("Luna 3", "Ada nuota")
    assert own.say("list", "and") == "e"
    assert phrases("it").find("fact", "Tide") is None


# ------------------------------------------------------------------ secrets
def test_hidden_facts_tell_no_secret() -> None:
    """Seats that may not know a hidden fact read only that it happened."""
    match = position({})
    words = Words("it", match.edition, PLAYERS)
    for fact, secret in ((ObjectiveGiven(0, 1), "24"), (CardDrawn(0, 0), "Alaska"), (CardSeized(0, 1, 0), "Alaska")):
        own, other = words.fact(fact.seen_by(0)), words.fact(fact.seen_by(2))
        assert own is not None
        assert secret in own.text
        assert other is not None
        assert secret not in other.text
        assert "?" not in other.text


def test_a_fact_carries_its_rule() -> None:
    """The sentence of a fact names its subject, and has the paragraph of its rule."""
    match = position({})
    told = Words("en", match.edition, PLAYERS).fact(ArmiesGranted(2, 5, "reinforce.zones"))
    assert told is not None
    assert (told.seat, told.text) == (2, "Carla receives 5 armies for continents")
    assert told.rules == ("std.reinforce.b",)
    dealt = Words("it", match.edition, PLAYERS).fact(Dealt(0, 1))
    assert dealt is not None
    assert dealt.text == "L’Alaska tocca a Bruno"


# ------------------------------------------------------------------ refusals
def refusal_text(match: Match, action: Action, language: str, seat: int = 0) -> str:
    """Return the sentence for a refused action."""
    words = Words(language, match.edition, PLAYERS)
    refusal = match.game.refusal(match.table, seat, action)
    assert isinstance(refusal, Refusal)
    return words.refusal(refusal, match.game, match.table)


ALASKA, NORTHWEST, ALBERTA = 0, 1, 3


def test_a_refusal_says_what_why_and_the_rule() -> None:
    """A refusal contains the action, the values, and the id and text of the rule."""
    match = position({"alaska": (0, 3)})
    told = refusal_text(match, Action(ATTACK, ALASKA, NORTHWEST, 3), "it")
    assert told.startswith("Attaccare i Territori del Nord Ovest dall’Alaska con 3 dadi: non si può. ")
    assert "Alaska ha 3 armate: attacca con 1 o 2 dadi." in told
    assert "[std.attack.10] L’attaccante lancia" in told
    told = refusal_text(match, Action(ATTACK, ALASKA, NORTHWEST, 3), "en")
    assert told.startswith("Cannot attack the Northwest Territories from Alaska with 3 dice. ")
    assert "Alaska has 3 armies: it attacks with 1 or 2 dice." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_told(language: str) -> None:
    """No refusal has an empty or unknown field in its template."""
    combat = position({"alaska": (0, 3), "alberta": (0, 1), "brazil": (0, 2)})
    brazil, china = (combat.game.board.places.index(name) for name in ("brazil", "china"))
    hand = ["alaska", "china", "brazil"]
    reinforce = position({"northwest_territories": (1, 1)}, rest=(0, 1), phase="Reinforce", hands={0: hand})
    move = position({"alaska": (0, 3), "alberta": (0, 1)}, phase="StrategicMove")
    attempts = [
        (combat, Action(ATTACK, brazil, china, 1)),
        (combat, Action(ATTACK, china, brazil, 1)),
        (combat, Action(ATTACK, ALASKA, ALBERTA, 1)),
        (combat, Action(ATTACK, ALBERTA, NORTHWEST, 1)),
        (combat, Action(PLACE, ALASKA, n=1)),
        (combat, Action(MOVE, ALASKA, ALBERTA, 1)),
        (reinforce, Action(PLACE, ALASKA, n=1_000_000)),
        (reinforce, Action(PLACE, NORTHWEST, n=1)),
        (reinforce, Action(PASS)),
        (reinforce, Action(TRADE, what=0b111)),
        (reinforce, Action(OCCUPY, n=2)),
        (reinforce, Action(DEFEND, n=0)),
        (move, Action(MOVE, ALASKA, NORTHWEST, 1)),
        (move, Action(MOVE, ALASKA, ALBERTA, 3)),
        (move, Action(MOVE, ALASKA, china, 1)),
        (move, Action(ATTACK, ALASKA, NORTHWEST, 1)),
    ]
    for match, action in attempts:
        told = refusal_text(match, action, language)
        assert "{" not in told
        assert "?" not in told
        assert "[std." in told
    assert "Bruno" in refusal_text(combat, Action(PASS), language, seat=1)


@pytest.mark.parametrize(
    ("edition", "it", "en"),
    [("modern", "Giro 1", "Round 1"), ("risk2210", "Anno 1", "Year 1"), ("godstorm", "Epoca 1", "Epoch 1")],
)
def test_a_round_has_the_name_that_the_booklet_gives_it(edition: str, it: str, en: str) -> None:
    """The booklet's name of a round appears once, in one word, and not before the first round."""
    match = Match.new(edition, 3, seed=1)
    italian, english = (Words(language, match.edition, PLAYERS) for language in ("it", "en"))
    assert (italian.lap(match.state), english.lap(match.state)) == ("", "")
    while lap_of(match.state) == 0:
        match.play(next(match.actions()))
    assert (italian.lap(match.state), english.lap(match.state)) == (it, en)


def test_an_epoch_whose_marker_goes_back_is_called_by_its_marker() -> None:
    """An epoch is named by its marker, which may go back while rounds go on (AgeSet)."""
    match = epoch("Invade", {"egypt": (0, 3)}, epoch=3)
    match.table.note(AgeSet(2))
    assert Words("en", match.edition, PLAYERS).lap(match.state) == "Epoch 2"


@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        (["iceland", "east_africa", "eastern_australia"], "Your cards make no trio: go on to the attacks."),
        (["iceland", "east_africa", "eastern_australia", "alaska"], "Play a trio, or go on to the attacks."),
    ],
)
def test_whoever_has_no_trio_is_not_told_to_play_one(cards: list[str], asked: str) -> None:
    """With three cards that don't make a trio, the question explains that the seat can only go on."""
    match = position({"alaska": (0, 3)}, phase="Reinforce", hands={0: cards})
    words = Words("en", match.edition, PLAYERS)
    assert words.question(match.game, match.state, match.options(0), 0) == asked
