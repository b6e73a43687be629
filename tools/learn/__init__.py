"""Train the admiral: imitate captains, then PPO with itself, past selves and bots at the table (docs/learn.md).

`python -m tools.learn train --edition challenge --out build/learn` begins a run, and the same command continues it.
"""
