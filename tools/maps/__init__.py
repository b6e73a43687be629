"""Boards drawn from real geography: a development tool that is never run where the package is installed.

`python -m tools.maps` writes `src/kamchatka/boards/<board>.json` and `.svg`; see docs/boards.md.
"""
