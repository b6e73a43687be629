"""The texts a user gives to a table: its name, names of players sharing the screen, and cards they have written."""

from contextlib import suppress

import msgspec

from kamchatka.editions import edition
from kamchatka.server.faults import Fault
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.records import User

Seats = tuple[SeatForm, ...]


class TableTexts:
    """Decides which texts a user may give."""

    def __init__(self, accounts: Accounts, moderation: Moderation) -> None:
        self.accounts = accounts
        self.moderation = moderation

    async def check(self, form: TableForm, user: User) -> None:
        """Raise a Fault for a screen name that belongs to another account, or a muted user's text at a public table."""
        screens = [seat.name for seat in form.seats if seat.kind == "screen" and seat.name != user.name]
        if not form.private and (form.name or screens or options_with_text(form)):
            await self.moderation.check_may_talk(user)
        for name in screens:
            await self.accounts.check_screen_name(user, name)

    async def repeatable(self, form: TableForm, user: User) -> TableForm:
        """Return the form of a rematch without texts that are refused by now, so that the rematch can still be played.

        Players sharing the screen are then named after the user, with a number.
        """
        with suppress(Fault):
            await self.check(form, user)
            return form
        may_name = await self._may_name(form, user)
        seats = [await self._seat(seat, user, may_name) for seat in form.seats]
        if may_name:
            return msgspec.structs.replace(form, seats=tuple(seats))
        written = options_with_text(form)
        options = {name: value for name, value in form.options.items() if name not in written}
        return msgspec.structs.replace(form, name="", seats=tuple(seats), options=options)

    async def _may_name(self, form: TableForm, user: User) -> bool:
        with suppress(Fault):
            if not form.private:
                await self.moderation.check_may_talk(user)
            return True
        return False

    async def _seat(self, seat: SeatForm, user: User, may_name: bool) -> SeatForm:
        with suppress(Fault):
            if seat.kind != "screen":
                return seat
            await self.accounts.check_screen_name(user, seat.name)
            if may_name:
                return seat
        return msgspec.structs.replace(seat, name=user.name)


def options_with_text(form: TableForm) -> set[str]:
    """Return the names of the options that hold the host's own text, such as custom cards."""
    texts = {option.name for option in edition(form.edition).options if option.text}
    return {name for name, value in form.options.items() if name in texts and value}
