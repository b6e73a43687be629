"""Data that marshals learned: networks that rate positions, tempers against kinds of rivals, and plans."""
