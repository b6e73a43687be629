"""What commands that change results say at once: which draws and places no longer follow from them."""

import typer

from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.events.event import Event

SAYS = {"en": "Look: {told} (`settle {entry}`)", "it": "Attenzione: {told} (`settle {entry}`)"}


def tell_doubts(event: Event, speech: str) -> None:
    """Every doubt that nobody has settled."""
    for doubt in doubts(event):
        typer.echo(SAYS[speech].format(told=doubt.said.text(speech), entry=doubt.entry))
