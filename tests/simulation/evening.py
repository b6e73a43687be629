"""A simulated evening: people play, faults happen, and then everybody must be able to finish their games."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from random import Random

from kamchatka.editions import EDITIONS
from tests.simulation import checks
from tests.simulation.faults import Fault, inflict
from tests.simulation.people import Book, Person, Screen
from tests.simulation.platform import Platform
from tests.simulation.ports import BEGINNING
from tests.simulation.wires import Json

NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa")
TROUBLE = 45.0  # seconds of play with faults
PLAYS_AGAIN = 60.0  # seconds for everybody to see progress after the faults
ENDS = 150.0  # seconds until all games are over
SETTLES = 200.0  # seconds until results are counted and nothing is left over
PACE, HURRY = (0.3, 1.5), (0.05, 0.4)  # thinking time in seconds
BETWEEN = 0.5  # seconds between two checks
RATED: Json = {
    "edition": "modern",
    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
    "rated": True,
    "options": {"ending": "time_attack_clock", "time_limit_minutes": 1, "time_attack_extra_laps": 0},
}
FRIENDLY = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]


class Evening:
    """One run: its platform, its users and their tables."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.luck = Random(f"{platform.seed} evening")
        self.book = Book(platform)
        self.people = [Person(platform, number, name) for number, name in enumerate(NAMES, 1)]
        self.screens: list[Screen] = []
        self.wrong: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    # -------------------------------------------------------------- beginning
    def enrol(self) -> None:
        """Store everybody's account, with a token instead of a password."""
        raw, expires = self.platform.database.raw, int((BEGINNING + 1e7) * 1000)
        for one in self.people:
            digest = hashlib.sha256(f"token of {one.name}".encode()).hexdigest()
            row = (one.user, one.name, one.name.casefold(), "", 1)
            raw.execute("INSERT INTO users(id, name, folded, password, created) VALUES (?, ?, ?, ?, ?)", row)
            token = (one.user, "simulation", digest, "read,play", expires)
            raw.execute("INSERT INTO tokens(user_id, label, digest, scopes, expires) VALUES (?, ?, ?, ?, ?)", token)
        raw.commit()

    async def gather(self) -> None:
        """Begin to play: a rated game, a friendly one with a bot and a spectator, perhaps a quick match."""
        ada, bruno, carla, dino, elsa = self.people
        evening = [self._friendly(dino, elsa, ada)]
        if self.luck.random() < 0.7:
            evening.append(self._rated([ada, bruno, carla]))
        if self.luck.random() < 0.4:
            evening.append(self._quick([bruno, dino]))
        self.tasks += [asyncio.create_task(one) for one in evening]

    async def _friendly(self, host: Person, guest: Person, watcher: Person) -> None:
        form = {"edition": self.luck.choice(list(EDITIONS)), "seats": FRIENDLY}
        table = await self._lay(host, form, [guest])
        tabs = self.luck.choice((0, 0, 1))
        self._look(table, host, guest, watcher)
        for number in range(1, tabs + 1):
            self._screen(table, host, number)

    async def _rated(self, players: Sequence[Person]) -> None:
        table = await self._lay(players[0], RATED, players[1:])
        for player in players:
            self._screen(table, player, pace=HURRY)

    async def _lay(self, host: Person, form: Json, guests: Sequence[Person]) -> str:
        status, answer = await host.ask("POST", "/api/tables", form)
        if status != 201:
            self.wrong.append(f"{host.name} could not lay a table: {status} {answer}")
        for guest in guests:
            status, said = await guest.ask("POST", f"/api/tables/{answer['id']}/join", {})
            if status not in (200, 201, 409):
                self.wrong.append(f"{guest.name} could not join: {status} {said}")
        return str(answer["id"])

    async def _quick(self, players: Sequence[Person]) -> None:
        """Use quick match, and play the game that it finds."""
        form = {"preset": "duel", "bots_after": 0}
        await asyncio.gather(*(self._match(player, form) for player in players))

    async def _match(self, player: Person, form: Json) -> None:
        await player.ask("POST", "/api/quick", form)
        while True:
            await asyncio.sleep(2.0)
            status, seen = await player.ask("GET", "/api/quick")
            mine = seen["mine"] if status == 200 else None
            if mine and mine["table"]:
                self._look(mine["table"], player)
                return
            if status == 200 and (mine is None or mine["trouble"]):
                await player.ask("POST", "/api/quick", form)

    def _look(self, table: str, *people: Person) -> None:
        for person in people:
            self._screen(table, person)

    def _screen(self, table: str, person: Person, number: int = 0, pace: tuple[float, float] = PACE) -> None:
        screen = Screen(person, table, self.book, number, pace)
        self.screens.append(screen)
        self.tasks.append(asyncio.create_task(screen.play()))

    # -------------------------------------------------------------- the run
    async def run(self, faults: Sequence[Fault]) -> None:
        """Play the evening; `wrong` collects what went wrong."""
        platform = self.platform
        checks.watch(platform)
        self.enrol()
        for machine in platform.machines:
            machine.start()
        await asyncio.sleep(1.0)
        inflicting = [asyncio.create_task(inflict(platform, fault)) for fault in faults]
        await self.gather()
        while platform.loop.now < TROUBLE or not all(one.done() for one in inflicting):
            await self._watch()
        platform.trace.note("EVENING", "nothing goes wrong any more")
        if await self._goes_on() and await self._ends():
            await self._settles()
        self.wrong += checks.safety(platform, self.book)

    async def _watch(self) -> None:
        await asyncio.sleep(BETWEEN)
        for twice in checks.owned_twice(self.platform):
            if twice not in self.wrong:
                self.platform.trace.note("WRONG", twice)
                self.wrong.append(twice)
        for task in self.tasks:
            if task.done() and task.exception() is not None:
                raise task.exception() or AssertionError

    async def _until(self, seconds: float, missing: Callable[[], Sequence[object]], what: str) -> bool:
        """Wait until nothing is missing; report a timeout as wrong."""
        until = self.platform.loop.now + seconds
        while found := missing():
            if self.platform.loop.now > until:
                self.wrong += [f"after {seconds:.0f} s {what}: {one}" for one in found]
                return False
            await self._watch()
        return True

    async def _goes_on(self) -> bool:
        """Check that every client sees progress."""
        wanted = {screen: screen.version + 2 for screen in self.screens}

        def late() -> list[Screen]:
            return [one for one in self.screens if not one.is_over and one.version < wanted.get(one, 2)]

        return await self._until(PLAYS_AGAIN, lambda: late() or self._unseated(), "not playing")

    def _unseated(self) -> list[str]:
        """Return the users who haven't reached a table."""
        return (
            [] if all(task.done() for task in self.tasks if task not in self._playing()) else ["a player has no table"]
        )

    def _playing(self) -> set[asyncio.Task[None]]:
        return {task for task in self.tasks if task.get_coro().__qualname__ == "Screen.play"}  # type: ignore[union-attr]

    async def _ends(self) -> bool:
        """Let rated games end, and end all others early."""
        votes = [asyncio.create_task(self._vote(screen)) for screen in self.screens]
        done = await self._until(ENDS, lambda: [one for one in self.screens if not one.is_over], "not over")
        for vote in votes:
            vote.cancel()
        return done

    async def _vote(self, screen: Screen) -> None:
        """Vote to stop until the game is over."""
        is_rated = screen.scene.get("table", {}).get("rating") == "rated"
        await asyncio.sleep(70.0 if is_rated else self.luck.uniform(0.0, 2.0))
        while not screen.is_over and screen.scene.get("yours"):
            await screen.person.ask("POST", f"/api/tables/{screen.table}/stop", {"stop": True})
            await asyncio.sleep(5.0)

    async def _settles(self) -> None:
        """Check that results are counted and no room, lease, socket or task is left."""

        def left() -> list[str]:
            return [*checks.unsettled(self.platform), *checks.remains(self.platform)]

        await self._until(SETTLES, left, "left behind")
        ids = [one.games.leases.me for one in self.platform.servers if one.games is not None]
        for server in self.platform.servers:
            server.is_wanted = False
            server.stop()
        await self._until(
            30.0,
            lambda: [one for one in self.platform.servers if one.is_ready or not one.process.is_dead],
            "has not stopped",
        )
        self.wrong += self.platform.left_behind
        self.wrong += [
            f"{one} has stopped and is still registered"
            for (one,) in self.platform.database.query("SELECT id FROM servers")
            if one in ids
        ]
