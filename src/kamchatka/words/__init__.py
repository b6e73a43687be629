"""Sentences, in any language, for all that happens, is asked and is refused. It knows no screen."""

from kamchatka.words.names import Names
from kamchatka.words.story import Story
from kamchatka.words.words import Sentence, Words

__all__ = ["Names", "Sentence", "Story", "Words"]
