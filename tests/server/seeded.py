"""A server whose tables have predictable luck: each is sealed from its name, so that tests can choose theirs."""

import hashlib

import msgspec

from kamchatka.cli import main
from kamchatka.server import game_server
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.tables.seating import KEY_BYTES, new_table
from tests.quick_passwords import hash_quickly


def table_of_that_name(form: TableForm, host: User) -> TableRecord:
    """Return a table whose name seeds the dice: equal names give equal dice."""
    key = hashlib.blake2b(form.name.encode(), digest_size=KEY_BYTES).hexdigest()
    return msgspec.structs.replace(new_table(form, host), key=key)


if __name__ == "__main__":  # worker processes import this module too, and must not start a server
    hash_quickly()
    vars(game_server)["new_table"] = table_of_that_name
    main()
