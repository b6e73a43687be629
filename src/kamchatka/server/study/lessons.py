"""The lesson of a finished game in words, for the people who played it."""

from collections.abc import Container

import msgspec

from kamchatka.analysis.lessons import ATTACKS, BORDER, OVERREACH, SCATTER, ZONE, PlayLesson, find_lesson
from kamchatka.analysis.own_turns import read_turns
from kamchatka.analysis.puzzles import ATTACK, PLACE, puzzles_of, shelves
from kamchatka.journal import open_journal
from kamchatka.server.study.study_payloads import GameLesson
from kamchatka.words import Words

THEMES = {ATTACKS: ATTACK, ZONE: ATTACK, OVERREACH: ATTACK, BORDER: PLACE, SCATTER: PLACE}  # kind of puzzles, by lesson


def find_lessons(id: str, data: bytes, language: str, seats: tuple[int, ...]) -> bytes:
    """Return the lessons for some seats of a journal as JSON. Runs in a worker."""
    opened = open_journal(data, id)
    names = tuple(player.name for player in opened.header.players)
    turns, match = read_turns(opened, seats), opened.match
    teller = LessonTeller(Words(language, match.edition, names), match.edition.id)
    found = []
    for seat in seats:
        own = [turn for turn in turns if turn.seat == seat]
        lesson = find_lesson(own, match.game.board, len(match.game.kinds) > 0)
        if lesson is not None:
            found.append(teller.tell(seat, lesson))
    return msgspec.json.encode(found)


def pick_lessons(found: bytes, seats: Container[int]) -> list[GameLesson]:
    """Return the lessons of some seats among those that were found."""
    return [lesson for lesson in msgspec.json.decode(found, type=list[GameLesson]) if lesson.seat in seats]


def shelf_of(edition: str, theme: str) -> str | None:
    """Return the edition whose shelf has puzzles of a kind: this one, "" for all, or None if no edition has any."""
    if any(puzzle.kind == theme for puzzle in puzzles_of(edition)):
        return edition
    return "" if any(puzzle.kind == theme for found in shelves().values() for puzzle in found) else None


class LessonTeller:
    """Describes lessons in words."""

    def __init__(self, words: Words, edition: str) -> None:
        self.words = words
        self.edition = edition

    def tell(self, seat: int, lesson: PlayLesson) -> GameLesson:
        """Return a lesson as the page displays it."""
        theme = THEMES.get(lesson.kind, "")
        shelf = shelf_of(self.edition, theme) if theme else None
        text = " ".join(self._say(key, lesson) for key in sentences_of(lesson))
        return GameLesson(
            seat,
            lesson.kind,
            text,
            lesson.entry,
            lesson.round,
            round(lesson.cost, 1),
            theme if shelf is not None else "",
            shelf or "",
        )

    def _say(self, key: str, lesson: PlayLesson) -> str:
        names = self.words.names
        source, target = (lesson.places[0], lesson.places[-1]) if lesson.places else (-1, -1)
        return self.words.phrases.say(
            "lesson",
            key,
            count=lesson.count,
            most=lesson.most,
            armies=lesson.armies,
            turns=lesson.turns,
            round=lesson.round,
            cost=max(1, round(lesson.cost)),
            chance=percent(lesson.chance),
            mean=percent(lesson.mean),
            waited=percent(lesson.waited),
            source=names.place(source),
            target=names.place(target),
            zone=names.zone(lesson.zone) if lesson.zone >= 0 else "",
        )


def percent(chance: float) -> int:
    """Return a probability in whole percent. Only certain outcomes get 0 or 100.

    >>> percent(0.002), percent(0.412), percent(0.997), percent(1.0)
    (1, 41, 99, 100)
    """
    return max(1, min(99, round(chance * 100))) if 0.0 < chance < 1.0 else round(chance * 100)


def sentences_of(lesson: PlayLesson) -> list[str]:
    """Return the keys of the sentences of a lesson."""
    match lesson.kind:
        case "attacks":
            told = ["attacks" if lesson.count > 1 else "attack"]
            if lesson.armies and percent(lesson.waited) >= percent(lesson.chance) + 5:
                return [*told, "attacks_wait" if lesson.count > 1 else "attack_wait"]
            return [*told, "attacks_worst"] if lesson.count > 1 else told
        case "border":
            told = ["border_zone" if lesson.zone >= 0 else "border"]
            return [*told, "border_more"] if lesson.count > 1 else told
        case "cards":
            return ["cards" if lesson.turns else "cards_never"]
        case "scatter":
            told = ["scatter_idle" if lesson.places else "scatter"]
            return [*told, "scatter_more"] if lesson.count > 1 else told
        case "praise":
            return ["praise_all" if lesson.count == lesson.most else "praise"]
        case kind:
            return [kind]
