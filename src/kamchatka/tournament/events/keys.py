"""Who may do what with an event on a server: keys made from one secret, which is kept beside the event."""

import hmac
import os
import secrets
from pathlib import Path

BYTES = 32  # of the secret
ENDING = ".key"


class Keys:
    """The keys of one event: the organiser's, and one per player, which begins with the number of the badge."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, event: Path) -> "Keys":
        """The keys of the event in that file; the secret is made when it is first needed."""
        return cls(bytes.fromhex(secret_of(event)))

    def organiser(self) -> str:
        """The key that may change everything."""
        return self._word("organiser", 20)

    def player(self, number: int) -> str:
        """The key of one player."""
        return f"{number}-{self._word(f'player {number}', 8)}"

    def holder(self, key: str) -> int | None:
        """Whose key it is: 0 for the organiser, the number of a player, None for nobody's."""
        number, dash, _ = key.partition("-")
        is_players = bool(dash) and number.isdecimal() and number.isascii() and len(number) < 10
        whose = int(number) if is_players else 0
        real = self.player(whose) if is_players else self.organiser()
        return whose if hmac.compare_digest(real.encode(), key.encode()) else None

    def _word(self, what: str, length: int) -> str:
        return hmac.digest(self._secret, what.encode(), "sha256")[:length].hex()


def new_secret() -> str:
    """What the keys of an event are made from, in hexadecimal digits."""
    return secrets.token_hex(BYTES)


def secret_of(event: Path) -> str:
    """The secret of the event in that file, made when it is first needed."""
    path = event.with_suffix(ENDING)
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        secret = b""
    return secret.hex() if len(secret) == BYTES else _made(path)


def _made(path: Path) -> str:
    """A new secret, on the disk before it counts, for its owner's eyes only."""
    secret, part = new_secret(), path.with_suffix(f"{ENDING}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return secret
