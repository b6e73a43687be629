"""Progress of an objective, part by part, for every card of every edition: correct numbers, in words."""

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.facts import Eliminated
from kamchatka.match import Match
from kamchatka.words import Words
from kamchatka.words.progress import Part, objective_of, progress
from tests.kit import position

CARDS = [(id, card.id) for id, edition in EDITIONS.items() for card in edition.objectives]
AMERICA_AND_AUSTRALIA = {
    **{place: (0, 2) for place in ("alaska", "alberta", "ontario", "greenland", "quebec")},
    **{place: (0, 1) for place in ("indonesia", "new_guinea", "western_australia")},
    "siam": (2, 3),
}


def parts(match: Match, language: str = "en") -> list[Part]:
    """Return the parts of seat 0's own card."""
    words = Words(language, match.edition, [f"P{seat}" for seat in range(match.seats)])
    return progress(words.names, match.game, match.view(0).state, 0)


@pytest.mark.parametrize(("edition", "card"), CARDS)
def test_every_card_is_told_in_parts(edition: str, card: str) -> None:
    """All parts of a card can be reached; counts start at zero, except a prey's, which shows what it has left."""
    match = position(AMERICA_AND_AUSTRALIA, edition=edition, objectives={0: card}, round=1)
    if match.is_over:  # these few places fulfil it
        return
    told = parts(match)
    assert told
    for part in told:
        assert part.value <= match.game.board.size
        if part.prey is None:
            assert part.of > 0
        else:
            assert part.of == 0
            assert part.value == match.state.lands[part.prey] > 0
    assert any(part.prey is not None or part.value < part.of for part in told), "it is not fulfilled"


def colours_with(match: Match, colour: str) -> list[str]:
    """Return colours in which seat 2 has the one that is to be destroyed."""
    others = [one for one in match.game.colours if one != colour]
    return [*others[:2], colour, others[2]]


def test_a_prey_is_shown_by_what_it_has_left() -> None:
    """A prey with one territory shows that number and no progress that looks complete."""
    card = next(card for card in EDITIONS["modern"].objectives if getattr(card, "kind", "") == "destroy")
    blank = position({}, objectives={})
    colours = colours_with(blank, card.colour)  # type: ignore[attr-defined]
    match = position({"siam": (2, 3)}, objectives={0: card.id}, colours=colours)
    assert parts(match) == [Part("P2", 1, 0, 2)]
    match.table.note(Eliminated(2, 1))
    told = parts(match)
    assert [(part.prey, part.of) for part in told] == [(None, 24)], "another was quicker: the card asks for 24 places"


@pytest.mark.parametrize(("language", "told"), [("en", "(your choice)"), ("it", "(a scelta)")])
def test_a_continent_of_choice_is_the_nearest(language: str, told: str) -> None:
    """A continent of choice is the one besides the two named ones that lacks least."""
    card = next(card for card in EDITIONS["modern"].objectives if getattr(card, "others", 0))
    match = position(AMERICA_AND_AUSTRALIA, objectives={0: card.id})
    asked = objective_of(match.game, match.state, 0)
    assert asked is not None
    *_, chosen = found = parts(match, language)
    assert len(found) == len(asked.printed.zones) + 1
    assert chosen.label.endswith(told)
    assert chosen.of - chosen.value == 1


def test_strong_places_alone_count() -> None:
    """For eighteen places with two armies, only places with two count: five of eight."""
    card = next(card for card in EDITIONS["modern"].objectives if getattr(card, "garrison", 1) == 2)
    match = position(AMERICA_AND_AUSTRALIA, objectives={0: card.id})
    assert parts(match) == [Part("with 2 armies or more", 5, 18)]
