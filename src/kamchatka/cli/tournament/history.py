"""`kamchatka tournament trail, undo`: show all entries, and undo some."""

from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, Who, doer, grid, print_json
from kamchatka.cli.tournament.doubts import tell_doubts
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.events.descriptions import describe
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.trail import find_undone


def trail(
    file: FileArgument,
    last: Annotated[int, typer.Option("--last", min=0, help="Only this number of latest changes; 0: all.")] = 0,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show all entries of the trail."""
    speech, kept = language(lang), EventFile.open(file)
    entries, names = kept.entries(), kept.event().names
    if json:
        print_json(entries)
        return
    gone = find_undone(entries)
    grid(
        _says(speech)("trail"),
        [
            [
                str(one.number),
                one.at,
                one.who,
                describe(one.change, names).text(speech)
                if one.change
                else Text("trail", "undoes", number=one.undoes).text(speech),
                _says(speech)("gone") if one.number in gone else "",
            ]
            for one in entries[-last:]
        ],
    )


def undo(
    file: FileArgument,
    entries: Annotated[list[str], typer.Argument(help="Entries of the trail: 12, or 12-20.")],
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Undo entries of the trail. Undoing an undo restores the entries."""
    numbers = sorted({number for word in entries for number in _span(word)})
    kept, speech = EventFile.open(file), language(lang)
    fresh = kept.undo(numbers, doer(who))
    typer.echo(
        _says(speech)(
            "done", told=", ".join(map(str, numbers)), back=f"{fresh[0]}-{fresh[-1]}" if len(fresh) > 1 else fresh[0]
        )
    )
    tell_doubts(kept.event(), speech)


def _span(word: str) -> range:
    first, dash, last = word.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()) or len(word) > 15:
        raise Problem("command.no_entry", word=word)
    return range(int(first), int(last or first) + 1)


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "history").say
