"""What a client says at a table, and what it gets for an answer. Runs inside the room's task, one message at a time."""

import time

from kamchatka.kernel import wire
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.table_info import sitting, table_seen
from kamchatka.server.protocol.messages import (
    Act,
    Back,
    Chances,
    Changed,
    ClientWord,
    Done,
    Mute,
    Odds,
    Ping,
    Pong,
    Reason,
    Refused,
    Resync,
    Say,
    Sit,
    SpeakLanguage,
    Stale,
    Trouble,
    Why,
)
from kamchatka.server.speech import in_words
from kamchatka.server.tables.attack_odds import chances
from kamchatka.server.tables.chat import Talk
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.stored_match import Keeper


class Conversation:
    """One room's answers to its listeners."""

    def __init__(self, room: Room, talk: Talk) -> None:
        self.room = room
        self.talk = talk

    # -------------------------------------------------------------- coming and going
    async def enter(self, listener: Listener, after: int | None) -> None:
        """Somebody opens the table: they see it, and others see them."""
        room = self.room
        listener.yours = room.table.seats_of(listener.user_id)
        listener.viewer = listener.yours[0] if len(listener.yours) == 1 else ONLOOKER
        room.audience.listeners.add(listener)
        if listener.user is not None:
            room.attendance.came(listener.user.id)
            listener.muted = await room.house.store.mutes(listener.user.id)
        self.show(listener, after)
        await self.talk.recall(listener)
        if listener.yours:
            room.audience.show_presence()
        self.tell_table()
        room.wake_bots()

    async def leave(self, listener: Listener) -> None:
        """A socket closed; who has another one open is still here."""
        room = self.room
        room.audience.listeners.discard(listener)
        here = {other.user_id for other in room.audience.listeners}
        if listener.user is not None and room.keeper is not None and listener.user.id not in here:
            room.attendance.went(listener.user.id, room.keeper.now)
        if listener.yours:
            room.audience.show_presence()
        self.tell_table()
        if room.keeper is not None and not room.is_over and not room.audience.listeners and not room.has_people:
            await room.call_off()  # everybody has left for good, and nobody watches the bots

    def show(self, listener: Listener, after: int | None = None) -> None:
        """The game, or the table that waits for it."""
        if self.room.keeper is not None:
            self.room.audience.show_scene(listener, after)
        else:
            listener.tell(self._changed(listener))

    def tell_table(self) -> None:
        """A table that waits tells everybody who sits there."""
        if self.room.keeper is None:
            for listener in self.room.audience.listeners:
                listener.tell(self._changed(listener))

    def _changed(self, listener: Listener) -> Changed:
        room = self.room
        seen = in_words(table_seen(room.table, room.audience.watchers, room.is_over), listener.language)
        you = listener.viewer if listener.viewer != ONLOOKER else None
        return Changed(seen, sitting(room), you, listener.yours)

    # -------------------------------------------------------------- messages
    async def answer(self, listener: Listener, word: ClientWord) -> None:
        """One message. What cannot be done is answered to its sender alone."""
        try:
            await self._answer(listener, word)
        except Fault as fault:
            self.room.house.metrics.refused(fault.code)
            listener.tell(Trouble(fault.code, fault.sentence(listener.language), getattr(word, "nonce", "")))
        except Problem as problem:
            self.room.house.metrics.refused("problem")
            listener.tell(Trouble("problem", problem.sentence(listener.language), getattr(word, "nonce", "")))

    async def _answer(self, listener: Listener, word: ClientWord) -> None:
        match word:
            case Act():
                await self._act(listener, word)
            case Why():
                self._why(listener, word)
            case Odds():
                self._odds(listener, word)
            case Say():
                await self.talk.say(listener, word)
            case Mute():
                await self.talk.mute(listener, word)
            case SpeakLanguage():
                listener.language = word.language
                self.show(listener)
            case Sit():
                self._sit(listener, word.seat)
            case Back():
                self._back(listener)
            case Resync():
                self.show(listener)
            case Ping():
                listener.tell(Pong())

    def _playing(self, listener: Listener) -> Keeper:
        """The game, for somebody who plays in it; a Fault for anybody else."""
        if self.room.keeper is None:
            raise Fault("wrong_time", "not_begun")
        if listener.viewer == ONLOOKER:
            raise Fault("not_seated")
        return self.room.keeper

    async def _act(self, listener: Listener, word: Act) -> None:
        keeper, seat, user = self._playing(listener), listener.viewer, listener.user_id
        metrics = self.room.house.metrics
        assert user is not None
        if (done := keeper.nonces.get((user, word.nonce))) is not None:
            listener.tell(Done(word.nonce, done))
            return
        if not keeper.undisturbed(seat, word.after):
            metrics.refused("stale")
            listener.tell(Stale(word.nonce, keeper.version))
            self.show(listener)
            return
        try:
            await self.room.perform(seat, wire.inner(keeper.match.game, word.act), user, word.nonce)
        except Refusal as refusal:
            metrics.refused("rule")
            text, rule_text = self._sentences(listener, keeper, refusal)
            listener.tell(Refused(word.nonce, text, refusal.rule, rule_text, refusal.clause))
            return
        listener.tell(Done(word.nonce, keeper.version))
        self.room.publish()
        metrics.shown.observe(time.perf_counter() - listener.heard_at)

    def _why(self, listener: Listener, word: Why) -> None:
        keeper = self._playing(listener)
        refusal = keeper.match.why_not(word.act, listener.viewer)
        if refusal is None:
            listener.tell(Reason(word.nonce, True))
        else:
            text, rule_text = self._sentences(listener, keeper, refusal)
            listener.tell(Reason(word.nonce, False, text, refusal.rule, rule_text))

    def _sentences(self, listener: Listener, keeper: Keeper, refusal: Refusal) -> tuple[str, str]:
        """Why it cannot be in this case, and what the rule says."""
        assert self.room.audience.live is not None
        words = self.room.audience.live.painters[listener.language].words
        why = words.why(refusal, keeper.match.game, keeper.match.table)
        return why, refusal.it if listener.language == "it" else refusal.en

    def _odds(self, listener: Listener, word: Odds) -> None:
        stage = self.room.audience.stage_of(listener)
        if stage is None:
            raise Fault("wrong_time", "not_begun")
        found = chances(stage.match, word)
        listener.tell(Chances(word.nonce, found.wins, found.lost, found.beaten, found.god_war))

    def _sit(self, listener: Listener, seat: int) -> None:
        if seat not in listener.yours:
            raise Fault("not_seated")
        listener.viewer = seat
        self.show(listener)

    def _back(self, listener: Listener) -> None:
        if listener.user is None or not listener.yours:
            raise Fault("not_seated")
        self.room.attendance.came(listener.user.id)
        self.room.audience.show_presence()
