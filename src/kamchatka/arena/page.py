"""The report as one self-contained HTML page with plots."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from kamchatka.arena.games import Plan
from kamchatka.arena.pace import Pace, duration
from kamchatka.arena.report import Report, Share

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2430;
background:#fbfaf7}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse}
td,th{padding:.2rem .9rem .2rem 0;text-align:right}td:first-child,th:first-child{
text-align:left}td{white-space:nowrap}.wide{overflow-x:auto}th{border-bottom:1px solid #9aa3ad;font-weight:600}
svg{width:100%;height:auto;font:13px system-ui,sans-serif}.bar{fill:#2f6f8f}.span{stroke:#1d2430;stroke-width:2}
.fair{stroke:#b4552d;stroke-width:2;stroke-dasharray:4 3}.axis{stroke:#9aa3ad}text{fill:#1d2430}
@media (max-width:34rem){table{font-size:.8rem}td,th{padding-right:.5rem}}
@media (prefers-color-scheme:dark){body,text{color:#e8e6e1;fill:#e8e6e1;background:#161a20}.span{stroke:#e8e6e1}}
"""
WIDTH, ROW, LEFT, PLOT = 760, 34, 170, 500


def page(plan: Plan, report: Report) -> str:
    """Render the whole page."""
    title = f"{len(report.games)} games of {plan.edition}: {', '.join(plan.bots)}"
    off = report.endings.get("referee.stop", 0)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(terms(plan, off))}</p>",
        "<h2>Games won, with 95 % intervals (dashed: the fair share)</h2>",
        shares(report.by_bot),
        "<h2>By seat, all players together</h2>",
        shares({f"seat {seat}": share for seat, share in enumerate(report.by_seat)}),
        "<h2>Rounds</h2>",
        histogram([game.rounds for game in report.games]),
        "<h2>How they ended</h2>",
        table(("rule", "games"), [(clause, n) for clause, n in report.endings.items()]),
        "<h2>Time for a decision</h2>",
        paces(report.pace),
        "<h2>Time for a turn: all that a bot decides in a round</h2>",
        paces(report.turns),
        *rating_items(report),
        *fault_items(report),
    ]
    body = "\n".join(parts)
    return (
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n<body>\n{body}\n</body></html>\n"
    )


def terms(plan: Plan, off: int) -> str:
    """Describe options, turn limit and seeds of the games."""
    options = ", ".join(f"{name}={value}" for name, value in plan.options) or "as the booklet proposes"
    limit = f"turn limit {plan.turn_limit} rounds" if plan.turn_limit else "no turn limit"
    led = f" {off} games reached the limit: the player with most places counts as the winner." if off else ""
    return f"Options: {options}; {limit}; first seed {plan.seed}; seats rotated.{led}"


def shares(found: dict[str, Share]) -> str:
    """Draw a bar chart of shares with their confidence intervals."""
    rows = []
    for n, (name, share) in enumerate(found.items()):
        low, high = (LEFT + PLOT * end for end in share.interval)
        y, fair = n * ROW, LEFT + PLOT * share.fair
        rows.append(
            f"<text x='0' y='{y + 21}'>{escape(name)}</text>"
            f"<rect class=bar x='{LEFT}' y='{y + 6}' width='{PLOT * share.part:.1f}' height='20'/>"
            f"<line class=span x1='{low:.1f}' x2='{high:.1f}' y1='{y + 16}' y2='{y + 16}'/>"
            f"<line class=fair x1='{fair:.1f}' x2='{fair:.1f}' y1='{y + 2}' y2='{y + 30}'/>"
            f"<text x='{LEFT + PLOT + 12}' y='{y + 21}'>{share.part:.1%}</text>"
        )
    return svg(len(found) * ROW, rows)


def histogram(numbers: Sequence[int]) -> str:
    """Draw a histogram; wide ranges are divided into at most about 30 bins."""
    width = max(1, (max(numbers) - min(numbers)) // 30 + 1)
    counts = Counter((number - min(numbers)) // width for number in numbers)
    bars, tallest = max(counts) + 1, max(counts.values())
    step = (WIDTH - 40) / bars
    rows = []
    for n in range(bars):
        height, x = 150 * counts[n] / tallest, 20 + n * step
        size = f"width='{step * 0.85:.1f}' height='{height:.1f}'"
        rows.append(f"<rect class=bar x='{x:.1f}' y='{160 - height:.1f}' {size}/>")
        if n % max(1, bars // 12) == 0:
            rows.append(f"<text x='{x:.1f}' y='178'>{min(numbers) + n * width}</text>")
    return svg(185, [*rows, f"<line class=axis x1='20' x2='{WIDTH - 20}' y1='160' y2='160'/>"])


def svg(height: int, rows: Sequence[str]) -> str:
    """Wrap rows in an SVG drawing of full width."""
    return f"<svg viewBox='0 0 {WIDTH} {height}' role=img>{''.join(rows)}</svg>"


def paces(watched: dict[str, Pace]) -> str:
    """Render a table of durations per bot. Older results have no turn durations."""
    rows = [
        (name, pace.number, *(duration(time) for time in (pace.within(0.5), pace.within(0.95), pace.longest)))
        for name, pace in watched.items()
        if pace.number
    ]
    return table(("bot", "number", "half within", "95 % within", "longest"), rows)


def rating_items(report: Report) -> list[str]:
    """Render the ratings, if they could be computed."""
    if report.ratings is None:
        return []
    rows = [(name, f"{skill:.1f}", f"{doubt:.1f}") for name, (skill, doubt) in report.ratings.items()]
    return ["<h2>Ratings (openskill)</h2>", table(("bot", "skill", "uncertainty"), rows)]


def fault_items(report: Report) -> list[str]:
    """List the faults of external bots."""
    if not report.forfeits:
        return []
    return ["<h2>Forfeits</h2>", *(f"<p>{escape(sentence)}</p>" for sentence in report.forfeits[:50])]


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Render a plain table."""
    head = "".join(f"<th>{escape(name)}" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}" for cell in row) for row in rows)
    return f"<div class=wide><table><tr>{head}{body}</table></div>"
