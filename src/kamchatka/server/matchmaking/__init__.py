"""Quick match: players who wait are seated together by rating and language. Bots fill tables on request."""
