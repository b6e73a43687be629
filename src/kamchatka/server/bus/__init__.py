"""Messaging between the platform's processes: one interface, implemented in process and over NATS."""
