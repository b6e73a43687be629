"""Draws that are hard to find by hand."""

from kamchatka.tournament.draw.seating import DrawProblem, KeepApart


def sixth_round(clubs: int) -> DrawProblem:
    """Return clubs of seven after five rounds without clashes or rematches; a sixth such round exists.

    Player i of club c sat at table i − c·r (modulo seven) in round r.
    """
    own = tuple(KeepApart("club", tuple(range(7 * club, 7 * club + 7))) for club in range(clubs))
    met = tuple(
        KeepApart("rematch", tuple(7 * club + (table + club * round) % 7 for club in range(clubs)))
        for round in range(5)
        for table in range(7)
    )
    return DrawProblem(tuple(range(7 * clubs)), (clubs,) * 7, (*own, *met))
