"""Where the settings of an event depart from the regulations (sections 10 to 12 of the tournament booklet)."""

from collections.abc import Iterator
from math import ceil

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.edition_rules import rules_of
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.words.phrases import Count

OFFICIAL = (4, 5)  # seats of an official table
OBJECTIVE = 100  # points of an objective reached in time
MOST_PRIZE = 100


def departures(settings: EventSettings) -> list[Problem]:
    """Where an event does not follow the booklet; for one that is held to it each of them is a refusal."""
    if not rules_of(settings).has_regulations:
        return [_other_game(settings)]
    return [
        *_of_format(settings),
        *_of_tables(settings),
        *_of_table_points(settings),
        *_of_places(settings),
        *_of_prizes(settings),
        *_of_discards(settings),
        *_of_cap(settings),
    ]


def _other_game(settings: EventSettings) -> Problem:
    """Of an edition whose booklet says nothing about events."""
    return Problem(
        f"Il libretto dell'edizione {settings.edition} non regola i tornei: valgono solo queste impostazioni.",
        f"The booklet of the edition {settings.edition} has no rules for events: these settings alone count.",
    )


# ------------------------------------------------------------------ section 12: formats and tables
def _of_format(settings: EventSettings) -> Iterator[Problem]:
    if settings.format == "teams":
        yield Problem(
            "Una classifica a squadre: il libretto somma i punti di ciascun giocatore.",
            "Standings of teams: the booklet adds up the points of each player.",
            "rtu.12.2a",
        )
    if settings.format != "finals":
        return
    yield Problem(
        "Una classifica e poi una finale: il libretto conosce la classifica o l'eliminazione diretta, non insieme.",
        "A ranking and then a final: the booklet has a ranking or direct elimination, not one after the other.",
        "rtu.12.2a",
    )
    if settings.semifinals and settings.advance > 1:
        yield Problem(
            f"Da una semifinale passano in {settings.advance}, non solo chi vince.",
            f"From a semifinal {settings.advance} go on, not the winner alone.",
            "rtu.12.3a",
        )
    if settings.semifinals and settings.direct_finalists:
        yield Problem(
            "Si può andare in finale senza vincere una semifinale.",
            "One may reach the final without winning a semifinal.",
            "rtu.12.3a",
        )


def _of_tables(settings: EventSettings) -> Iterator[Problem]:
    sizes = set(settings.sizes)
    played = sizes | {settings.final_seats} if settings.format == "finals" else sizes
    if 3 in played and played != {3}:
        yield Problem(
            "I tavoli da tre sono ammessi solo in tornei tutti da tre.",
            "Tables of three are for events made of tables of three only.",
            "rtu.12.1b",
        )
    if settings.format == "knockout" and settings.final_seats not in sizes:
        yield Problem(
            f"Una finale da {settings.final_seats} non è un tavolo di questo torneo.",
            f"A final of {settings.final_seats} is no table of this event.",
            "rtu.12.1a",
        )


def _of_prizes(settings: EventSettings) -> Iterator[Problem]:
    for prize in settings.prizes:
        if not 0 <= prize <= MOST_PRIZE:
            yield Problem(
                f"Il Premio Vittoria non può essere {prize}: va da 0 a {MOST_PRIZE}.",
                f"The Victory Prize cannot be {prize}: it goes from 0 to {MOST_PRIZE}.",
                "rtu.12.2.1b",
            )
    if set(OFFICIAL) <= set(settings.sizes) and any(settings.prizes) and settings.prize_four != 80:
        yield Problem(
            f"Con tavoli da 4 e da 5 il premio ai tavoli da quattro è l'80%, non il {settings.prize_four}%.",
            f"Where there are tables of 4 and 5 the prize at fours is 80 %, not {settings.prize_four} %.",
            "rtu.12.2.2",
        )


def _of_discards(settings: EventSettings) -> Iterator[Problem]:
    if settings.discards > most_discards(settings.rounds):
        games, most = Count(settings.rounds), Count(most_discards(settings.rounds))
        yield Problem(
            f"Con {games:partita|partite} si {most:~può|possono} scartare al più "
            f"{most:risultato|risultati}, non {settings.discards}: devono contarne almeno due terzi.",
            f"Of {games:game|games} at most {most} may be discarded, not {settings.discards}: two thirds must count.",
            "rtu.12.2.3",
        )
    games_of_team = settings.team_size * settings.rounds
    if settings.format == "teams" and games_of_team - settings.team_results > most_discards(games_of_team):
        yield Problem(
            f"Di {games_of_team} risultati di una squadra ne contano {settings.team_results}: devono essere due terzi.",
            f"Of {games_of_team} results of a team {settings.team_results} count: two thirds must.",
            "rtu.12.2.3",
        )


def most_discards(games: int) -> int:
    """How many results may be left out when at least two thirds must count."""
    return games - ceil(2 * games / 3)


# ------------------------------------------------------------------ sections 10 and 11: points, places, armies
def _of_table_points(settings: EventSettings) -> Iterator[Problem]:
    if settings.objective_points != OBJECTIVE:
        yield Problem(
            f"Un obiettivo raggiunto in tempo vale {OBJECTIVE} punti, non {settings.objective_points}.",
            f"An objective reached in time is worth {OBJECTIVE} points, not {settings.objective_points}.",
            "rtu.10.5",
        )
    scaled = {size: settings.percent.get(size, 100) for size in sorted(set(settings.sizes))}
    for size, percent in scaled.items():
        if percent == 100:
            continue
        yield Problem(
            f"Ai tavoli da {size} i punti valgono il {percent}%: per il libretto contano come sono.",
            f"At tables of {size} points are worth {percent} %: for the booklet they count as they are.",
            "rtu.10.2",
        )
    highest = max(settings.objective_points, rules_of(settings).most_points) * max(scaled.values(), default=100) / 100
    if 0 < settings.most_table_points < highest:
        yield Problem(
            f"I punti al tavolo si fermano a {settings.most_table_points}: il libretto non li limita.",
            f"Table points stop at {settings.most_table_points}: the booklet sets them no limit.",
            "rtu.10.2",
        )


def _of_places(settings: EventSettings) -> Iterator[Problem]:
    if settings.shared_wins:
        yield Problem(
            "A pari punti la vittoria si divide: il libretto guarda i territori fuori obiettivo, poi la mano.",
            "Equal points share the win: the booklet looks at territories outside the objective, then at the hand.",
            "rtu.10.4a",
        )
    if any(settings.place_points):
        yield Problem(
            "In classifica vanno punti per il posto al tavolo, non quelli dei territori.",
            "Places at the table make the points of the standings, not territories.",
            "rtu.10.1",
        )
    if any(settings.eliminated_points):
        yield Problem(
            "Chi è eliminato ha punti: senza territori il libretto non ne dà.",
            "Who was eliminated has points: without territories the booklet gives none.",
            "rtu.10.2",
        )


def _of_cap(settings: EventSettings) -> Iterator[Problem]:
    if not settings.army_cap:
        yield Problem(
            "Non c'è un limite alle armate: una partita ufficiale ne ha uno.",
            "There is no army cap: an official game has one.",
            "rtu.11.1",
        )
