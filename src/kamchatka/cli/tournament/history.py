"""`kamchatka tournament trail, undo`: everything that was done, and taking it back."""

from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Json, Lang, Who, doer, grid, print_json
from kamchatka.cli.tournament.doubts import tell_doubts
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.descriptions import describe
from kamchatka.tournament.events.event_file import EventFile, undone_entries
from kamchatka.words.language import language

SAYS = {
    "en": {
        "trail": "#entry,when,who,what,",
        "undoes": "entry {n} is undone",
        "gone": "undone",
        "done": "Undone: {told}. `undo {back}` brings it back.",
    },
    "it": {
        "trail": "#voce,quando,chi,che cosa,",
        "undoes": "annullata la voce {n}",
        "gone": "annullata",
        "done": "Annullato: {told}. `undo {back}` lo ripristina.",
    },
}


def trail(
    file: FileArgument,
    last: Annotated[int, typer.Option("--last", min=0, help="Only the last so many; 0: all.")] = 0,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Everything that was done, nothing left out."""
    speech, kept = language(lang), EventFile.open(file)
    entries, names = kept.entries(), kept.event().names
    if json:
        print_json(entries)
        return
    gone = undone_entries(entries)
    grid(
        SAYS[speech]["trail"],
        [
            [
                str(one.number),
                one.at,
                one.who,
                describe(one.change, names).text(speech) if one.change else SAYS[speech]["undoes"].format(n=one.undoes),
                SAYS[speech]["gone"] if one.number in gone else "",
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
    """Take back entries of the trail; an undoing too, which brings back what it took."""
    numbers = sorted({number for word in entries for number in _span(word)})
    kept, speech = EventFile.open(file), language(lang)
    fresh = kept.undo(numbers, doer(who))
    typer.echo(
        SAYS[speech]["done"].format(
            told=", ".join(map(str, numbers)), back=f"{fresh[0]}-{fresh[-1]}" if len(fresh) > 1 else fresh[0]
        )
    )
    tell_doubts(kept.event(), speech)


def _span(word: str) -> range:
    first, dash, last = word.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()) or len(word) > 15:
        raise Problem(f"«{word}» non è una voce, né 12-20.", f"“{word}” is no entry, nor 12-20.")
    return range(int(first), int(last or first) + 1)
