"""Command cards: card files, their vocabulary, and card play."""
