"""The bot protocol: one JSON line per question and answer, for our bots elsewhere and other programs here."""
