"""Live tables: one task per table, with its clocks, seats, chat, match and journal."""
