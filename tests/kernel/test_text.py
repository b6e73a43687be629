"""Sentences as data: equal when they say the same, listed once each, shown by key without a language."""

from kamchatka.kernel import text
from kamchatka.kernel.text import Listed, Text


def test_a_text_shows_its_path_and_its_fields() -> None:
    sentence = Text("problem", "card.unknown", name="Tè", number=3)
    assert repr(sentence) == "Text('problem', 'card.unknown', name='Tè', number=3)"
    assert hash(sentence) == hash(Text("problem", "card.unknown", name="Caffè"))
    assert len({hash(Text("problem", str(number))) for number in range(9)}) == 9


def test_where_nobody_speaks_a_text_is_its_path() -> None:
    speakers = text._speakers[:]
    try:
        text._speakers.clear()
        assert Text("problem", "x", name="Tè").text("it") == "Text('problem', 'x', name='Tè')"
    finally:
        text._speakers[:] = speakers


def test_a_list_says_each_thing_once_with_a_sign_or_a_word_between() -> None:
    assert Listed(["a", "b", "a"]).text("it") == "a, b"
    assert Listed([1, 2, 3], " / ").text("en") == "1 / 2 / 3"
    assert Listed(["a", "b"], Listed(["x"])).text("en") == "axb"


def test_lists_are_equal_when_their_parts_and_signs_are() -> None:
    assert Listed(["a", "b"]) == Listed(("a", "b"))
    assert Listed(["a", "b"]) != Listed(["a", "b"], "-")
    assert Listed(["a", "b"]) != Listed(["a", "c"])
    assert Listed(["a"]) != "a"
    assert hash(Listed(["a", "b"])) == hash(Listed(("c", "d"))) != hash(Listed(["a"]))
