"""Conversion of facts, frames, actions and positions to and from data for files and networks."""
