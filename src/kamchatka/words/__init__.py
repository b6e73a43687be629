"""Sentences in any language for events, questions and refusals, independent of any screen."""

from kamchatka.editions.chronicle import Sentence
from kamchatka.words.names import Names
from kamchatka.words.story import Story
from kamchatka.words.words import Words

__all__ = ["Names", "Sentence", "Story", "Words"]
