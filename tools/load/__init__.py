"""Simulate many people at many tables: clients and measurements for `tools.bench`, and a season of rated games."""
