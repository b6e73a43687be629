"""Train the admiral: imitation of captains, then PPO at tables of selves, former selves and bots (docs/learn.md).

`python -m tools.learn train --edition challenge --out build/learn` begins a run, and the same command continues it.
"""
