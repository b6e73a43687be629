"""Encryption and authentication of bus messages, so that an intruder can neither read nor forge them.

Every process derives its own key from the platform's secret and a random id, and counts its messages. The count is the
nonce (AES-256-GCM). Subject, sender and count are authenticated with each message. A receiver accepts each count of a
sender once per subject. The first message of an unknown sender must also be recent if the subject requires it.
"""

import struct
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kamchatka.server import randomness

FORMAT = 1
HEADER = struct.Struct(">B16sQ")  # format, sender, count
STAMP = struct.Struct(">d")  # Unix seconds by the sender's clock; 0 from a process without a platform clock
WINDOW = 1024  # counts that may arrive late; NATS preserves a sender's order per subject
RECENT = 60.0  # maximum age in seconds of an unknown sender's first message
MOST_SENDERS = 10_000  # (sender, subject) pairs remembered


class Rejected(Exception):
    """A message that is not accepted. `why` is `foreign`, `forged`, `replayed` or `old`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class AuthenticMessage:
    """An authentic message: its sender, count and body."""

    sender: bytes
    count: int
    body: bytes


class ReplayWindow:
    """The counts of one sender that have arrived at one subject."""

    def __init__(self, first: int) -> None:
        self.first = first  # earlier messages may be replays
        self.highest = first
        self.arrived = 1  # one bit for each recent count, the highest first

    def take(self, count: int) -> bool:
        """Accept a count; return False if it has or may have arrived before."""
        ahead = count - self.highest
        if ahead > 0:
            self.arrived = (self.arrived << ahead | 1) & ((1 << WINDOW) - 1) if ahead < WINDOW else 1
            self.highest = count
            return True
        bit = 1 << -ahead
        if -ahead >= WINDOW or self.arrived & bit:
            return False
        self.arrived |= bit
        return True


class Sealer:
    """Seals and opens messages of one process. Messages to `timed` subjects must be recent."""

    def __init__(self, secret: str, clock: Callable[[], float], timed: Collection[str] = ()) -> None:
        self.secret = secret.encode()
        self.clock = clock
        self.timed = timed
        self.me = randomness.token_bytes(16)
        self.count = 0
        self.dropped: Counter[str] = Counter()  # rejected messages by reason
        self._ciphers: OrderedDict[bytes, AESGCM] = OrderedDict()
        self._windows: OrderedDict[tuple[bytes, str], ReplayWindow] = OrderedDict()

    def next_count(self) -> int:
        """Reserve the count of the next message, which identifies a request."""
        self.count += 1
        return self.count

    def seal(self, subject: str, body: bytes, count: int | None = None) -> bytes:
        """Return the sealed message."""
        count = self.next_count() if count is None else count
        header = HEADER.pack(FORMAT, self.me, count)
        plain = STAMP.pack(self.clock()) + body
        return header + self._cipher(self.me).encrypt(_nonce(count), plain, header + subject.encode())

    def open(self, subject: str, data: bytes, is_reply: bool = False) -> AuthenticMessage:
        """Open a message. Raise and count Rejected unless it is authentic and new at this subject.

        A reply needs no replay window: each request has its own reply subject.
        """
        try:
            return self._decrypt(subject, data, is_reply)
        except Rejected as rejected:
            self.dropped[rejected.why] += 1
            raise

    def _decrypt(self, subject: str, data: bytes, is_reply: bool) -> AuthenticMessage:
        if len(data) < HEADER.size or data[0] != FORMAT:
            raise Rejected("foreign")
        header = data[: HEADER.size]
        _, sender, count = HEADER.unpack(header)
        cipher = self._cipher(sender)
        try:
            plain = cipher.decrypt(_nonce(count), data[HEADER.size :], header + subject.encode())
        except InvalidTag:
            raise Rejected("forged") from None
        if sender == self.me:
            raise Rejected("replayed")
        self._remember(sender, cipher)
        if not is_reply:
            self._check_new(subject, sender, count, STAMP.unpack_from(plain)[0])
        return AuthenticMessage(sender, count, plain[STAMP.size :])

    def _check_new(self, subject: str, sender: bytes, count: int, stamp: float) -> None:
        window = self._windows.get((sender, subject))
        is_known = window is not None and count >= window.first
        if not is_known and subject in self.timed and abs(self.clock() - stamp) > RECENT:
            raise Rejected("old")
        if window is None:
            window = self._windows[sender, subject] = ReplayWindow(count)
            while len(self._windows) > MOST_SENDERS:
                self._windows.popitem(last=False)
        elif not window.take(count):
            raise Rejected("replayed")
        self._windows.move_to_end((sender, subject))

    def _cipher(self, sender: bytes) -> AESGCM:
        """Return a sender's cipher. Only senders that have proved to know the secret are cached."""
        if sender in self._ciphers:
            return self._ciphers[sender]
        derived = HKDF(hashes.SHA256(), 32, salt=sender, info=b"kamchatka bus").derive(self.secret)
        cipher = AESGCM(derived)
        if sender == self.me:
            self._remember(sender, cipher)
        return cipher

    def _remember(self, sender: bytes, cipher: AESGCM) -> None:
        self._ciphers[sender] = cipher
        while len(self._ciphers) > MOST_SENDERS:
            self._ciphers.popitem(last=False)


def _nonce(count: int) -> bytes:
    return count.to_bytes(12, "big")
