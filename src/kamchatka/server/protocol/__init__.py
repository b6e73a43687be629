"""Everything that travels between server and clients, as types (docs/protocol.md)."""
