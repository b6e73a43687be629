"""Relations between people: friends and blocks, reports and moderation, and users' own data."""
