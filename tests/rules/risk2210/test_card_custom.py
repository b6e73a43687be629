"""Custom cards: a table's card file is loaded, its mistakes are reported, and its cards work like printed ones."""

import re
from pathlib import Path

import pytest

from kamchatka.boards import sheet
from kamchatka.editions import edition
from kamchatka.editions.risk2210.custom import line_of, read_custom
from kamchatka.editions.risk2210.data import COMMAND_CARDS
from kamchatka.editions.risk2210.deck.vocabulary import AnyEffect, effect_name
from kamchatka.journal import Player, new_header, new_match
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Choose, Invade, NameSeat, Pass, PlayCard
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.words import Words
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.risk2210.scene import clause_of, energy_of, play, playable, scene, step_name, where

PAGE = (Path(__file__).parents[3] / "docs" / "custom-cards.md").read_text(encoding="utf-8")
WORKED = "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
LEVY = WORKED[: WORKED.index('[[card]]\nid = "moonquake"')]
TABLE = {"custom_cards": WORKED}


PLAIN = """[[card]]
id = "levy"
deck = "land"
cost = 1
timing = "before_first_invasion"
it = "Leva"
en = "Levy"
text_it = "a"
text_en = "b"
[[card.effect]]
do = "place_mods"
terrain = "land"
mods = 2
"""


def copies(card: str, number: int) -> str:
    """Return the same card on `count` blanks."""
    return card.replace("cost = 1", f"cost = 1\ncopies = {number}")


# ------------------------------------------------------------------ the page
def test_the_page_names_every_effect_once() -> None:
    """docs/custom-cards.md has exactly one row for each word of the vocabulary."""
    rows = re.findall(r"^\| `(\w+)` \|", PAGE[PAGE.index("| `do` |") + 1 :], re.MULTILINE)
    assert sorted(rows) == sorted(effect_name(effect) for effect in AnyEffect.__args__)


def test_printed_cards_use_every_effect() -> None:
    """Every effect available to custom cards is used by a printed one."""
    printed = {effect_name(type(effect)) for card in COMMAND_CARDS for effect in card.effects}
    assert printed == {effect_name(effect) for effect in AnyEffect.__args__}


@rule("2210.setup.3")
def test_five_decks_of_twenty() -> None:
    """42 different cards, a hundred in all; the blanks stay in the box."""
    decks: dict[str, int] = {}
    for card in COMMAND_CARDS:
        decks[card.deck] = decks.get(card.deck, 0) + card.copies
    assert len(COMMAND_CARDS) == 42
    assert decks == dict.fromkeys(("land", "naval", "space", "nuclear", "diplomat"), 20)
    assert len(edition("risk2210").game(edition("risk2210").table_rules({})).cards) == 100


# ------------------------------------------------------------------ reading
@rule("2210.card.blank")
def test_without_a_text_there_are_no_custom_cards() -> None:
    """The option is empty by default."""
    assert read_custom("") == read_custom(" \n") == ()
    assert edition("risk2210").at(edition("risk2210").table_rules({})) is edition("risk2210")


@rule("2210.card.blank")
def test_the_worked_cards_join_their_decks_with_their_names() -> None:
    """The examples add four cards; the two copies of the first are numbered."""
    match = Match.new("risk2210", 3, TABLE, seed=1)
    assert match.game.cards[100:] == ["sea_levy_1", "sea_levy_2", "moonquake", "black_rain"]
    assert [card.name("it") for card in match.edition.cards[100:]] == [
        "Leva di mare (navale)",
        "Leva di mare (navale)",
        "Lunamoto (spaziale)",
        "Pioggia nera (nucleare)",
    ]
    assert Words("en", match.edition, ["A", "B", "C"]).names.card(102) == "Moonquake (space)"
    assert len(match.edition.faces) == len(match.edition.cards) == 104
    face = match.edition.faces[102]
    assert (face.kind, face.cost, face.en[:4], face.it[:4]) == ("space", 3, "Half", "Metà")


