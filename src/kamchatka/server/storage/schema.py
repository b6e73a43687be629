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
    Column("rating", String(20), nullable=False, server_default=""),  # rated, settled, or why it is not rated
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

waiting = Table(
    "waiting",
    metadata,  # who waits for a quick match, or was seated not long ago; seconds by the clock of the database
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("asked", LargeBinary, nullable=False),  # what they want and who they are, as JSON
    Column("since", Float, nullable=False),
    Column("looked", Float, nullable=False),  # when they last asked
    Column("taken", Float),  # since when a server seats them; none while they wait
    Column("told", LargeBinary),  # where to go, or why there is no table
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

# ------------------------------------------------------------------ standing: what people have played, and how well
results = Table(
    "results",
    metadata,  # a person's seat at a game, from its first die on
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("pace", String(4), nullable=False),  # live, days
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger),  # milliseconds; none while it is played
    Column("place", Integer),  # 1: won; none for a game that was called off
    Column("has_left", Boolean, nullable=False, default=False),
    Column("rounds", Integer, nullable=False, default=0),
    Column("seconds", Integer, nullable=False, default=0),
    Column("objective", String(80), nullable=False, default=""),  # its id
    Column("zones", Text, nullable=False, default=""),  # ids of those held whole at the end: "asia,africa"
    Column("throws", Integer),  # of armies; none in games before luck was reckoned, below nought: still to be done
    Column("lost", Integer),  # in them …
    Column("lost_mean", Float),  # … and what is so on average, exactly
    Column("beaten", Integer),
    Column("beaten_mean", Float),
    Column("mu_before", Float),  # of a rated game: strength and doubt …
    Column("sigma_before", Float),
    Column("mu_after", Float),  # … before it and after
    Column("sigma_after", Float),
    Index("results_by_user", "user_id", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("edition", String(40), primary_key=True),
    Column("pace", String(4), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("times_left", Integer, nullable=False),
    Column("played", BigInteger, nullable=False),  # the last game, in milliseconds
    Index("ratings_by_edition", "edition", "pace"),
)

training = Table(
    "training",
    metadata,  # how well somebody solves puzzles
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("seen", Text, nullable=False),  # the latest last: "modern/12,challenge/3"
)

origins = Table(
    "origins",
    metadata,  # where those at a rated table come from, as digests; forgotten when its game is counted
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("kind", String(7), nullable=False),  # address, device
)

server_keys = Table(
    "server_keys",
    metadata,  # secrets that this server has made for itself
    Column("name", String(20), primary_key=True),
    Column("secret", Text, nullable=False),
)

# ------------------------------------------------------------------ people among each other
friends = Table(
    "friends",
    metadata,  # who asked whom; both ways once it is accepted
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("other_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("accepted", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("friends_by_other", "other_id"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("other_id", Integer, ForeignKey("users.id"), primary_key=True),
    Index("blocks_by_other", "other_id"),
)

roles = Table(
    "roles",
    metadata,
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("role", String(12), nullable=False),  # moderator
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("by_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("about_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("table_id", String(32), nullable=False),  # "" without one
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("talk", LargeBinary, nullable=False),  # what was said at the table, as JSON
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),  # when a moderator had done with it
    Column("outcome", Text, nullable=False, default=""),
    Index("reports_by_state", "closed", "at"),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("kind", String(10), nullable=False),  # mute, suspension
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("sanctions_by_user", "user_id", "until"),
)

audit = Table(
    "audit",
    metadata,  # what moderators have done
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by_id", Integer, ForeignKey("users.id")),  # none: whoever runs the server, by command
    Column("deed", String(12), nullable=False),
    Column("about_id", Integer, ForeignKey("users.id")),
    Column("detail", Text, nullable=False),
)

# ------------------------------------------------------------------ notices
contacts = Table(
    "contacts",
    metadata,  # how somebody wants to be told
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("email", String(254), nullable=False, default=""),
    Column("is_confirmed", Boolean, nullable=False, default=False),
    Column("code", String(64), nullable=False, default=""),  # digest of what was sent to the address
    Column("code_until", BigInteger, nullable=False, default=0),
    Column("push_off", String(80), nullable=False, default=""),  # kinds of notices: "turn,friend"
    Column("mail_off", String(80), nullable=False, default=""),
    Column("has_digest", Boolean, nullable=False, default=False),
    Column("digested", BigInteger, nullable=False, default=0),  # when the last digest was sent
    Column("language", String(16), nullable=False, default="en"),
    Column("feed", Integer, nullable=False, default=0),  # which calendar address holds; the others are void
)

subscriptions = Table(
    "subscriptions",
    metadata,  # browsers that may be called
    Column("digest", String(64), primary_key=True),  # of the endpoint
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscriptions_by_user", "user_id"),
)

notices = Table(
    "notices",
    metadata,  # what somebody was to be told: one of a subject
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("subject", String(120), primary_key=True),  # "turn:<table>:<round>:<seat>"
    Column("kind", String(10), nullable=False),
    Column("fields", LargeBinary, nullable=False),
    Column("link", String(120), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("is_due", Boolean, nullable=False),  # still to be sent: at once, or with the next digest
    Index("notices_by_state", "is_due", "at"),
)

followed = Table(
    "followed",
    metadata,  # tournaments in which somebody plays, or which somebody follows
    Column("event_id", String(64), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("entrant", Integer, nullable=False),  # the number of the badge; 0: only follows
    Index("followed_by_user", "user_id"),
)

# ------------------------------------------------------------------ tournaments, where several servers share them
events = Table(
    "events",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("secret", String(64), nullable=False),  # that its keys are made from
    Column("stamp", Integer, nullable=False),  # counts every change, of a draft too
    Column("changed", Float, nullable=False),  # when its trail last grew, by the clock of the database
    Column("draft", LargeBinary),  # a draw that is not published yet, as JSON
)

event_entries = Table(
    "event_entries",
    metadata,  # the trail of an event, as its file would have it
    Column("event_id", String(80), ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("who", Text, nullable=False),
    Column("change", Text),
    Column("undoes", Integer),
    Column("mark", String(16), nullable=False),
)
