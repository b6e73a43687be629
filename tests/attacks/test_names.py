"""Names that imitate others and texts that reverse a line: other users see what was entered."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.editions import edition
from kamchatka.editions.risk2210.custom import read_custom
from kamchatka.server.faults import Fault
from kamchatka.server.storage.accounts import clean_name, strip_name
from kamchatka.server.tables.seating import unlike
from kamchatka.texts.user_text import clean_text, look_of
from tests.server.client import Browser
from tests.server.conftest import server
from tests.server.running import Server
from tests.server.together import together

__all__ = ["server"]

PASSWORD = "correct horse"
HIDDEN = [
    "a\u202eb",  # the rest from right to left
    "a\u2066b\u2069",
    "a\u200eb",
    "a\u200bb",  # a zero-width space
    "a\u200db",
    "a\u2060b",
    "a\ufeffb",
    "a\u00adb",
    "a\u034fb",
    "\u3164",  # an invisible filler
    "\u2800",
    "a\U000e0041b",
    "a\x1b[31mb",
    "a\x85b\x00",
    "\u0301a",  # an accent on the preceding text
    "Z" + "\u0301" * 10,
    "\ufdfa\ufdfa",  # one letter that expands to eighteen
    "\u0390" * 20,  # sixty letters after case folding
]


@pytest.mark.parametrize("name", HIDDEN, ids=ascii)
def test_names_are_what_is_seen(name: str) -> None:
    with pytest.raises(Fault):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Ada", "Zoë", "Łukasz", "Ωmega", "Даша", "花子", "محمد", "O'Neil-2", "R2 D2", "❤️ Ada", "José"]
)
def test_names_of_people_are_taken(name: str) -> None:
    assert clean_name(name) == strip_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Аdа"),  # Cyrillic
        ("Ian", "lan"),
        ("Carla-1", "CarIa-l"),
        ("modern", "rnodern"),
        ("Bob", "B0b"),
        ("Orso", "Οrso"),  # Greek
        ("Ada", "Ａｄａ"),  # full width
        ("ADA", "ada"),
        ("Hilda", "Ηilda"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)
    assert unlike(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Mario", "Maria"), ("Даша", "Маша"), ("Anna", "Ana"), ("Zoë", "Zoe")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)
    assert unlike(other, [one]) == other


@given(st.text(max_size=60))
def test_clean_text_is_clean(text: str) -> None:
    """Cleaning is idempotent, and clean text is one line of visible characters."""
    clean = clean_text(text)
    assert clean_text(clean) == clean
    assert "\n" not in clean
    assert all(one == " " or one.isprintable() for one in clean)


@together
async def test_nobody_takes_a_name_that_looks_like_an_accounts(server: Server) -> None:
    own = f"Paolo{secrets.randbelow(10**6)}x"
    double = own.replace("a", "а").replace("o", "о")
    async with (
        Browser(server.address, "") as paolo,
        Browser(server.address, "") as eve,
        Browser(server.address, "Eva") as eva,
    ):
        await paolo.post("/api/accounts", {"name": own, "password": PASSWORD})
        for name in (double, own.upper(), own.replace("l", "I")):
            assert (await eve.post("/api/session", {"name": name}, 409))["code"] == "taken"
            assert (await eva.post("/api/session", {"name": name}, 409))["code"] == "taken"
            assert (await eve.post("/api/accounts", {"name": name, "password": PASSWORD}, 409))["code"] == "taken"
        assert (await paolo.post("/api/login", {"name": own, "password": PASSWORD}))["name"] == own


@together
async def test_look_alikes_at_one_table_are_numbered(server: Server) -> None:
    async with Browser(server.address, "Sara") as sara, Browser(server.address, "Sаrа") as other:
        table = await sara.lay(seats="moo")
        row = await other.post(f"/api/tables/{table}/join")
        assert [seat["name"] for seat in row["seats"]][:2] == ["Sara", "Sаrа 2"]


@together
async def test_texts_lose_what_turns_them_round(server: Server) -> None:
    """The cleaning applies to tables, labels of tokens and chat."""
    async with Browser(server.address, "Tina") as tina:
        token = await tina.post("/api/tokens", {"label": "my\u202e\u2066 bot\u200b"})
        assert token["label"] == "my bot"
        assert (await tina.post("/api/tokens", {"label": "\u202e\u200b"}, 400))["code"] == "problem"
        table = await tina.lay(seats="mrr", name="Our\u202e table\u2028two\u3164")
        assert (await tina.get(f"/api/tables/{table}"))["name"] == "Our table two"
        async with tina.at(table) as seat:
            await seat.until("scene")
            await seat.say(type="say", text="hi\u202e \u2067there" + "\u0301" * 20)
            assert (await seat.until("said"))["text"] == "hi theré" + "\u0301" * 3


def test_cards_lose_it_too() -> None:
    cards = """
[[card]]
id = "turn"
deck = "land"
cost = 1
timing = "before_first_invasion"
it = "Gi\u202era"
en = "Tu\u200brn"
text_it = "Due\u2066 MOD"
text_en = "Two\u202e MODs"
[[card.effect]]
do = "place_mods"
terrain = "land"
mods = 2
"""
    edition("risk2210").table_rules({"custom_cards": cards})
    card = read_custom(cards)[0]
    assert (card.it, card.en, card.text_it, card.text_en) == ("Gira", "Turn", "Due MOD", "Two MODs")
