"""Commands for those who run a server: backup, restore, quarantine, moderators, thinkers."""
