"""Tables played on this program: the event opens them, seats the players, and takes the results by itself."""

from kamchatka.editions.challenge.data import OBJECTIVES
from kamchatka.editions.challenge.register import register
from kamchatka.editions.challenge.scoring import hand
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.tournament.report import Line, Report
from kamchatka.tournament.settings import Settings

EDITION = "challenge"


def table_options(settings: Settings) -> dict[str, object]:
    """The options of the edition that an event's tables play with; no Kingmaker, no Challenge card (rtu.chal.8)."""
    return {
        "time_limit_minutes": settings.minutes,
        "army_cap": settings.army_cap,
        "kingmaker": False,
        "challenge_card": "off",
        "late_objective_points": settings.late_objective,
    }


def report_of(match: Match, seats: tuple[int, ...]) -> Report:
    """What a finished match reports for the entrants on its seats."""
    if not match.is_over or not match.winners:
        raise Problem(
            "La partita non è finita, o è stata interrotta: il risultato va scritto a mano.",
            "The game is not over, or was called off: its result must be entered by hand.",
        )
    return Report(tuple(_line(match, seat, entrant) for seat, entrant in enumerate(seats)))


def _line(match: Match, seat: int, entrant: int) -> Line:
    state = match.state
    reached = state.ending == "end.objective" and seat in match.winners
    in_time = register(match.table).last_round == 0
    held = tuple(place for number, place in enumerate(match.game.board.places) if state.owner[number] == seat)
    return Line(
        entrant,
        objective=("in_time" if in_time else "late") if reached else "",
        eliminated=not state.is_alive(seat),
        card=OBJECTIVES.cards[state.objective[seat]].number,
        held=held,
        hand=int(hand(state, seat)) + 1,
    )
