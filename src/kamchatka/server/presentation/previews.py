"""Tags for link previews of a finished public game: title, description and picture."""

from html import escape

from kamchatka.server.display_names import edition_name
from kamchatka.server.storage.records import TableRecord
from kamchatka.texts import phrases
from kamchatka.texts.deleted_players import display_name


def tags(table: TableRecord, base: str, language: str) -> str:
    """Return the tags of a finished game. Names are written by players, so they are escaped."""
    say = phrases(language).say
    names = [display_name(one.name, language) for one in table.seats]
    winners = ", ".join(name for name, one in zip(names, table.seats, strict=True) if one.won)
    game = edition_name(table.agreed.edition, language)
    title = say("server", "preview_won", names=winners, game=game) if winners else say("server", "preview", game=game)
    found = {
        "og:type": "website",
        "og:site_name": "Kamchatka",
        "og:title": title,
        "og:description": say("server", "preview_players", names=", ".join(names)),
        "og:url": f"{base}/replay/{table.id}",
        "og:image": f"{base}/api/tables/{table.id}/picture.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in found.items())
