"""Notices: what somebody who is not here should know, by push or e-mail; and a calendar of one's events."""