FAULTS = [
    ('deck = "naval"', 'deck = "air"', 3, "deck", "there is no “air”: choose among land, naval"),
    ("cost = 2", "cost = 21", 4, "cost", "the number must be <= 20"),
    ("cost = 2", "cost = -1", 4, "cost", "the number must be >= 0"),
    ("cost = 2", 'cost = "two"', 4, "cost", "a whole number is needed, not a text"),
    ("cost = 2\n", "", 1, "cost", "the key “cost” is missing"),
    ("copies = 2", "copies = 2\ncolour = 1", 7, "colour", "there is no key “colour”"),
    ("copies = 2", "copies = 3", 6, "copies", "blank naval cards in the box: 2 in all"),
    ("copies = 2", 'copies = 2\nattacked = "sea"', 7, "attacked", "only for a card that answers an invasion"),
    ('en = "Sea Levy"', 'en = ""', 8, "en", "its length must be >= 1"),
    ('id = "sea_levy"', 'id = "Sea levy"', 2, "id", "only small letters"),
    ('id = "sea_levy"', 'id = "land_stealth_mods"', 2, "id", "there is a card “land_stealth_mods” already"),
    ("mods = 2", "mods = 0", 15, "mods", "the number must be >= 1"),
    ('terrain = "sea"', 'terrain = "sky"', 14, "terrain", "there is no “sky”: choose among land, sea, moon"),
    ('do = "take_energy"', 'do = "fly"', 19, "do", "there is no “fly”: choose among place_mods"),
    ('do = "take_energy"\n', "", 18, "do", "the key “do” is missing"),
    ('timing = "before_first_invasion"', 'timing = "end_of_game"', 13, "do", "place_mods is only for timing ="),
    (
        'do = "take_energy"\nenergy = 1',
        'do = "strike_zone"\nzones = ["mars", "", "", "", "", ""]',
        20,
        "zones",
        "“mars” is no zone: there are north_america, south_america, europe",
    ),
    (
        'do = "take_energy"\nenergy = 1',
        'do = "strike_zone"\nzones = ["", "", "", "", "", ""]',
        20,
        "zones",
        "at least one face",
    ),
    ('do = "take_energy"\nenergy = 1', 'do = "strike_zone"\nzones = ["asia"]', 20, "zones", "its length must be >= 6"),
]


@rule("2210.card.blank")
@pytest.mark.parametrize(("old", "new", "line", "key", "said"), FAULTS)
def test_a_mistake_is_named_by_line_and_key(old: str, new: str, line: int, key: str, said: str) -> None:
    """The message is in both languages and names the rule; the game doesn't start."""
    assert old in LEVY
    with pytest.raises(Problem) as raised:
        edition("risk2210").table_rules({"custom_cards": LEVY.replace(old, new, 1)})
    assert str(raised.value).startswith(f"Custom cards, line {line}, key “{key}”: ")
    assert said in str(raised.value)
    assert raised.value.text("it").startswith(f"Carte personalizzate, riga {line}, chiave «{key}»: ")
    assert raised.value.rule == "2210.card.blank"


@rule("2210.card.blank")
def test_a_key_that_one_card_lacks_is_not_looked_for_in_the_next() -> None:
    """The reported line is the start of the card that lacks it, even if the next card has it."""
    with pytest.raises(Problem, match="line 1, key “cost”: the key “cost” is missing"):
        read_custom(PLAIN.replace("cost = 1\n", "") + PLAIN.replace('"levy"', '"other_levy"'))


@rule("2210.card.blank")
def test_names_and_texts_are_cleaned_before_others_see_them() -> None:
    """Direction marks and invisible characters are removed."""
    text = PLAIN.replace('"Levy"', '"Le\u202evy"').replace('"a"', '"a\u200b  b"')
    card = read_custom(text)[0]
    assert (card.en, card.it, card.text_it, card.text_en) == ("Levy", "Leva", "a b", "b")


@rule("2210.card.blank")
def test_what_is_not_toml_is_named_by_its_line() -> None:
    """The message names the line where parsing stopped."""
    with pytest.raises(Problem, match="Custom cards, line 4: this is not TOML"):
        read_custom(LEVY.replace("cost = 2", "cost = "))
    with pytest.raises(Problem, match="key “card”: a list is needed, not a table"):
        read_custom("[card]\nid = 3")


