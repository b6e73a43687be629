"""People among each other: friends and blocks, reports and what moderators make of them, one's own data."""
