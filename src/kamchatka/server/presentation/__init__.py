"""What clients see of a game: scenes, messages, log lines and replays, per viewer and language."""