@rule("2210.card.blank")
def test_the_same_id_twice_and_own_turn_effects_on_nuclear_cards() -> None:
    """Only the whole file shows these contradictions."""
    with pytest.raises(Problem, match="line 24, key “id”: there is a card “sea_levy” already"):
        read_custom(f"{LEVY}\n{LEVY}")
    nuclear = LEVY.replace('deck = "naval"', 'deck = "nuclear"')
    assert read_custom(nuclear)
    own_turn = nuclear.replace('do = "take_energy"\nenergy = 1', 'do = "invade_earth"')
    with pytest.raises(Problem, match="line 19, key “do”: the effect invade_earth belongs to your own turn"):
        read_custom(own_turn)


BLANKS = {"land": 2, "naval": 2, "space": 1, "nuclear": 2, "diplomat": 2}


@rule("2210.card.blank")
@pytest.mark.parametrize(("deck", "blanks"), BLANKS.items())
def test_each_deck_has_its_blanks_and_no_more(deck: str, blanks: int) -> None:
    """Most decks have two blanks, space has one, for one card or several."""
    several = [
        PLAIN.replace('"levy"', f'"levy_{n}"').replace('deck = "land"', f'deck = "{deck}"') for n in range(blanks)
    ]
    edition("risk2210").table_rules({"custom_cards": "".join(several)})  # no Problem
    for text in ("".join([*several, several[0].replace("levy_0", "levy_more")]), copies(several[0], blanks + 1)):
        with pytest.raises(Problem, match=f"key “copies”: blank {deck} cards in the box: {blanks} in all"):
            edition("risk2210").table_rules({"custom_cards": text})


@rule("2210.card.blank")
def test_all_nine_blanks_may_be_written_on() -> None:
    """One card for each deck uses all its blanks."""
    cards = [
        copies(PLAIN, blanks).replace('"levy"', f'"{deck}_levy"').replace('"land"\ncost', f'"{deck}"\ncost')
        for deck, blanks in BLANKS.items()
    ]
    match = Match.new("risk2210", 3, {"custom_cards": "".join(cards)}, seed=1)
    assert len(match.game.cards) == 109


def test_a_game_kept_with_more_blanks_of_a_back_still_opens() -> None:
    """An earlier version allowed nine of any deck: its tables keep their cards."""
    players = tuple(Player(name) for name in "abc")
    match = new_match(new_header("risk2210", {"custom_cards": copies(PLAIN, 9)}, players, b"k" * 16))
    assert len(match.game.cards) == 109


def test_lines_are_found_where_tables_have_comments_and_spaces() -> None:
    """Headers are found where TOML sees them."""
    text = '# ours\n[[card]] # one\nid = "a"\n\n[[ card ]]\n  id = "b"\n  [[card.effect]]\n  do = "jam"\n'
    assert line_of(text, ("card", 0, "id")) == 3
    assert line_of(text, ("card", 1, "id")) == 6
    assert line_of(text, ("card", 1, "effect", 0, "do")) == 8
    assert line_of(text, ("card", 1, "cost")) == 5


