"""How processes of one platform talk: a port with two implementations, within one process and over NATS."""
