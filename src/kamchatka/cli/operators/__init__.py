"""Commands for server operators: backup, restore, export, quarantine, moderators and thinkers."""