TWO_CARDS = """# two cards
[[card]]
id = "one"
[[card.effect]]
do = "jam"
mods = 1
[[card.effect]]
do = "score"
points = 2
[[card]]  # the second
id = "two"
cost = 2
[[card.effect]]
do = "jam"
terrain = "land"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("card", 0, "id"), 3),
        (("card", 0), 2),
        (("card", 0, "cost"), 2),
        (("card", 0, "effect", 0, "do"), 5),
        (("card", 0, "effect", 0), 4),
        (("card", 0, "effect", 0, "points"), 4),
        (("card", 0, "effect", 1, "do"), 8),
        (("card", 0, "effect", 1, "terrain"), 7),
        (("card", 0, "effect", 1, "points"), 9),
        (("card", 1, "id"), 11),
        (("card", 1, "points"), 10),
        (("card", 1, "effect", 0, "do"), 14),
        (("card", 1, "effect", 0, "terrain"), 15),
        (("card", 2, "id"), 15),
        (("cards",), 1),
        (("cost",), 12),
        ((), 1),
    ],
)
def test_the_line_of_a_key_or_of_the_table_that_lacks_it(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(TWO_CARDS, path) == line


MODS = 'do = "place_mods"\nterrain = "land"\nmods = 2'


@pytest.mark.parametrize(
    ("text", "it", "en"),
    [
        (
            "a = ",
            "riga ?: non è TOML (Invalid value (at end of document)).",
            "line ?: this is not TOML (Invalid value (at end of document)).",
        ),
        (
            "card = 3",
            "riga 1, chiave «card»: ci vuole una lista e non un numero intero.",
            "line 1, key “card”: a list is needed, not a whole number.",
        ),
        ("x = 3", "riga 1, chiave «x»: la chiave «x» non esiste.", "line 1, key “x”: there is no key “x”."),
        (
            PLAIN.replace("cost = 1", 'cost = "x"'),
            "riga 4, chiave «cost»: ci vuole un numero intero e non un testo.",
            "line 4, key “cost”: a whole number is needed, not a text.",
        ),
        (
            PLAIN.replace('"place_mods"', '"defend_mods"').replace('terrain = "land"\n', ""),
            "riga 11, chiave «do»: l’effetto defend_mods vale solo per timing = invasion_of_yours, any_invasion.",
            "line 11, key “do”: the effect defend_mods is only for timing = invasion_of_yours, any_invasion.",
        ),
        (
            PLAIN.replace('deck = "land"', 'deck = "moon"'),
            "riga 3, chiave «deck»: «moon» non esiste: ci sono land, naval, space, nuclear, diplomat.",
            "line 3, key “deck”: there is no “moon”: choose among land, naval, space, nuclear, diplomat.",
        ),
        (
            PLAIN.replace("cost = 1", 'cost = 1\nattacked = "sea"'),
            "riga 5, chiave «attacked»: serve solo se la carta risponde a un’invasione.",
            "line 5, key “attacked”: it is only for a card that answers an invasion.",
        ),
        (
            PLAIN + PLAIN.replace('"levy"', '"levy2"') + PLAIN,
            "riga 28, chiave «id»: c’è già una carta «levy».",
            "line 28, key “id”: there is a card “levy” already.",
        ),
        (
            PLAIN.replace('deck = "land"', 'deck = "nuclear"').replace(MODS, 'do = "hidden_energy"'),
            "riga 11, chiave «do»: l’effetto hidden_energy vale nel proprio turno, e le carte nucleari anche in altri.",
            "line 11, key “do”: the effect hidden_energy belongs to your own turn, "
            "and nuclear cards are played in others too.",
        ),
        (
            PLAIN.replace(MODS, 'do = "strike_zone"\nzones = ["", "", "", "", "", ""]'),
            "riga 12, chiave «zones»: almeno una faccia del dado deve indicare una zona.",
            "line 12, key “zones”: at least one face of the die must name a zone.",
        ),
    ],
)
def test_mistakes_are_told_to_the_letter_in_both_languages(text: str, it: str, en: str) -> None:
    with pytest.raises(Problem) as caught:
        read_custom(text)
    assert (caught.value.text("it"), caught.value.text("en")) == (f"Carte personalizzate, {it}", f"Custom cards, {en}")
    assert caught.value.rule == "2210.card.blank"


@pytest.mark.parametrize(
    ("deck", "it", "en"),
    [
        ("land", "terrestre: 2 in tutto", "land cards in the box: 2"),
        ("space", "spaziale: 1 in tutto", "space cards in the box: 1"),
    ],
)
def test_too_many_blanks_are_told_to_the_letter_in_both_languages(deck: str, it: str, en: str) -> None:
    with pytest.raises(Problem) as caught:
        edition("risk2210").table_rules({"custom_cards": copies(PLAIN, 3).replace('"land"\ncost', f'"{deck}"\ncost')})
    where_it = "riga 5, chiave «copies»: le carte bianche con dorso"
    assert caught.value.text("it").replace(" nella scatola", "") == f"Carte personalizzate, {where_it} {it}."
    assert caught.value.text("en") == f"Custom cards, line 5, key “copies”: blank {en} in all."
    assert caught.value.rule == "2210.card.blank"


# ------------------------------------------------------------------ playing
@rule("2210.card.blank", "2210.play.5")
def test_sea_levy_does_both_things_in_order() -> None:
    """The card places two MODs in two of three sea territories, then takes one energy from each opponent."""
    lands = {"japan": (0, 3), "akara": (0, 1), "neo_tokyo": (0, 1), "new_york": (0, 1), "mexico": (2, 1)}
    match = scene(
        "Orders",
        lands,
        energy={0: 2, 1: 1, 2: 3},
        hands={0: ["sea_levy_1"]},
        commanders={0: {"naval": "japan"}},
        options=TABLE,
    )
    play(match, "sea_levy_1", Choose(place="new_york"))
    assert energy_of(match) == [0, 1, 3]
    match.play(Choose(place="akara"))
    assert [match.armies(place) for place in ("akara", "neo_tokyo", "new_york")] == [3, 1, 3]
    assert energy_of(match) == [2, 0, 2]


@rule("2210.card.blank")
def test_a_custom_card_keeps_the_rules_of_cards() -> None:
    """A custom card needs its commander, its cost and its targets like any card."""
    match = scene(
        "Orders",
        {"japan": (0, 3)},
        energy={0: 2},
        hands={0: ["sea_levy_1", "black_rain"]},
        commanders={0: {"naval": "japan"}},
        options=TABLE,
    )
    assert clause_of(match, PlayCard("sea_levy_1")) == "card.no_target"
    assert clause_of(match, PlayCard("black_rain")) == "card.commander"
    assert clause_of(match, PlayCard("moonquake")) == "card.own_hand"


@rule("2210.card.blank", "2210.react.2")
def test_moonquake_answers_an_invasion_of_the_moon() -> None:
    """The card kills half of five invading MODs and adds two defenders; it doesn't answer on land."""
    lands = {"japan": (0, 3), "pevek": (1, 1), "straight_wall": (0, 5), "tycho": (1, 1)}
    match = scene(
        "Invade",
        lands,
        energy={1: 3},
        hands={1: ["moonquake"]},
        options=TABLE,
        commanders={0: {"space": "japan"}, 1: {"space": "pevek"}},
    )
    match.play(Invade("straight_wall", "tycho"))
    assert match.awaited == [1]
    play(match, "moonquake")
    assert (match.armies("straight_wall"), match.armies("tycho"), energy_of(match)[1]) == (2, 3, 0)


