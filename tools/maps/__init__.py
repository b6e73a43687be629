"""Boards drawn from real geography: a development tool, never run at a user's install.

`python -m tools.maps` writes `src/kamchatka/boards/<board>.json` and `.svg`; see docs/boards.md.
"""
