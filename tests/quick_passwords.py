"""`kamchatka` with password hashes that cost nothing. A real one takes a tenth of a second and 64 MB of each test.

Run in the place of `kamchatka.cli`. Tests in this process hash as quickly (tests/conftest.py). What real hashes cost is
shown by tests/server/test_passwords.py and tests/attacks/test_logins.py.
"""

from functools import partial

from argon2 import PasswordHasher

from kamchatka.server.storage import passwords


def hash_quickly() -> None:
    """Give passwords the lowest parameters of argon2 from now on, in this process."""
    vars(passwords)["PasswordHasher"] = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


if __name__ == "__main__":  # a worker process imports this module too, and must not start again
    from kamchatka.cli import main

    hash_quickly()
    main()