@rule("2210.card.blank", "2210.card.nuclear.armageddon")
def test_black_rain_is_free_in_armageddon() -> None:
    """Another seat plays it in the turn of the first."""
    lands = {"japan": (0, 3), "pevek": (1, 2), "akara": (0, 2), "microcorp": (1, 1)}
    match = scene(
        "Orders",
        lands,
        seats=2,
        energy={0: 4},
        hands={0: ["nuclear_armageddon"], 1: ["black_rain"]},
        commanders={0: {"nuclear": "japan"}, 1: {"nuclear": "pevek"}},
        options=TABLE,
        luck=[*faces(6, 5), 6],
    )
    play(match, "nuclear_armageddon")
    assert (match.awaited, playable(match)) == ([1], ["black_rain"])
    play(match, "black_rain")
    assert (match.armies("akara"), match.owner("microcorp"), where(match, 0, "nuclear")) == (1, None, None)
    assert step_name(match) != "Resolution"


@rule("2210.card.blank")
def test_a_second_armageddon_may_be_written() -> None:
    """Two cards with the same effect share its steps."""
    text = WORKED.replace('do = "take_energy"\nenergy = 1', 'do = "free_cards"')
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1)},
        energy={0: 2},
        options={"custom_cards": text},
        hands={0: ["sea_levy_1", "nuclear_assassin_bomb_1"]},
        commanders={0: {"naval": "japan", "nuclear": "japan"}, 1: {"land": "pevek"}},
        luck=[7],
    )
    play(match, "sea_levy_1")
    assert step_name(match) == "Armageddon"
    play(match, "nuclear_assassin_bomb_1")
    assert where(match, 1, "land") is None


