"""Descriptions of a table and its actions as a seat knows them, for language models and human readers."""

from collections.abc import Sequence

from kamchatka.editions.display import Counter
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View
from kamchatka.words import Words


def words_of(setting: Setting, language: str = "en", players: Sequence[str] = ()) -> Words:
    """Create the Words of a setting; players are called P1, P2 … unless they have names."""
    return Words(language, setting.edition, players or [f"P{seat + 1}" for seat in range(setting.seats)])


def describe(
    setting: Setting, view: View, options: Options | None = None, language: str = "en", players: Sequence[str] = ()
) -> str:
    """Describe the table as the viewer knows it; with options, also the question and every legal action.

    >>> from kamchatka.kernel.chance import FastChance
    >>> from kamchatka.kernel.view import view as seen
    >>> setting = Setting.of("modern", seats=3)
    >>> table = setting.game.start(3, FastChance(1))
    >>> print(describe(setting, seen(table, 0), setting.game.options(table, 0)).splitlines()[-1])
    - take black
    """
    words, state = words_of(setting, language, players), view.state
    lines = [" · ".join(part for part in (words.lap(state), words.phase(setting.game, state)) if part)]
    lines += _seats(setting, words, view)
    lines += _own(words, view)
    lines += _zones(setting, words, state)
    if options is not None:
        lines += [words.question(setting.game, state, options, int(view.seat)), words.phrases.say("learn", "legal")]
        lines += [f"- {describe_action(setting, action, words)}" for action in options.expand()]
    return "\n".join(lines)


def describe_action(setting: Setting, action: Action, words: Words | None = None) -> str:
    """Describe an action."""
    return (words or words_of(setting)).action(action)


def _seats(setting: Setting, words: Words, view: View) -> list[str]:
    """Describe each seat on a line, and the table's counters on another."""
    state, say = view.state, words.phrases.say
    shown = setting.edition.display(setting.game, state, int(view.seat))
    lines: list[str] = []
    for seat in range(setting.seats):
        if not state.is_alive(seat):
            lines.append(say("learn", "out", player=words.names.player(seat)))
            continue
        armies = sum(int(count) for owner, count in zip(state.owner, state.armies, strict=True) if owner == seat)
        counted = shown.counters.get(seat, ()) + (shown.secret if seat == view.seat else ())
        lines.append(
            say(
                "learn",
                "seat",
                player=words.names.player(seat),
                own=say("learn", "own") if seat == view.seat else "",
                lands=int(state.lands[seat]),
                armies=armies,
                hand=int(state.hand[seat]),
                counters="".join(f", {one}" for one in _counters(words, counted)),
            )
        )
    if shown.public:
        lines.append(say("learn", "counters", counters=", ".join(_counters(words, shown.public))))
    return lines


def _counters(words: Words, counters: Sequence[Counter]) -> list[str]:
    say = words.phrases.say
    return [say("learn", "counter", label=one.text(words.language), value=one.value) for one in counters]


def _own(words: Words, view: View) -> list[str]:
    """Describe what only the viewer knows."""
    state, seat, say = view.state, int(view.seat), words.phrases.say
    lines: list[str] = []
    if seat < 0:
        return lines
    if state.objective[seat] >= 0:
        lines.append(say("learn", "objective", objective=words.names.objective(int(state.objective[seat]))))
    held = [words.names.card(card) for card, where in enumerate(state.cards) if where == seat]
    if held:
        lines.append(say("learn", "hand", cards=", ".join(held)))
    if state.stock[seat] > 0:
        lines.append(say("learn", "stock", armies=int(state.stock[seat])))
    return lines


def _zones(setting: Setting, words: Words, state: State) -> list[str]:
    """Describe each zone on a line: owners, armies and pieces of its places."""
    board, say, names = setting.game.board, words.phrases.say, words.names
    shown = setting.edition.display(setting.game, state, -1)
    lines: list[str] = []
    for zone in range(board.zones):
        places: list[str] = []
        for place in (place for place in range(board.size) if board.zone[place] == zone):
            owner, armies = int(state.owner[place]), int(state.armies[place])
            extra = [piece.kind for piece in shown.pieces.get(board.places[place], ())]
            extra += shown.marks.get(board.places[place], ())
            if owner == NOBODY and armies == 0:
                told = say("learn", "free", place=names.place(place))
            else:
                told = say("learn", "held", place=names.place(place), player=names.player(owner), armies=armies)
            places.append(" ".join([told, *extra]))
        lines.append(
            say("learn", "zone", zone=names.zone(zone), bonus=int(board.bonus[zone]), places=", ".join(places))
        )
    return lines
