"""Seasons on a server: their storage, forms and pages."""
