"""What is shown of a game: scenes, messages, log lines and replays, for each viewer and language."""
