"""Seating from a table's creation to its first roll: joining, leaving, starting, and the rematch."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from kamchatka.editions import edition
from kamchatka.players import check_house_bot
from kamchatka.players.names import STARS
from kamchatka.server import randomness
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.ratings.leavers import times_left
from kamchatka.server.storage.accounts import clean_name
from kamchatka.server.storage.records import Sitter, TableRecord, User
from kamchatka.server.storage.results import RATED
from kamchatka.server.storage.store import now
from kamchatka.server.tables.message_handler import MessageHandler
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.stored_match import begin_match
from kamchatka.texts.user_text import clean_text, look_of

KEY_BYTES = 16


def new_table(form: TableForm, host: User) -> TableRecord:
    """Create the table of a form and seal its randomness. Raise a Problem or Fault if the form is invalid."""
    booklet = edition(form.edition)
    booklet.check_seats(len(form.seats))
    booklet.game(booklet.table_rules(form.options))
    seats: list[Sitter] = []
    for seat in form.seats:
        if seat.kind == "bot":
            check_house_bot(seat.bot, form.edition)
        seats.append(_sitter(seat, host, seats))
    mine = sum(1 for one in seats if one.user == host.id)
    settled = tuple(msgspec.structs.replace(one, shared=mine > 1) if one.user == host.id else one for one in seats)
    if form.clock.bank and form.clock.per not in ("move", "turn"):
        raise Fault("problem", "bank_alone")
    if form.rated:
        check_rated(form, host)
    if form.name:
        form = msgspec.structs.replace(form, name=clean_text(form.name))
    table = TableRecord(
        id=randomness.token_urlsafe(16),
        agreed=form,
        seats=settled,
        status="waiting",
        host=host.id,
        key=randomness.token_hex(KEY_BYTES),
        created=now(),
        rating=RATED if form.rated else "",
    )
    return seat_first_person(table) if form.early and table.is_solitary else table


def seat_first_person(table: TableRecord) -> TableRecord:
    """Seat the only person first. The dice of the table, sealed before, decide which seat that is."""
    first = int(begin_match(table).state.first)
    if first < 0:
        return table
    mine = next(seat for seat, one in enumerate(table.seats) if one.user is not None)
    seats = list(table.seats)
    seats[mine], seats[first] = seats[first], seats[mine]
    return msgspec.structs.replace(table, seats=tuple(seats))


def check_rated(form: TableForm, host: User) -> None:
    """Raise a Fault unless every player will have an account and a single seat."""
    if host.guest:
        raise Fault("problem", "rated_account")
    if any(seat.kind not in ("me", "open") for seat in form.seats):
        raise Fault("problem", "rated_people")


def _sitter(seat: SeatForm, host: User, before: Iterable[Sitter]) -> Sitter:
    taken = [one.name for one in before] + [host.name]
    if seat.kind == "me":
        if any(one.user == host.id and one.name == host.name for one in before):
            raise Fault("taken", "seated_already")
        return Sitter(host.name, host.id, most_dice=seat.most_dice, colour=seat.colour, avatar=host.avatar)
    if seat.kind == "screen":
        return Sitter(unlike(clean_name(seat.name), taken), host.id, most_dice=seat.most_dice, colour=seat.colour)
    if seat.kind == "bot":
        return Sitter(next(name for name in STARS if name not in taken), bot=seat.bot)
    return Sitter()


def reserve_table(form: TableForm, names: Iterable[str], host: User, event: str) -> TableRecord:
    """Create a tournament table with each seat reserved for the player of that name."""
    return msgspec.structs.replace(new_table(form, host), seats=tuple(Sitter(name, kept=event) for name in names))


def unlike(name: str, taken: Iterable[str]) -> str:
    """Add a number to the name if a player at the table has the same name or one that looks the same."""
    known, wanted, number = {look_of(one) for one in taken}, name, 1
    while look_of(wanted) in known:
        number += 1
        wanted = f"{name} {number}"
    return wanted


class Seating:
    """Joining and leaving in one room. Runs inside the room's task."""

    def __init__(self, room: Room, handler: MessageHandler) -> None:
        self.room = room
        self.handler = handler

    async def join(self, user: User, seat: int | None, most_dice: bool = False) -> None:
        """Take the given seat, or the first free one. The game begins when no seat is left."""
        table = self._waiting()
        if table.seats_of(user.id):
            raise Fault("taken", "seated_already")
        await self.room.services.admission.check_may_sit(table, user)
        if table.rating == RATED and user.guest:
            raise Fault("problem", "rated_account")
        free = [number for number, one in enumerate(table.seats) if one.is_open and not one.kept]
        if not free or (seat is not None and seat not in free):
            raise Fault("taken", "seat_taken")
        leaves = await times_left(self.room.services.store.database, user.id) if table.rating == RATED else 0
        sitter = Sitter(self._name(user), user.id, most_dice=most_dice, leaves=leaves, avatar=user.avatar)
        await self._seat(free[0] if seat is None else seat, sitter)
        await self._begin_if_full()

    async def take(self, user: User, seat: int) -> None:
        """Take the seat reserved for a player. A login from another device takes it over."""
        kept = self.room.table.seats[seat]
        if kept.user == user.id or self.room.is_over:
            return
        if self.room.table.seats_of(user.id):
            raise Fault("taken", "seated_already")
        await self._seat(seat, Sitter(kept.name, user.id, kept=kept.kept, avatar=user.avatar))
        if self.room.stored is None:
            await self._begin_if_full()

    async def leave(self, user: User) -> None:
        """Leave the table. Before the game the seat becomes free; during it a bot keeps the seat."""
        table = self.room.table
        seats = table.seats_of(user.id)
        if not seats:
            raise Fault("not_seated")
        if self.room.is_over:
            return
        for seat in seats:
            await self._seat(seat, self._without_player(seat, table.seats[seat], user))
        self.room.votes.discard(user.id)
        if self._all_would_stop():
            await self.room.call_off()
        self.room.bots.wake()

    def _without_player(self, seat: int, one: Sitter, user: User) -> Sitter:
        """Return the seat's new occupant after its player has left."""
        match = self.room.match
        if match is not None:
            return Sitter(one.name, bot=STAND_IN, kept=one.kept, left=user.id, fell=not match.state.is_alive(seat))
        return Sitter(one.name, kept=one.kept) if one.kept else Sitter()

    async def start(self, user: User) -> None:
        """Start the game for the host, with bots in the open seats."""
        if self._waiting().host != user.id:
            raise Fault("not_host")
        await self.begin_now()

    async def begin_now(self) -> None:
        """Fill the open seats with bots and begin the game."""
        table = self._waiting()
        if all(one.user is None for one in table.seats):
            raise Fault("wrong_time", "nobody_seated")
        for seat, one in enumerate(table.seats):
            if one.is_open:
                taken = [other.name for other in self.room.table.seats]
                name = one.name or next(name for name in STARS if name not in taken)
                await self._seat(seat, Sitter(name, bot=table.agreed.seats[seat].bot, kept=one.kept))
        await self._begin()

    async def vote(self, user: User, stop: bool) -> None:
        """Vote to call the game off, or withdraw the vote. A unanimous vote ends the game."""
        room = self.room
        if room.stored is None or room.is_over:
            raise Fault("wrong_time", "not_begun")
        if not room.table.seats_of(user.id):
            raise Fault("not_seated")
        (room.votes.add if stop else room.votes.discard)(user.id)
        if self._all_would_stop():
            await room.call_off()
        else:
            room.audience.show_presence()

    def _all_would_stop(self) -> bool:
        votes = self.room.votes
        return bool(votes) and all(one.user is None or one.user in votes for one in self.room.table.seats)

    def _waiting(self) -> TableRecord:
        if self.room.stored is not None:
            raise Fault("wrong_time", "begun")
        return self.room.table

    def _name(self, user: User) -> str:
        return unlike(user.name, [one.name for one in self.room.table.seats])

    async def _seat(self, seat: int, one: Sitter) -> None:
        """Store a seat's new occupant, then tell all listeners."""
        room = self.room
        seats = (*room.table.seats[:seat], one, *room.table.seats[seat + 1 :])
        changed = msgspec.structs.replace(room.table, seats=seats)
        await room.services.store.change_seats(changed)
        room.table = changed
        self._look_again()
        room.services.lobby.announce(changed)

    async def _begin_if_full(self) -> None:
        if not any(one.is_open for one in self.room.table.seats):
            await self._begin()

    async def _begin(self) -> None:
        await self.room.begin()
        self._look_again()

    def _look_again(self) -> None:
        """Update the listeners' seats and send each the view they may now see."""
        for listener in self.room.audience.listeners:
            listener.yours = self.room.table.seats_of(listener.user_id)
            if listener.viewer not in listener.yours:
                listener.viewer = listener.yours[0] if len(listener.yours) == 1 else -1
            self.handler.show(listener)


def rematch_form(table: TableRecord, user: User) -> TableForm:
    """Return the form of the same table, with other people's seats open for them."""
    seats = tuple(_again(one, user) for one in table.seats)
    rated = table.agreed.rated and all(seat.kind in ("me", "open") for seat in seats)
    return msgspec.structs.replace(table.agreed, seats=seats, rated=rated)


def _again(one: Sitter, user: User) -> SeatForm:
    if one.bot is not None:
        return SeatForm("bot", one.bot)
    if one.user == user.id:
        kind: Literal["me", "screen"] = "me" if not one.shared or one.name == user.name else "screen"
        return SeatForm(kind, name="" if kind == "me" else one.name, most_dice=one.most_dice, colour=one.colour)
    return SeatForm("open")
