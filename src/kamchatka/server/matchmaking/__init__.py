"""Quick match: seats waiting people together by rating and language; bots fill up on request."""
