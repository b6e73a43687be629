"""The bot protocol: one JSON line asks, one answers. Our bots at other programs' tables, other programs at ours."""
