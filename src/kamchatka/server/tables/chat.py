"""Chat at a table: free text and quick phrases, stored and sent to everybody who has not muted the speaker."""

from collections import deque
from collections.abc import Mapping

from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import GALLERY, TALK
from kamchatka.server.limits import Clock, TokenBucket
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Mute, Said, Say
from kamchatka.server.storage.records import ChatRecord
from kamchatka.server.storage.store import now
from kamchatka.server.tables.room import Room
from kamchatka.texts import ENGLISH, phrases
from kamchatka.texts.user_text import clean_text

RECALLED = 50  # remarks sent to a listener who enters
SPEAKERS = 64  # rate limiters kept in memory; the least recent speaker is dropped first
MOST_MUTED = 200  # users that one user may mute


class Chat:
    """The chat of one table."""

    def __init__(self, room: Room, clock: Clock = monotonic) -> None:
        self.room = room
        self.clock = clock
        self.said: deque[ChatRecord] | None = None  # latest remarks, read from the store when first needed
        self.buckets: dict[int, TokenBucket] = {}  # by user, most recent speaker last
        self.gallery = TokenBucket.of(GALLERY, room.services.settings, clock=clock)

    async def _remarks(self) -> deque[ChatRecord]:
        if self.said is None:
            self.said = deque(await self.room.services.store.chat(self.room.table.id), RECALLED)
        return self.said

    def _allows(self, listener: Listener) -> bool:
        """Take a token for chatting or muting. Return False when the rate limit is exceeded."""
        assert listener.user is not None
        bucket = self.buckets.pop(listener.user.id, None) or TokenBucket.of(
            TALK, self.room.services.settings, clock=self.clock
        )
        self.buckets[listener.user.id] = bucket
        while len(self.buckets) > SPEAKERS:
            del self.buckets[next(iter(self.buckets))]
        return bucket.take() and (bool(listener.yours) or self.gallery.take())

    async def recall(self, listener: Listener) -> None:
        """Send the latest remarks to a listener who enters."""
        audience = self.room.audience
        # delayed spectators don't see newer remarks of players
        heard = now() - 1000 * audience.delay if audience.sees_late(listener) else None
        for remark in await self._remarks():
            if heard is None or remark.seat is None or remark.at <= heard:
                self._send(listener, remark)

    async def say(self, listener: Listener, message: Say) -> None:
        """Store a remark and send it to the audience."""
        if listener.user is None:
            raise Fault("not_known")
        if not self._allows(listener):
            raise Fault("too_many")
        await self.room.services.admission.check_may_talk(listener.user)
        if message.phrase and phrases(ENGLISH).find("phrase", message.phrase) is None:
            raise Fault("problem", "no_phrase", phrase=message.phrase)
        text = "" if message.phrase else clean_text(message.text)
        if not text and not message.phrase:
            raise Fault("problem", "empty")
        remarks = await self._remarks()
        seat = listener.viewer if listener.viewer != ONLOOKER else next(iter(listener.yours), None)
        number = remarks[-1].n + 1 if remarks else 0
        said = (listener.user.name, seat, text, message.phrase, now(), listener.user.id)
        remark = ChatRecord(self.room.table.id, number, *said)
        await self.room.services.store.say(remark)
        remarks.append(remark)
        self.room.audience.tell(listener, lambda other: self._send(other, remark))

    def _send(self, listener: Listener, remark: ChatRecord) -> None:
        if remark.user not in listener.muted:
            text = phrases(listener.language).say("phrase", remark.phrase) if remark.phrase else remark.text
            listener.send(Said(remark.n, remark.name, remark.seat, text, remark.phrase, remark.at))

    async def mute(self, listener: Listener, message: Mute) -> None:
        """Mute or unmute a user on every socket of the user who asks."""
        if listener.user is None:
            raise Fault("not_known")
        if not self._allows(listener):
            raise Fault("too_many")
        known = await self.room.services.store.mutes(listener.user.id)
        meant = await self._resolve_users(message, known)
        if listener.user.id in meant:
            raise Fault("problem", "oneself")
        if message.on and len(known.keys() | meant) > max(MOST_MUTED, len(known)):
            raise Fault("too_many", "mutes_full", most=MOST_MUTED)
        for one in meant:
            await self.room.services.store.mute(listener.user.id, one, message.on)
        for other in self.room.audience.listeners:
            if other.user_id == listener.user.id:
                (other.muted.update if message.on else other.muted.difference_update)(meant)

    async def _resolve_users(self, message: Mute, known: Mapping[int, str]) -> set[int]:
        """Return the users that a message means: the author of a remark, or the owner of a name.

        A name to mute belongs to a seat, or else to the latest speaker of that name. A name to unmute is looked up
        among the user's mutes.
        """
        remarks = await self._remarks()
        if message.remark is not None:
            found = [one.user for one in remarks if one.n == message.remark]
        elif message.on:
            seats = [one.user or one.left for one in self.room.table.seats if one.name == message.name]
            found = seats or [one.user for one in remarks if one.name == message.name][-1:]
        else:
            found = [user for user, name in known.items() if name == message.name]
        meant = {user for user in found if user is not None}
        if not meant:
            raise Fault("problem", "nobody_here")
        return meant

    async def forget(self, user: int) -> None:
        """Drop the remarks of a deleted user."""
        if self.said is not None:
            self.said = deque((one for one in self.said if one.user != user), RECALLED)
