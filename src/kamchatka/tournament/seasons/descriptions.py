"""Describe the changes of a season in words."""

from kamchatka.kernel.text import Text
from kamchatka.tournament.seasons import season


def describe_season_change(change: season.AnySeasonChange) -> Text:
    """Describe a change as a sentence."""
    match change:
        case season.SeasonOpened(name=name):
            return Text("season_trail", "opened", name=name)
        case season.SeasonSettingsChanged():
            return Text("season_trail", "settings")
        case season.EventAdded(event=event):
            kind = f" ({event.kind})" if event.kind else ""
            return Text("season_trail", "event", name=event.name, date=event.date, kind=kind, n=len(event.players))
        case season.EventRemoved(name=name, date=date):
            return Text("season_trail", "removed", name=name, date=date)
        case season.PlayersMerged(name=name, into=into):
            return Text("season_trail", "merged", name=name, into=into)
        case season.MembersTold(members=members):
            return Text("season_trail", "members", n=len(members))
        case season.Undone(number=number):
            return Text("season_trail", "undone", number=number)
