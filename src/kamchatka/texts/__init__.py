"""Catalogues of sentences by language, and templates with fields, plurals and a fallback language."""

from kamchatka.kernel.text import speak_through
from kamchatka.texts.catalogue import ENGLISH, add_edition, languages, own_name, phrases, say, translated
from kamchatka.texts.phrases import Count, Phrases, Says

__all__ = ["ENGLISH", "Count", "Phrases", "Says", "add_edition", "languages", "own_name", "phrases", "translated"]

speak_through(say)
