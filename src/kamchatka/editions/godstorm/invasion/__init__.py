"""Invasions: declared, answered from the Sky, fought by gods and then by armies; captures and casualties."""
