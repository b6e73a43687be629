"""Warnings after changes to results: draws and places that no longer follow from the results."""

import typer

from kamchatka.texts import Says, phrases
from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.events.event import Event


def tell_doubts(event: Event, speech: str) -> None:
    """Print every unsettled doubt."""
    for doubt in doubts(event):
        typer.echo(_says(speech)("look", told=doubt.said.text(speech), entry=doubt.entry))


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "doubts").say
