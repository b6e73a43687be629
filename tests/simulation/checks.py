"""Invariants of every run: safety whatever went wrong, and liveness once the faults have ended."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec

from kamchatka.journal import parse
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.server.storage.records import Sitter
from tests.cluster.history import StoredLine, find_wrong_scenes, violations
from tests.server.test_leaks import Truth, tells_no_secret
from tests.simulation.people import Book
from tests.simulation.platform import Platform, ServerMachine

LOOK_AT_EACH = 10  # scenes for each one searched for secrets; resumed ones always are
BUGS = ("task failed", "service failed", "bug", "not shown", "not answered", "not understood", "quarantined")
WATCHING = """
CREATE TABLE seen_owners (id, epoch, owner);
CREATE TRIGGER owners AFTER UPDATE OF owner, epoch ON tables WHEN NEW.owner != '' AND NEW.epoch != OLD.epoch
  BEGIN
    INSERT INTO seen_owners VALUES (NEW.id, NEW.epoch, NEW.owner);
    INSERT INTO seen_writers VALUES (NEW.id, NULL, NEW.epoch, writing_process());
  END;
CREATE TRIGGER moved AFTER UPDATE OF owner ON tables WHEN NEW.owner != '' AND NEW.epoch = OLD.epoch
  BEGIN INSERT INTO seen_owners VALUES (NEW.id, NEW.epoch, NEW.owner); END;
CREATE TABLE seen_writers (id, n, epoch, writer);
CREATE TRIGGER table_writers AFTER UPDATE OF due, asked, seats ON tables WHEN NEW.epoch = OLD.epoch
  BEGIN INSERT INTO seen_writers VALUES (NEW.id, NULL, NEW.epoch, writing_process()); END;
CREATE TRIGGER writers AFTER INSERT ON entries
  BEGIN
    INSERT INTO seen_writers
      SELECT NEW.table_id, NEW.n, epoch, writing_process() FROM tables WHERE id = NEW.table_id;
  END;
"""


def watch(platform: Platform) -> None:
    """Record who owns tables and who writes to their journals, in the database itself."""
    database = platform.database
    database.raw.create_function("writing_process", 0, lambda: database.writer)
    database.raw.executescript(WATCHING)


# ------------------------------------------------------------------ while it runs
def owned_twice(platform: Platform) -> Iterator[str]:
    """Return the tables that two servers may both keep a room for at this moment."""
    owners: dict[str, list[str]] = defaultdict(list)
    for server in platform.servers:
        games = server.games
        if games is not None and not server.process.is_dead and not server.process.is_paused:
            for id, live in server.context.run(lambda games=games: list(games.live_tables.items())):  # type: ignore[misc]
                if server.context.run(games.leases.holds, id, live.room.table.epoch):
                    owners[id].append(server.name)
    yield from (f"{id} is held by {' and '.join(names)}" for id, names in owners.items() if len(names) > 1)


# ------------------------------------------------------------------ safety
def safety(platform: Platform, book: Book) -> list[str]:
    """Return all violations of safety."""
    return [*_of_journals(platform, book), *_of_owners(platform), *_of_ratings(platform), *_of_logs(platform)]


def _of_journals(platform: Platform, book: Book) -> Iterator[str]:
    query = platform.database.query
    lines = [StoredLine(*row) for row in query("SELECT table_id, n, nonce, line FROM entries ORDER BY table_id, n")]
    yield from violations(book.history, lines)
    stored = {(line.table, line.nonce) for line in lines}
    yield from (f"{id}: {nonce} was denied and is in the journal" for id, nonce in book.denied if (id, nonce) in stored)
    by_table: dict[str, list[StoredLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table].append(line)
    for id, header, key, seats in query("SELECT id, header, key, seats FROM tables WHERE header IS NOT NULL"):
        journal = header + b"".join(line.line for line in by_table[id])
        try:
            match = parse(journal, id).match
            yield from find_wrong_scenes(book.history, id, journal)
        except Exception as error:
            yield f"{id}: the journal cannot be read: {error!r}"
            continue
        sitters = msgspec.json.decode(seats, type=tuple[Sitter, ...])
        yield from _of_secrets(book, id, key, match, sitters)


def _of_secrets(book: Book, id: str, key: str, match: Match, sitters: tuple[Sitter, ...]) -> Iterator[str]:
    """Check that no client got another seat's hand or objective, or the randomness key, before the end."""
    truth = Truth(match)
    for number, one in enumerate(picture for picture in book.pictures if picture.table == id):
        if one.is_last:
            continue
        mine = {seat for seat, sitter in enumerate(sitters) if one.user in (sitter.user, sitter.left)}
        if key.encode() in one.message:
            yield f"{id}: the key of the table was sent to user {one.user}"
        if one.private is not None and one.private not in mine:
            yield f"{id}: at {one.version} user {one.user} was sent the hand of seat {one.private}"
        if one.is_first or number % LOOK_AT_EACH == 0:
            try:
                tells_no_secret(truth, min(mine, default=ONLOOKER), one.message)
            except AssertionError as error:
                yield f"{id}: at {one.version} user {one.user} was sent a secret: {str(error).splitlines()[:1]}"