@rule("2210.card.blank", "2210.elimination.1")
def test_a_card_stops_with_its_player() -> None:
    """Black Rain kills the last unit of the seat that plays it in another's Armageddon: its effects stop."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (1, 0), "mexico": (2, 1)},
        rest=None,
        energy={0: 4},
        hands={0: ["nuclear_armageddon"], 1: ["black_rain"]},
        options=TABLE,
        luck=faces(5),
        commanders={0: {"nuclear": "japan"}, 1: {"nuclear": "akara"}},
    )
    play(match, "nuclear_armageddon")
    play(match, "black_rain")
    assert (match.state.is_alive(1), where(match, 0, "nuclear"), match.awaited) == (False, "japan", [0])


@rule("2210.card.blank", "2210.play.5")
def test_each_effect_has_its_own_choices() -> None:
    """A place chosen for the first effect may be chosen again for the second."""
    text = LEVY.replace('do = "take_energy"\nenergy = 1', 'do = "place_mods"\nterrain = "sea"\nmods = 1')
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1), "neo_tokyo": (0, 1), "new_york": (0, 1)},
        energy={0: 2},
        hands={0: ["sea_levy_1"]},
        commanders={0: {"naval": "japan"}},
        options={"custom_cards": text},
    )
    play(match, "sea_levy_1", *[Choose(place=place) for place in ("akara", "new_york", "akara")])
    assert [match.armies(place) for place in ("akara", "neo_tokyo", "new_york")] == [4, 1, 3]


@rule("2210.card.blank")
def test_energy_is_taken_as_far_as_there_is_some() -> None:
    """Of three each, two opponents pay two and three."""
    text = LEVY.replace("energy = 1", "energy = 3")
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1), "mexico": (2, 1)},
        energy={0: 2, 1: 2, 2: 5},
        hands={0: ["sea_levy_1"]},
        commanders={0: {"naval": "japan"}},
        options={"custom_cards": text},
    )
    play(match, "sea_levy_1")
    assert energy_of(match) == [5, 0, 2]


@rule("2210.card.blank", "2210.card.space.energy_extraction")
def test_promises_add_up() -> None:
    """Two extractions in one turn pay fourteen."""
    free = LEVY[: LEVY.index("[[card.effect]]")].replace("cost = 2", "cost = 0")
    text = f'{free}[[card.effect]]\ndo = "energy_extraction"\n'
    moon = {place.id: (0, 1) for place in sheet("moon").places}
    match = scene(
        "Orders",
        {"japan": (0, 1), "mexico": (2, 1), **moon},
        hands={0: ["sea_levy_1", "sea_levy_2"]},
        commanders={0: {"naval": "japan"}},
        options={"custom_cards": text},
    )
    play(match, "sea_levy_1")
    play(match, "sea_levy_2")
    while match.state.turn == 0:
        match.play(Pass())
    assert energy_of(match)[0] == 14


# ------------------------------------------------------------------ whole games
@rule("2210.card.blank")
def test_the_cards_travel_in_the_header_of_the_journal() -> None:
    """A game started again from its header alone is the same game."""
    players = tuple(Player(name, "random") for name in ("a", "b", "c"))
    header = new_header("risk2210", dict(TABLE), players, b"k" * 32)
    first, again = new_match(header), new_match(header)
    assert first.game.cards[100:] == ["sea_levy_1", "sea_levy_2", "moonquake", "black_rain"]
    assert first.position() == again.position()


def test_random_games_with_custom_cards_end() -> None:
    """Whole games are played with each effect on some custom card."""
    for seed in range(3):
        match = Match.new("risk2210", 2 + seed, TABLE, seed=seed)
        play_out(match.game, match.table, FastChance(seed), 200_000)
        assert match.is_over


def test_passing_is_always_possible_where_cards_are_offered() -> None:
    """Nobody has to play a custom card."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1)},
        energy={0: 2},
        hands={0: ["sea_levy_1"]},
        commanders={0: {"naval": "japan"}},
        options=TABLE,
    )
    assert clause_of(match, Pass()) == ""
    assert clause_of(match, NameSeat(1)) == "turn.not_now"
