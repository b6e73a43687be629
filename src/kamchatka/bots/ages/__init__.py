"""The games of ages (years, epochs): bids, pieces beside armies, cards by deck, points at the end."""
