"""Chat at a table: words of one's own or quick phrases, kept and told to everybody who has not muted the speaker."""

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
A_SECOND = 0.5  # remarks of one user, after a burst
BURST = 6.0


class Chat:
    """What is said at one table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.said: list[ChatRecord] | None = None  # read from the store when first needed
        self.buckets: dict[int, TokenBucket] = {}

    async def _remarks(self) -> list[ChatRecord]:
        if self.said is None:
            self.said = await self.room.server.store.chat(self.room.table.id)
        return self.said

    async def recall(self, listener: Listener) -> None:
        """The last remarks, for somebody who comes in."""
        for remark in (await self._remarks())[-RECALLED:]:
            self._send(listener, remark)

    async def say(self, listener: Listener, message: Say) -> None:
        """Keep a remark and tell it."""
        if listener.user is None:
            raise Fault("not_known")
        if not self.buckets.setdefault(listener.user.id, TokenBucket(A_SECOND, BURST)).take():
            raise Fault("too_many")
        if message.phrase and phrases(ENGLISH).find("phrase", message.phrase) is None:
            raise Fault("problem", "no_phrase", phrase=message.phrase)
        text = "" if message.phrase else clean_text(message.text)
        if not text and not message.phrase:
            raise Fault("problem", "empty")
        remarks = await self._remarks()
        seat = listener.viewer if listener.viewer != ONLOOKER else next(iter(listener.yours), None)
        remark = ChatRecord(self.room.table.id, len(remarks), listener.user.name, seat, text, message.phrase, now())
        await self.room.server.store.say(remark)
        remarks.append(remark)
        for other in self.room.audience.listeners:
            self._send(other, remark)

    def _send(self, listener: Listener, remark: ChatRecord) -> None:
        if remark.name not in listener.muted:
            text = phrases(listener.language).say("phrase", remark.phrase) if remark.phrase else remark.text
            listener.send(Said(remark.n, remark.name, remark.seat, text, remark.phrase, remark.at))

    async def mute(self, listener: Listener, message: Mute) -> None:
        """Hear somebody no more, or again."""
        if listener.user is None:
            raise Fault("not_known")
        await self.room.server.store.mute(listener.user.id, message.name, message.on)
        for other in self.room.audience.listeners:
            if other.user_id == listener.user.id:
                (other.muted.add if message.on else other.muted.discard)(message.name)
