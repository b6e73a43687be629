"""Live tables: one task per table, its clocks, its seats, its chat, its match and journal."""
