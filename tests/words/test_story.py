"""A story groups facts as people tell them, omits nothing, and keeps secrets."""

from kamchatka import Attack, Match, Pass
from kamchatka.kernel.facts import ArmiesPlaced, CardDrawn, Conquered, ObjectiveGiven, Rolled
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import play_numeric
from kamchatka.players import bot
from kamchatka.words import Story, Words
from tests.kit import faces, position

PLAYERS = ["Ada", "Bruno", "Carla", "Dino"]


def story_of(match: Match, seat: int | None, language: str = "it") -> Story:
    """Return the story of all facts of a match."""
    story = Story(Words(language, match.edition, PLAYERS), match, seat)
    story.hear(match.journal)
    return story


def whole_game(seed: int) -> Match:
    """Return a game between four cautious bots."""
    match = Match.new("modern", 4, seed=seed)
    bots = [bot("cautious", match.game, seat) for seat in range(4)]
    while not match.is_over:
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    return match


def test_a_battle_is_one_sentence() -> None:
    """All rolls of one attack and its conquest are one sentence."""
    match = position({"alaska": (0, 5), "kamchatka": (1, 1)}, luck=faces(1, 1, 1, 6, 6, 5, 2, 1))
    before = len(story_of(match, 0).tell())
    match.play(Attack("alaska", "kamchatka", 3))
    match.play(Attack("alaska", "kamchatka", 3))
    told = story_of(match, 0).tell()[before:]
    assert [one.text for one in told] == [
        "Ada conquista la Kamchatka (Bruno) dall’Alaska e vi porta 3 armate: Ada perde 1 armata, Bruno 1 armata"
    ]
    assert told[0].detail == "1·1·1 contro 6; 6·5·2 contro 1"
    assert told[0].rules == ("std.attack.13",)
    assert told[0].seat == 0


def test_the_next_turn_is_a_heading() -> None:
    """A new turn is a heading."""
    match = position({"alaska": (0, 2)}, phase="StrategicMove")
    match.play(Pass())
    assert [one.text for one in story_of(match, 0).tell() if one.is_heading][-1] == "Giro 5 · Bruno"


def test_nothing_is_left_out() -> None:
    """Every roll, conquest and placed army of a whole game is in the story, in each language."""
    match = whole_game(3)
    for language, verb in (("it", "conquista"), ("en", "conquers")):
        lines = story_of(match, ONLOOKER, language).tell()
        told, journal = " ".join(one.text for one in lines), match.journal
        rolls = sum(one.detail.count(";") + 1 for one in lines if one.detail)
        assert rolls == sum(isinstance(fact, Rolled) for fact in journal)
        assert told.count(verb) == sum(isinstance(fact, Conquered) for fact in journal)
        assert sum(isinstance(fact, ArmiesPlaced) for fact in journal) > 50


def test_a_story_keeps_the_secrets_of_others() -> None:
    """Bruno's story never names a card that only another player saw, nor another's objective."""
    match = whole_game(4)
    words = Words("it", match.edition, PLAYERS)
    texts = [one.text for one in story_of(match, 1).tell()]
    for fact in match.journal:
        if isinstance(fact, CardDrawn) and fact.seat != 1:
            drawn = words.fact(fact)
            assert drawn is not None
            assert drawn.text not in texts
        if isinstance(fact, ObjectiveGiven):
            given = words.fact(fact)
            assert given is not None
            assert (given.text in texts) == (fact.seat == 1)


def test_an_open_story_tells_everything() -> None:
    """Without a viewer nothing is hidden."""
    match = whole_game(4)
    texts = " ".join(one.text for one in story_of(match, None).tell())
    assert all(name in texts for name in (f"{player} ha l’obiettivo" for player in PLAYERS))


def test_a_story_can_begin_in_a_position() -> None:
    """From a position in notation, owners are known from the start."""
    match = Match.from_position(position({"alaska": (0, 3)}).position(), seed=1)
    match.play(Attack("alaska", "kamchatka", 2))
    story = Story(Words("en", match.edition, PLAYERS), match, 0)
    for entry in match.entries:
        story.hear(entry.facts)
    assert "Ada" in story.tell()[0].text
    assert "(Bruno) from Alaska" in story.tell()[0].text


def test_the_neutral_army_comes_to_all_its_places_in_one_sentence() -> None:
    """With two seats, the neutral army's placement is one sentence, in every edition that has such an army."""
    for edition in ("risk2210", "classic", "godstorm"):
        match = Match.new(edition, 2, seed=1)
        bots = [bot("random", match.game, seat) for seat in range(2)]
        while not any(isinstance(fact, NeutralsPlaced) for fact in match.journal):
            seat = match.awaited[0]
            play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
        places = [match.game.board.places[fact.place] for fact in match.journal if isinstance(fact, NeutralsPlaced)]
        words = Words("en", match.edition, PLAYERS)
        told = [one.text for one in story_of(match, ONLOOKER, "en").tell() if "eutral" in one.text]
        [placed] = [text for text in told if words.names.place(match.game.board.places.index(places[0])) in text]
        assert all(words.names.place(match.game.board.places.index(place)) in placed for place in places)
