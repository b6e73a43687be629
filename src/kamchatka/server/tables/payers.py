"""Who is charged for the bots of a table."""

from kamchatka.server.storage.records import TableRecord

MOST = 10_000  # tables whose creator's network is remembered


class Payers:
    """The networks of users who created tables, while known."""

    def __init__(self) -> None:
        self.networks: dict[str, str] = {}  # by table

    def note(self, id: str, network: str) -> None:
        """Remember who created a table. The oldest is forgotten when there are too many."""
        if len(self.networks) >= MOST:
            del self.networks[next(iter(self.networks))]
        self.networks[id] = network

    def payer_of(self, table: TableRecord) -> str:
        """Return the account that a table's bots are charged to: its creator's network, or else its host."""
        return self.networks.get(table.id) or f"user {table.host}"