def _of_owners(platform: Platform) -> Iterator[str]:
    """Check that each epoch of a table has one owner and one writer."""
    owners: dict[tuple[str, int], set[str]] = defaultdict(set)
    for id, epoch, owner in platform.database.query("SELECT id, epoch, owner FROM seen_owners"):
        owners[id, epoch].add(owner)
    yield from (f"{id}: epoch {epoch} had {len(who)} owners" for (id, epoch), who in owners.items() if len(who) > 1)
    writers: dict[tuple[str, int], set[str]] = defaultdict(set)
    for id, epoch, writer in platform.database.query("SELECT id, epoch, writer FROM seen_writers"):
        writers[id, epoch].add(writer)
    yield from (
        f"{id}: epoch {epoch} was written by {sorted(who)}" for (id, epoch), who in writers.items() if len(who) > 1
    )


def _of_ratings(platform: Platform) -> Iterator[str]:
    """Check that each rated game changed each rating once, and that each rating is the sum of its games."""
    query = platform.database.query
    changes: dict[tuple[int, str, str], list[tuple[float, float]]] = defaultdict(list)
    counted = "SELECT user_id, edition, pace, mu_before, mu_after FROM results WHERE mu_after IS NOT NULL"
    for user, edition, pace, before, after in query(counted):
        changes[user, edition, pace].append((before, after))
    for user, edition, pace, mu, games in query("SELECT user_id, edition, pace, mu, games FROM ratings"):
        of_games = changes.pop((user, edition, pace), [])
        if len(of_games) != games:
            yield f"user {user} has {games} rated games of {edition}, and {len(of_games)} results"
        ends = Counter(after for _, after in of_games)
        ends.subtract(before for before, _ in of_games)
        if of_games and ends[mu] != 1:
            yield f"the rating of user {user} in {edition} is {mu}, which is no sum of {of_games}"
    yield from (f"user {user} has no rating for {one}" for (user, *_), one in changes.items())


def _of_logs(platform: Platform) -> Iterator[str]:
    """Check that no server logged an unexpected error."""
    for event, details in platform.trace.logged:
        if event in BUGS:
            what = details.get("error") or details.get("exc_info")
            yield f"{details['process']} logged {event} ({details.get('task', '')}): {what!r}"
    yield from (f"unhandled: {error}" for error in platform.loop.errors)
    yield from platform.hub.errors


# ------------------------------------------------------------------ liveness
def unsettled(platform: Platform) -> Iterator[str]:
    """Return finished games that haven't been rated."""
    query = "SELECT DISTINCT r.table_id FROM results r JOIN tables t ON t.id = r.table_id WHERE r.ended IS NULL"
    yield from (
        f"{id}: the result is not counted" for (id,) in platform.database.query(f"{query} AND t.status = 'over'")
    )


def remains(platform: Platform) -> Iterator[str]:
    """Return what servers still hold when all clients have left."""
    for server in platform.servers:
        yield from _remains_of(server)
    for id, owner in platform.database.query("SELECT id, owner FROM tables WHERE owner != ''"):
        yield f"{id} is still leased to {owner}"
    for (user,) in platform.database.query("SELECT user_id FROM waiting WHERE told IS NULL"):
        yield f"user {user} still waits in the queue"


def _remains_of(server: ServerMachine) -> Iterator[str]:
    games = server.games
    if games is None:
        yield f"{server.name} does not run"
        return
    yield from (f"{server.name} has the room of {id}" for id in games.live_tables)
    yield from (f"{server.name} has the link {number}" for number in games.platform.far.links)
    yield from (f"{server.name} has the guest {guest}" for guest in games.platform.desk.guests)
    yield from (f"{server.name} has the lease of {id}" for id in getattr(games.leases, "held", ()))
    yield from (f"{server.name} has the socket {socket.number}" for socket in server.sockets)
