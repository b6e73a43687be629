"""Declarations of the data classes behind facts, frames and actions: each class declares every field once."""
