"""Tables of cups and their players."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table

from kamchatka.server.storage.schemas.clubs import metadata

cups = Table(
    "cups",
    metadata,  # each date of a cup's timetable
    Column("id", String(60), primary_key=True),  # "daily-20261119-1930"
    Column("series", String(40), nullable=False),  # the cup's id in the file of cups
    Column("plan", LargeBinary, nullable=False),  # the cup as the file described it, as JSON
    Column("starts", BigInteger, nullable=False),  # Unix seconds
    Column("status", String(10), nullable=False),  # open, running, over, empty, missed, cancelled
    Column("due", Float, nullable=False),  # Unix seconds of the next step
    Column("round_at", Float, nullable=False, server_default="0"),  # Unix seconds at which the last round was drawn
    Column("paused", Integer, nullable=False, server_default="0"),  # the round after which players have a pause
    Column("taken", Float),  # when a server began the step in progress, by the database's clock
    Column("champion", String(60), nullable=False, server_default=""),  # the winner, if it is a bot
    Index("cups_by_status", "status", "due"),
    Index("cups_by_start", "starts"),
)

cup_players = Table(
    "cup_players",
    metadata,
    Column("cup_id", String(60), ForeignKey("cups.id"), primary_key=True),
    Column("user_id", Integer, ForeignKey("users.id"), primary_key=True),
    Column("joined", BigInteger, nullable=False),  # milliseconds
    Column("entrant", Integer, nullable=False, server_default="0"),  # number in the event; 0 before the start
    Column("withdrawn", Boolean, nullable=False, default=False),
    Column("place", Integer),  # none until the cup is over
    Column("points", Integer, nullable=False, server_default="0"),  # points of the season
    Index("cup_players_by_user", "user_id"),
)
