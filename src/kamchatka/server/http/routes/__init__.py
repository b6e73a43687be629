"""The HTTP side, one module a subject. Handlers find out who asks and hand over to the rooms."""
