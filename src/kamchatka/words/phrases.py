"""The catalogues under the name that some rooms still import them by."""

from kamchatka.texts import Count, Phrases, phrases

__all__ = ["Count", "Phrases", "phrases"]
