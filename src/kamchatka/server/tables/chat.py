"""Chat at a table: words of one's own or quick phrases, kept and told to everybody who has not muted the speaker."""

from collections import deque

from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.faults import Fault
from kamchatka.server.limits import TokenBucket
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Mute, Said, Say
from kamchatka.server.storage.records import ChatRecord
from kamchatka.server.storage.store import now
from kamchatka.server.tables.room import Room
from kamchatka.texts import ENGLISH, phrases
from kamchatka.texts.entered import clean_text

RECALLED = 50  # remarks that somebody who comes in is told
A_SECOND = 0.5  # remarks of one player, after a burst, or of all spectators together for each one of these
BURST = 6.0
GALLERY = 4  # spectators' remarks for one of a player's: however many they are, players can be heard
SPEAKERS = 64  # whose rate is remembered; who has not spoken for long may begin anew
MOST_MUTED = 200  # names


class Chat:
    """What is said at one table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.said: deque[ChatRecord] | None = None  # the last of them, read from the store when first needed
        self.buckets: dict[int, TokenBucket] = {}  # by user, the latest last
        self.gallery = TokenBucket(GALLERY * A_SECOND, GALLERY * BURST)

    async def _remarks(self) -> deque[ChatRecord]:
        if self.said is None:
            self.said = deque(await self.room.server.store.chat(self.room.table.id), RECALLED)
        return self.said

    def _allows(self, listener: Listener) -> bool:
        """Whether this one may say or mute something now."""
        assert listener.user is not None
        bucket = self.buckets.pop(listener.user.id, None) or TokenBucket(A_SECOND, BURST)
        self.buckets[listener.user.id] = bucket
        while len(self.buckets) > SPEAKERS:
            del self.buckets[next(iter(self.buckets))]
        return bucket.take() and (bool(listener.yours) or self.gallery.take())

    async def recall(self, listener: Listener) -> None:
        """The last remarks, for somebody who comes in."""
        audience = self.room.audience
        heard = now() - 1000 * audience.delay if audience.sees_late(listener) else None  # players, until then
        for remark in await self._remarks():
            if heard is None or remark.seat is None or remark.at <= heard:
                self._send(listener, remark)

    async def say(self, listener: Listener, message: Say) -> None:
        """Keep a remark and tell it."""
        if listener.user is None:
            raise Fault("not_known")
        if not self._allows(listener):
            raise Fault("too_many")
        await self.room.server.check_may_talk(listener.user)
        if message.phrase and phrases(ENGLISH).find("phrase", message.phrase) is None:
            raise Fault("problem", "no_phrase", phrase=message.phrase)
        text = "" if message.phrase else clean_text(message.text)
        if not text and not message.phrase:
            raise Fault("problem", "empty")
        remarks = await self._remarks()
        seat = listener.viewer if listener.viewer != ONLOOKER else next(iter(listener.yours), None)
        number = remarks[-1].n + 1 if remarks else 0
        remark = ChatRecord(self.room.table.id, number, listener.user.name, seat, text, message.phrase, now())
        await self.room.server.store.say(remark)
        remarks.append(remark)
        self.room.audience.tell(listener, lambda other: self._send(other, remark))

    def _send(self, listener: Listener, remark: ChatRecord) -> None:
        if remark.name not in listener.muted:
            text = phrases(listener.language).say("phrase", remark.phrase) if remark.phrase else remark.text
            listener.send(Said(remark.n, remark.name, remark.seat, text, remark.phrase, remark.at))

    async def mute(self, listener: Listener, message: Mute) -> None:
        """Hear somebody no more, or again."""
        if listener.user is None:
            raise Fault("not_known")
        if not self._allows(listener):
            raise Fault("too_many")
        known = await self.room.server.store.mutes(listener.user.id)
        if message.on and message.name not in known and len(known) >= MOST_MUTED:
            raise Fault("too_many", "mutes_full", most=MOST_MUTED)
        await self.room.server.store.mute(listener.user.id, message.name, message.on)
        for other in self.room.audience.listeners:
            if other.user_id == listener.user.id:
                (other.muted.add if message.on else other.muted.discard)(message.name)
