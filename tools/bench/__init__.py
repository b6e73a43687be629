"""Measure speed, memory and the smoothness of the page."""
