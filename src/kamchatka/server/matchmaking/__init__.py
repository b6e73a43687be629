"""Quick match: people who wait are seated together, by rating and language; bots fill up when somebody wants that."""
