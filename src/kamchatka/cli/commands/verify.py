"""`kamchatka verify`: prove every die and shuffle of a finished game from its journal."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.journal import read
from kamchatka.proof import JournalProof, prove
from kamchatka.texts import Phrases, phrases
from kamchatka.texts.language import language


def verify(
    file: Annotated[Path, typer.Argument(help="The journal of a game.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", help="The commitment that was shown before the first die.")
    ] = None,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Prove every die and shuffle of a game: exit status 0 only if all of it is honest."""
    proof = prove(read(file), commitment)
    words = phrases(language(lang))
    for line in report(proof, words, was_given=commitment is not None):
        typer.echo(line)
    if proof.strays is not None:
        raise typer.Exit(1)


def report(proof: JournalProof, words: Phrases, was_given: bool) -> list[str]:
    """Describe the result of the checks in sentences."""
    lines = [
        words.say("verify", "sealed", commitment=proof.commitment),
        words.say("verify", "draws", draws=proof.draws),
    ]
    if not was_given:
        lines.append(words.say("verify", "compare"))
    if rolled := proof.faces.total():
        shares = " · ".join(f"{face}: {proof.faces[face] / rolled:.1%}" for face in range(1, 7))
        lines.append(words.say("verify", "faces", dice=rolled, shares=shares))
    if proof.strays is None:
        lines.append(words.say("verify", "facts", entries=proof.entries))
    else:
        lines.append(words.say("verify", "strays", number=proof.strays))
    return lines
