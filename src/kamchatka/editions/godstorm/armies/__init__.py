"""Armies of Godstorm: casualties, the reserve and divine dice."""
