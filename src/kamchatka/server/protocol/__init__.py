"""Types of the messages, forms and answers exchanged with clients (docs/protocol.md)."""
