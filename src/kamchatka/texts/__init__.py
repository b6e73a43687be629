"""Catalogues of sentences by language.

Templates have fields and plural forms; missing sentences fall back to English.
"""

from kamchatka.kernel.text import speak_through
from kamchatka.texts.catalogue import ENGLISH, add_edition, inflect, languages, noun, own_name, phrases, say, translate
from kamchatka.texts.nouns import PlaceName
from kamchatka.texts.phrases import Count, Phrases, Says

__all__ = [
    "ENGLISH",
    "Count",
    "Phrases",
    "PlaceName",
    "Says",
    "add_edition",
    "inflect",
    "languages",
    "noun",
    "own_name",
    "phrases",
    "translate",
]

speak_through(say)
