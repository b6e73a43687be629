"""The cases of each conformance file: valid texts with their readings, and invalid texts."""

import re
from typing import Any

import msgspec

from kamchatka.journal import parse, seal_line
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from tools.conformance import games
from tools.conformance.readings import read_action, read_journal, read_state

Case = dict[str, Any]
MOMENTS = ("beginning", "middle", "later")


def positions() -> list[Case]:
    """Return one case per edition and moment."""
    return [
        {"name": f"{edition}: {name}", "text": match.position(), "reading": read_state(match.game, match.state)}
        for edition in games.editions()
        for name, match in zip(MOMENTS, games.moments(edition), strict=True)
    ]


def views() -> list[Case]:
    """Return cases in the middle of a game of each edition, for a seat and for a spectator."""
    found = []
    for edition in games.editions():
        match = games.moments(edition)[1]
        for seat in (0, ONLOOKER):
            state = match.view(seat).state
            name = f"{edition}: {'spectator' if seat == ONLOOKER else f'seat {seat}'}"
            found.append(
                {"name": name, "text": print_position(match.game, state), "reading": read_state(match.game, state)}
            )
    return found


BAD_PLACES = {
    "another edition": (r"^modern/3", "atlantis/3"),
    "no seats": (r"^modern/3", "modern/0"),
    "nine seats": (r"^modern/3", "modern/9"),
    "a place too few": (r"^(\S+) [a-c.]\d+", r"\1 "),
    "a place too many": (r"^(\S+ )", r"\1a1"),
    "a seat that does not exist": (r"^(\S+ )[a-c.]", r"\1d"),
    "an unknown letter": (r"^(\S+ )[a-c.]", r"\1x"),
    "too many armies": (r"^(\S+ [a-c.])\d+", r"\g<1>1000000001"),
    "a place without armies": (r"^(\S+ [a-c.])\d+", r"\1"),
}
BAD_WORDS = {
    "a turn that is no number": ("turn", "first"),
    "a turn of a seat that does not exist": ("turn", "7"),
    "an order with a seat twice": ("order", "0,0,1"),
    "an order with a seat missing": ("order", "0,1"),
    "a stock too few": ("stock", "1,2"),
    "an unknown colour": ("colours", "red,mauve,blue"),
    "an unknown objective": ("objectives", "-,-,win"),
    "a hand too few": ("hands", "|"),
    "an unknown card": ("discards", "atlantis"),
    "a card twice": ("discards", "alaska,alaska"),
    "more cards in a hand than are held": ("hands", "alaska||"),
    "an unknown ending": ("ending", "rain"),
    "an agenda that is no JSON": ("agenda", "[{"),
    "an agenda that is no list": ("agenda", "{}"),
    "extra numbers that are no rows": ("extra", "[1]"),
}


def bad_positions() -> list[Case]:
    """Return a valid position of modern with one error each."""
    match = games.moments("modern")[1]
    good = re.sub(
        r"hands=\S+ discards=\S* unseen=\S* held=\S+", "hands=|| discards= unseen= held=0,0,0", match.position()
    )
    broken = {name: re.sub(wrong, right, good) for name, (wrong, right) in BAD_PLACES.items()}
    broken |= {name: re.sub(rf" {word}=\S*", f" {word}={value}", good) for name, (word, value) in BAD_WORDS.items()}
    words = [word.partition("=")[0] for word in good.split(" ")[2:]]
    broken |= {f"no {word}": re.sub(rf" {word}=\S*", "", good) for word in words}
    assert all(text != good for text in broken.values())
    return [{"name": name, "text": text} for name, text in broken.items()] + [{"name": "nothing", "text": ""}]


def actions() -> list[Case]:
    """Return one example of each act of each edition, then other ways to write an action."""
    found: dict[tuple[str, str], Case] = {}
    for edition in games.editions():
        match = games.play(edition, 1500)
        for entry in match.entries:
            if entry.action is not None:
                text = msgspec.json.encode(entry.action).decode()
                act = str(entry.action.__struct_config__.tag)
                case = {"name": f"{edition}: {act}", "edition": edition, "text": text, "canonical": True}
                found.setdefault((edition, act), {**case, "reading": read_action(entry.action)})
    free = (
        '{ "armies" : 3, "place" : "alaska", "act" : "place" }',
        '{"act":"place","place":"alaska"}',
        '{"act":"trade","cards":["alaska","joker_1","siam"]}',
        '{"act":"time_up"}',
        '{"act":"stop"}',
        '{"act":"attack","source":"al\\u0061ska","target":"kamchatka","dice":1}',
    )
    return [*found.values(), *(_free(text) for text in free)]


