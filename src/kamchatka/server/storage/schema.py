"""The database tables. `migrations/` upgrades an older database to this schema."""

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
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from kamchatka.server.storage.schemas.clubs import event_entries, events, metadata, season_changes, seasons
from kamchatka.server.storage.schemas.cups import cup_players, cups

__all__ = ["cup_players", "cups", "event_entries", "events", "metadata", "season_changes", "seasons"]

WIDE = BigInteger().with_variant(Integer, "sqlite")  # 64 bits, like every SQLite integer

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(40), unique=True),  # accounts only: guests may share a name
    Column("password", String(200)),  # argon2 hash; none for guests
    Column("created", BigInteger, nullable=False),
    Column("avatar", String(20), nullable=False, server_default=""),  # chosen picture; empty: initials
)

recovery_codes = Table(
    "recovery_codes",
    metadata,  # each signs its account in once, to choose a new password
    Column("digest", String(64), primary_key=True),  # of user and code
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("until", BigInteger),  # milliseconds; none for printed codes, which stay until they are used
    Index("recovery_codes_by_user", "user_id"),
)

recovery_addresses = Table(
    "recovery_addresses",
    metadata,  # where an account may ask for a code; chosen with the password
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("email", String(254), nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the cookie, which is never stored
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False, server_default="0"),
    Column("seen", BigInteger, nullable=False, server_default="0"),  # time of the last use
    Column("browser", String(40), nullable=False, server_default=""),  # "Firefox, Linux"
    Column("host_only", Boolean, nullable=False, server_default=false()),  # its cookie has a __Host- name
    Index("sessions_by_user", "user_id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("label", String(40), nullable=False),
    Column("digest", String(64), unique=True, nullable=False),
    Column("scopes", String(40), nullable=False, server_default="read"),  # "read,play"
    Column("expires", BigInteger, nullable=False, server_default="0"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("other_id", Integer, ForeignKey("users.id")),  # the user of that name if certain, otherwise none
)  # only rows from before revision 0012, when names were muted

held_names = Table(
    "held_names",
    metadata,  # keyed digests of names whose accounts were deleted while suspended
    Column("digest", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),  # end of the suspension
)

user_mutes = Table(
    "user_mutes",
    metadata,  # users whom a user has muted
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("other_id", Integer, ForeignKey("users.id"), primary_key=True),
    Index("user_mutes_by_other", "other_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("agreed", LargeBinary, nullable=False),  # the TableForm it was created with
    Column("seats", LargeBinary, nullable=False),  # who sits where, as JSON
    Column("status", String(10), nullable=False),  # waiting, playing, over
    Column("host", Integer, ForeignKey("users.id"), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("key", String(64), nullable=False),  # of the sealed randomness: secret until the game is over
    Column("header", LargeBinary),  # the first line of the journal
    Column("round", Integer, nullable=False, default=0),
    Column("asked", String(40), nullable=False, default=""),  # seats that must answer: "0,2"
    Column("colours", String(40), nullable=False, server_default=""),  # by seat, as marks on the board: "3,0,1"
    Column("rematch", String(32), nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("clock", Float),  # seconds played when last stored; none without clocks
    Column("due", Float),  # Unix time at which the room must wake
    Column("unreadable", Text),  # why the game is in quarantine; none otherwise
    Column("rating", String(20), nullable=False, server_default=""),  # rated, settled, or why it is not rated
    Column("owner", String(32), nullable=False, server_default=""),  # the server that runs its room
    Column("epoch", Integer, nullable=False, server_default="0"),  # counts the changes of owner
    Column("fence", Integer, nullable=False, server_default="0"),  # epoch of the last writer
    Column("rested", Float),  # Unix time since when a game with clocks has had no room
    CheckConstraint("fence = epoch", name="fenced"),
    Index("tables_by_status", "status"),
    Index("tables_by_owner", "owner"),
)

servers = Table(
    "servers",
    metadata,  # servers that run or ran recently
    Column("id", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # last sign of life, by the database's clock
)

waiting = Table(
    "waiting",
    metadata,  # users waiting for a quick match or seated recently; seconds by the database's clock
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("asked", LargeBinary, nullable=False),  # request and user as JSON
    Column("since", Float, nullable=False),
    Column("looked", Float, nullable=False),  # time of their last poll
    Column("taken", Float),  # since when a server has been seating them; none while they wait
    Column("told", LargeBinary),  # the table found, or why there is none
)

seated = Table(
    "seated",
    metadata,  # who has or had a seat at which table: "my games"
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Index("seated_by_user", "user_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),  # the journal line as in a file
    Column("clock", WIDE, nullable=False),  # milliseconds played without outages; 32 bits would last 24 days
    Column("author", Integer),  # user id, if a user acted
    Column("nonce", String(64)),
    Column("lag", Integer, nullable=False, server_default="0"),  # milliseconds not charged to the acting seat's clock
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
    Column("user_id", Integer, ForeignKey("users.id")),  # the speaker; none if unknown (before 0012)
    Index("talk_by_user", "user_id"),
)

# ------------------------------------------------------------------ results and ratings
results = Table(
    "results",
    metadata,  # a person's seat in a game, from its start
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("pace", String(4), nullable=False),  # live, days
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger),  # milliseconds; none while running
    Column("place", Integer),  # 1: won; none if the game was called off
    Column("has_left", Boolean, nullable=False, default=False),
    Column("rounds", Integer, nullable=False, default=0),
    Column("seconds", Integer, nullable=False, default=0),
    Column("objective", String(80), nullable=False, default=""),  # objective id
    Column("zones", Text, nullable=False, default=""),  # ids of zones held completely at the end: "asia,africa"
    Column("throws", Integer),  # armies' throws; none in games before dice statistics, negative until computed
    Column("lost", Integer),  # armies lost in them
    Column("lost_mean", Float),  # exact expected value
    Column("beaten", Integer),
    Column("beaten_mean", Float),
    Column("mu_before", Float),  # strength and uncertainty before a rated game
    Column("sigma_before", Float),
    Column("mu_after", Float),  # after it
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
    Column("played", BigInteger, nullable=False),  # time of the last game in milliseconds
    Column("opponents", Integer, nullable=False, server_default="0"),  # number of distinct opponents
    Column("listed", Float),  # what leaderboards sort by; none while the rating is provisional
    Index("ratings_by_edition", "edition", "pace", "listed"),
)

training = Table(
    "training",
    metadata,  # puzzle ratings
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("seen", Text, nullable=False),  # puzzles, most recent last: "modern/12,challenge/3"
)

origins = Table(
    "origins",
    metadata,  # origins of players at a rated table, as digests; deleted when its game begins
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("kind", String(7), nullable=False),  # address, device
)

server_keys = Table(
    "server_keys",
    metadata,  # secrets that this server has generated
    Column("name", String(20), primary_key=True),
    Column("secret", Text, nullable=False),
)

# ------------------------------------------------------------------ friends, moderation
friends = Table(
    "friends",
    metadata,  # friend requests by sender; one row per direction once accepted
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
    Column("table_id", String(32), nullable=False),  # "" if not about a table
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("talk", LargeBinary, nullable=False),  # the table's chat as JSON
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),  # when a moderator closed it
    Column("outcome", Text, nullable=False, default=""),
    Column("speakers", LargeBinary),  # by remark of `talk`: the user's id or null, as JSON
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
    metadata,  # actions of moderators
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by_id", Integer, ForeignKey("users.id")),  # none: the operator, by command line
    Column("deed", String(12), nullable=False),
    Column("about_id", Integer, ForeignKey("users.id")),
    Column("detail", Text, nullable=False),
)

# ------------------------------------------------------------------ notifications
contacts = Table(
    "contacts",
    metadata,  # how a user wants to be notified
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("email", String(254), nullable=False, default=""),
    Column("is_confirmed", Boolean, nullable=False, default=False),
    Column("code", String(64), nullable=False, default=""),  # digest of the code sent to the address
    Column("code_until", BigInteger, nullable=False, default=0),
    Column("push_off", String(80), nullable=False, default=""),  # disabled kinds of notifications: "turn,friend"
    Column("mail_off", String(80), nullable=False, default=""),
    Column("has_digest", Boolean, nullable=False, default=False),
    Column("digested", BigInteger, nullable=False, default=0),  # time of the last digest
    Column("language", String(16), nullable=False, default="en"),
    Column("feed", Integer, nullable=False, default=0),  # version of the valid calendar address; older ones are void
)

subscriptions = Table(
    "subscriptions",
    metadata,  # browsers that receive push messages
    Column("digest", String(64), primary_key=True),  # of the endpoint URL
    Column("user_id", Integer, ForeignKey("users.id"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),  # consecutive failed deliveries
    # Unix milliseconds of the earliest next delivery
    Column("retry_at", BigInteger, nullable=False, server_default="0"),
    Column(
        "session", String(64), ForeignKey("sessions.digest", name="subscribed_by_session", ondelete="CASCADE")
    ),  # none in rows from before 0011
    Index("subscriptions_by_user", "user_id"),
)

recipients = Table(
    "recipients",
    metadata,  # amounts recently sent to each recipient (`notices.recipient_limits`)
    Column("digest", String(64), primary_key=True),  # keyed digest of kind and recipient
    Column("kind", String(20), nullable=False),
    Column("hour", Integer, nullable=False),  # hours since 1970
    Column("in_hour", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("in_day", Integer, nullable=False),
    Index("recipients_by_day", "day"),
)

notices = Table(
    "notices",
    metadata,  # notifications, one per user and subject
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("subject", String(120), primary_key=True),  # "turn:<table>:<round>:<seat>"
    Column("kind", String(10), nullable=False),
    Column("fields", LargeBinary, nullable=False),
    Column("link", String(120), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("is_due", Boolean, nullable=False),  # not sent yet: due now, or with the next digest
    Column("about_id", Integer, ForeignKey("users.id")),  # the user named in the fields
    Index("notices_by_state", "is_due", "at"),
)

followed = Table(
    "followed",
    metadata,  # tournaments that a user plays in or follows
    Column("event_id", String(64), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("entrant", Integer, nullable=False),  # badge number; 0 for a follower
    Index("followed_by_user", "user_id"),
)
