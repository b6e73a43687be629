"""`kamchatka play`: a game at one keyboard between any mix of people and bots."""

import secrets
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kamchatka.cli.completion import complete_edition
from kamchatka.cli.game.clock import GameClock
from kamchatka.cli.game.evening import Evening
from kamchatka.cli.game.seating import default_journal, parse_options, parse_players
from kamchatka.cli.game.session import Session, bots_of
from kamchatka.editions import edition as find_edition
from kamchatka.journal import Header, Kept, Writer, new_header, new_match, read
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match, prepare
from kamchatka.texts import phrases
from kamchatka.texts.language import language
from kamchatka.words import Words

DEFAULT_EDITION = "modern"
KEY_BYTES = 16


def play(
    edition: Annotated[
        str | None, typer.Option(help="The booklet to play by (modern).", autocompletion=complete_edition)
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play: you and cautious bots.")] = None,
    players: Annotated[str | None, typer.Option(help='Who plays: "Ada,Bruno,bot:cautious,bot:random".')] = None,
    option: Annotated[list[str] | None, typer.Option(help="A table option, name=value; may be repeated.")] = None,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same luck.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Where the game is written down, action by action.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of this journal.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Never wait for Enter between turns.")] = False,
) -> None:
    """Play in the terminal, alone against bots or with others at one keyboard."""
    speech = language(lang)
    if resume is None:
        booklet = find_edition(edition or DEFAULT_EDITION)
        seating = parse_players(booklet, players, seats, phrases(speech).say("screen", "player"))
        options = parse_options(option or [])
        booklet.table_rules(options)  # validate the options before any file is written
        header = new_header(booklet.id, options, seating, _key(seed))
        _sit_down(_fresh(header, journal, speech), None, fast)
    elif option or any(given is not None for given in (edition, seats, players, seed, journal)):
        raise Problem("play.resume_alone")
    else:
        kept = read(resume)
        _sit_down(_resume(kept, resume, speech), kept, fast)


def _key(seed: int | None) -> bytes:
    """Derive the random key from a seed, or create an unpredictable key."""
    if seed is None:
        return secrets.token_bytes(KEY_BYTES)
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES).digest()


def _fresh(header: Header, journal: Path | None, speech: str) -> Session:
    """Start a new game, and write its header and preparation to the journal."""
    match = new_match(header)
    bots = bots_of(header, match)  # refuse an unknown bot before a file is created
    path = journal or default_journal(header.edition)
    if path.exists():
        raise Problem("play.file_exists", path=path)
    writer = Writer(path, header)
    writer.write(match.game, match.entries[0])
    return Session(match, header, _words(match, header, speech), writer, GameClock(match.rules), path, bots)


def _resume(kept: Kept, path: Path, speech: str) -> Session:
    """Resume a game from its journal. Cut off a torn last line, and play the preparation if it is missing."""
    match, header = kept.match, kept.header
    clock = GameClock(match.rules, kept.clock)
    writer = Writer(path, None, kept)
    if not match.entries and not match.start:  # interrupted between the header and the preparation
        prepare(match)
        writer.write(match.game, match.entries[0])
    return Session(match, header, _words(match, header, speech), writer, clock, path, bots_of(header, match))


def _words(match: Match, header: Header, speech: str) -> Words:
    return Words(speech, match.edition, [player.name for player in header.players])


def _sit_down(session: Session, kept: Kept | None, fast: bool) -> None:
    """Run the game. If an error occurs, add a note that says where the game is stored."""
    evening = Evening(session, Console(highlight=False), fast)
    try:
        evening.play(kept)
    except KeyboardInterrupt:
        evening.farewell()
        raise typer.Exit(130) from None
    except Exception as error:
        error.add_note(session.words.phrases.say("screen", "kept", path=session.path, quoted=evening.quoted))
        raise
    finally:
        session.writer.file.close()
