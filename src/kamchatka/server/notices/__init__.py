"""Notifications of absent users by push and e-mail, and a calendar of followed events."""
