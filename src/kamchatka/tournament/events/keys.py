"""Access keys of an event on a server, derived from a secret that is stored next to the event."""

import hmac
import os
import secrets
from pathlib import Path

BYTES = 32  # of the secret
ENDING = ".key"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O, U
TYPED = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None})  # letters that are mistaken for digits
CODE_LETTERS = 10  # of a table's code


class Keys:
    """The keys of one event: one for the organiser, and one per player that starts with the badge number."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, event: Path) -> "Keys":
        """Return the keys of an event file; the secret is created on first use."""
        return cls(bytes.fromhex(secret_of(event)))

    def organiser(self) -> str:
        """Return the key that may change everything."""
        return self._word("organiser", 20)

    def player(self, number: int) -> str:
        """Return the key of one player."""
        return f"{number}-{self._word(f'player {number}', 8)}"

    def table(self, round: int, table: int, draw: int) -> str:
        """Return the code of a table, for phones: round, table and ten letters. A new draw makes new codes."""
        return f"{round}-{table}-{self._letters(f'table {round} {table} {draw}')}"

    def is_table(self, code: str, round: int, table: int, draw: int) -> bool:
        """Check the code of a table, as printed or typed in small letters with spaces and dashes."""
        typed = "".join(code.split("-", 2)[-1].upper().translate(TYPED).split())
        real = self.table(round, table, draw).rpartition("-")[2]
        return hmac.compare_digest(real.encode(), typed.encode())

    def device(self, token: str) -> str:
        """Return a digest of a phone's token, which stands in the trail."""
        return self._word(f"device {token}", 8)

    def holder(self, key: str) -> int | None:
        """Return the holder of a key: 0 for the organiser, a player's number, or None if the key is invalid."""
        number, dash, _ = key.partition("-")
        is_players = bool(dash) and number.isdecimal() and number.isascii() and len(number) < 10
        whose = int(number) if is_players else 0
        real = self.player(whose) if is_players else self.organiser()
        return whose if hmac.compare_digest(real.encode(), key.encode()) else None

    def _letters(self, what: str) -> str:
        """Return ten letters and digits (50 bits) that are not easily mistaken for others."""
        value = int.from_bytes(hmac.digest(self._secret, what.encode(), "sha256")[:8], "big")
        return "".join(ALPHABET[value >> 5 * place & 31] for place in range(CODE_LETTERS))

    def _word(self, what: str, length: int) -> str:
        return hmac.digest(self._secret, what.encode(), "sha256")[:length].hex()


def new_secret() -> str:
    """Return a new secret in hexadecimal digits."""
    return secrets.token_hex(BYTES)


def secret_of(event: Path) -> str:
    """Return the secret of an event file; it is created on first use."""
    path = event.with_suffix(ENDING)
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        secret = b""
    return secret.hex() if len(secret) == BYTES else _create_secret(path)


def _create_secret(path: Path) -> str:
    """Create a secret, readable by the owner only and synced to disk before it is used."""
    secret, part = new_secret(), path.with_suffix(f"{ENDING}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return secret
