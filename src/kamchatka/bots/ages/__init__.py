"""The games of ages (years, epochs): bids, pieces beside armies, cards by their backs, points at the end."""