def _free(text: str) -> Case:
    return {
        "name": f"modern: {text}",
        "edition": "modern",
        "text": text,
        "canonical": False,
        "reading": read_action(wire.decode(text)),
    }


def bad_actions() -> list[Case]:
    """Return invalid actions of modern."""
    return [
        {"name": name, "edition": "modern", "text": text}
        for name, text in {
            "no JSON": "{",
            "no object": '["pass"]',
            "no act": '{"place":"alaska"}',
            "an unknown act": '{"act":"surrender"}',
            "an unknown field": '{"act":"pass","loudly":true}',
            "a field missing": '{"act":"attack","source":"alaska","target":"kamchatka"}',
            "text for a number": '{"act":"place","place":"alaska","armies":"3"}',
            "a fraction": '{"act":"place","place":"alaska","armies":1.5}',
            "null for a place": '{"act":"place","place":null,"armies":1}',
            "an unknown place": '{"act":"place","place":"atlantis","armies":1}',
            "an unknown card": '{"act":"trade","cards":["alaska","atlantis","siam"]}',
            "a card twice": '{"act":"trade","cards":["alaska","alaska","siam"]}',
            "an unknown colour": '{"act":"colour","colour":"mauve"}',
            "an absurd number": '{"act":"place","place":"alaska","armies":1000000001}',
            "true for a number": '{"act":"place","place":"alaska","armies":true}',
        }.items()
    ]


def journals() -> list[Case]:
    """Return the beginning of a game per edition, one with a torn line, and one with dice that the key doesn't give."""
    found = []
    for edition in games.editions():
        match = games.play(edition, games.ENTRIES)
        found.append(_journal(f"{edition}: {games.ENTRIES} entries", b"".join(games.journal(match, edition))))
    torn = found[0]["text"].encode() + b'{"n":20,"fac'
    return [*found, _journal("a torn last line is ignored", torn), _journal("other dice than the key's", _false_dice())]


def _journal(name: str, data: bytes) -> Case:
    return {"name": name, "text": data.decode(), "reading": read_journal(parse(data, name))}


def _lines() -> list[dict[str, Any]]:
    """Return the lines of the first journal, without their hashes."""
    rows = [msgspec.json.decode(line) for line in games.journal(games.play("modern", games.ENTRIES), "modern")]
    return [{name: value for name, value in row.items() if name != "mark"} for row in rows]


def _seal(rows: list[dict[str, Any]]) -> bytes:
    mark, text = "", b""
    for row in rows:
        mark, line = seal_line(mark, row)
        text += line
    return text


def _false_dice() -> bytes:
    """Return a sealed journal whose first draw was changed."""
    rows = _lines()
    drawn = next(row for row in rows if row.get("draws"))
    sides, value = drawn["draws"][0]
    drawn["draws"][0] = [sides, (value + 1) % sides]
    return _seal(rows)


def bad_journals() -> list[Case]:
    """Return a valid journal with one error each."""
    rows = _lines()
    lines = _seal(rows).split(b"\n")
    changed = [lines[0], lines[1].replace(b'"n":0', b'"n":1', 1), *lines[2:]]
    texts = {
        "nothing": b"",
        "no JSON": b"hello\n",
        "another file": b'{"a":1}\n',
        "a line changed": b"\n".join(changed),
        "a line missing": b"\n".join([lines[0], *lines[2:]]),
        "two lines exchanged": b"\n".join([lines[0], lines[2], lines[1], *lines[3:]]),
        "no header": b"\n".join(lines[1:]),
        "a newer version": _seal([{**rows[0], "journal": 2}, *rows[1:]]),
        "another key": _seal([{**rows[0], "key": "00" * 16}, *rows[1:]]),
        "a key that is no hexadecimal number": _seal([{**rows[0], "key": "secret"}, *rows[1:]]),
        "no players": _seal([{name: value for name, value in rows[0].items() if name != "players"}, *rows[1:]]),
        "an entry without facts": _seal([*rows[:2], {"n": 1}]),
        "an action that is none": _seal([*rows[:2], {**rows[2], "action": {"act": "surrender"}}]),
    }
    return [{"name": name, "text": text.decode()} for name, text in texts.items()]


def game_of(edition: str) -> Match:
    """Return a match of an edition, for its ids."""
    return games.moments(edition)[0]
