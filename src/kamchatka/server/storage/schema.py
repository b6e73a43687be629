"""The tables of the database. `migrations/` brings an older database to this shape."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

WIDE = BigInteger().with_variant(Integer, "sqlite")  # 64 bits, as every whole number of SQLite has

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(40), unique=True),  # of accounts alone: guests may share a name
    Column("password", String(200)),  # an argon2 hash; none for guests
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the cookie, which is stored nowhere
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("label", String(40), nullable=False),
    Column("digest", String(64), unique=True, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("name", String(40), primary_key=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("agreed", LargeBinary, nullable=False),  # the TableForm it was laid with
    Column("seats", LargeBinary, nullable=False),  # who sits where, as JSON
    Column("status", String(10), nullable=False),  # waiting, playing, over
    Column("host", Integer, ForeignKey("users.id"), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("key", String(64), nullable=False),  # of the sealed luck: secret until the game is over
    Column("header", LargeBinary),  # the first line of the journal
    Column("round", Integer, nullable=False, default=0),
    Column("asked", String(40), nullable=False, default=""),  # the seats that are asked: "0,2"
    Column("colours", String(40), nullable=False, server_default=""),  # by seat, as marks on the board: "3,0,1"
    Column("rematch", String(32), nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("clock", Float),  # seconds played when last noted; none without clocks
    Column("due", Float),  # when the room must wake by itself, in Unix seconds
    Column("unreadable", Text),  # why its game is in quarantine; none while it can be read
    Column("owner", String(32), nullable=False, server_default=""),  # the server that has its room
    Column("epoch", Integer, nullable=False, server_default="0"),  # counts how often it changed hands
    Column("fence", Integer, nullable=False, server_default="0"),  # the epoch of whoever wrote last
    Column("rested", Float),  # since when a game against clocks goes on without a room, in Unix seconds
    CheckConstraint("fence = epoch", name="fenced"),
    Index("tables_by_status", "status"),
    Index("tables_by_owner", "owner"),
)

servers = Table(
    "servers",
    metadata,  # those that run, or did not long ago
    Column("id", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # when it last said that it lives, by the clock of the database
)

seated = Table(
    "seated",
    metadata,  # who sits or sat at which table: "my games"
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Index("seated_by_user", "user_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),  # of the journal, as a file would have it
    Column("clock", WIDE, nullable=False),  # milliseconds played, outages left out: 32 bits end after 24 days
    Column("author", Integer),  # the user, if it was one
    Column("nonce", String(64)),
    UniqueConstraint("table_id", "author", "nonce", name="one_deed_a_nonce"),
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("phrase", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)
