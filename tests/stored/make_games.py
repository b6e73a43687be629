"""Store journals and positions as this version writes them: whole games of bots, and unfinished games.

Golden games are added until every kind of fact, frame, step and action of every edition is stored.
"""

import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from kamchatka.cli.game.clock import GameClock
from kamchatka.cli.game.session import Session, bots_of
from kamchatka.journal import Kept, Player, Writer, new_header, new_match, parse
from kamchatka.kernel.edges.record import write_fact, write_frame
from kamchatka.kernel.edges.wire import Bid
from kamchatka.match import Match, apply_entry, blank_match
from kamchatka.words import Words
from tests.stored.shelf import Json, note, pack

GOLDEN = Path(__file__).parents[1] / "golden"
LONGEST = 600  # entries: a game that is longer is played again with other luck
LUCKS = 30
Kinds = set[tuple[str, ...]]
BLANKS = """
[[card]]
id = "sea_levy"
deck = "naval"
cost = 1
timing = "before_first_invasion"
copies = 5
it = "Leva di mare"
en = "Sea Levy"
text_it = "Due MOD in un proprio territorio marino; ogni avversario cede 1 di energia."
text_en = "Two MODs in a sea territory of yours; every opponent hands over 1 energy."
[[card.effect]]
do = "place_mods"
terrain = "sea"
mods = 2
[[card.effect]]
do = "take_energy"
energy = 1
"""


@dataclass(frozen=True)
class Plan:
    """A game that bots play to its end, or until a step asks for the last time."""

    name: str
    bots: str  # by seat: c cautious, k captain, r random
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    until: str = ""  # the step at which an unfinished game stops
    seconds: int = 0  # time of every decision
    people: bool = False  # the journal names people instead of bots

    @property
    def edition(self) -> str:
        """Return the first word of the name."""
        return self.name.partition("-")[0]

    def is_reached_by(self, match: Match) -> bool:
        """Return whether the game may stop here; at sealed bids, after some but not all of them."""
        if not self.until or match.is_over:
            return False
        asked = match.game.steps[match.state.agenda[-1].step].name()
        return asked == self.until and (asked != "Bids" or isinstance(match.entries[-1].action, Bid))


NAMES = {"c": "cautious", "k": "captain", "r": "random"}
PLANS = (
    Plan("modern-race", "kcc"),
    Plan("modern-six", "ckrcck", {"special_reinforcement": True, "army_cap": 120, "elimination_protection": "off"}),
    Plan("modern-clock", "cck", {"ending": "time_attack_clock", "time_limit_minutes": 30}, seconds=15),
    Plan("modern-defence", "cccc", {"ending": "time_attack_cards", "defender_dice": "choose"}, "Defence"),
    Plan("modern-occupation", "kcc", {"trios_per_turn": 0}, "Occupation", seconds=40),
    Plan("original-world", "krr", {"elimination_protection": "off", "occupation_minimum": "one"}),
    Plan("original-quarters", "krr", {"income_variant": "quarters", "variant_progression": "first_only"}),
    Plan("original-occupation", "krr", {"fast_battles": True, "transfer_moves": "single"}, "Occupation"),
    Plan("challenge-points", "cckc", {"sdadata_cycle": "table_round"}, seconds=25),
    Plan("challenge-kings", "ckc", {"kingmaker": True, "kingmaker_reveal": "player_choice"}, seconds=20),
    Plan("challenge-closing", "ccck", {"army_cap": 120}, "Occupation", seconds=30),
    Plan("challenge-giving", "ccc", {"kingmaker": True, "challenge_card": "on"}, "GiveKings"),
    Plan("classic-two", "kc"),
    Plan("classic-defence", "ccc", {"card_draw_moment": "first_capture"}, "Defence"),
    Plan("classic-claim", "ckc", {"exiled_states_canada_link": False}, "Claim"),
    Plan("classic_ancient-two", "kc", {"neutral_dice": "always_max", "two_player_armies": "armies_30"}),
    Plan("classic_ancient-reward", "cc", {"joker_set": "same_symbol_pair"}, "Reward"),
    Plan("risk2210-years", "kc"),
    Plan("risk2210-blanks", "ck", {"custom_cards": BLANKS, "player_trades": True, "energy_bank_limited": True}),
    Plan("risk2210-bids", "ck", {"setup_special_pieces": "all_at_once"}, "Bids"),
    Plan("risk2210-card", "kc", {"reaction_order": "turn_order", "custom_cards": BLANKS}, "Resolution"),
    Plan("risk2210-defence", "cc", {"must_follow_through": False}, "Defence"),
    Plan("godstorm-epochs", "kc"),
    Plan("godstorm-chosen", "ckc", {"setup_mode": "chosen", "gods_on_plague": "banish_at_once"}),
    Plan("godstorm-bids", "ckc", {"blind_purchase": False}, "Bids"),
    Plan("godstorm-miracle", "kck", {"war_death_timing": "any_time_own_turn"}, "Unfold"),
    Plan("godstorm-war", "ckc", {"min_attack": "battle_roll"}, "GodWar"),
)


class SlowClock(GameClock):
    """A clock on which every decision takes the time of the plan."""

    decisions = 0
    seconds = 0

    @property
    def played(self) -> float:
        """Return the seconds played so far."""
        return self.before + self.decisions * self.seconds


def make_games(folder: Path) -> None:
    """Store the journals of the plans, golden games that show more, and a position for every kind of moment."""
    expected: dict[str, Json] = {}
    moments: dict[tuple[str, ...], Json] = {}
    shown: Kinds = set()
    for name, data in [*_planned().items(), *_golden().items()]:
        kept = parse(data, name)
        fresh = _kinds(kept.match)
        if name.startswith("golden-") and fresh <= shown:
            continue
        shown |= fresh
        for kind, position in _moments(kept).items():
            moments.setdefault(kind, position)
        expected[name] = describe_journal(kept)
        pack(folder / "journals" / f"{name}.jsonl.xz", data)
        print(f"{name}: {expected[name]['entries']} entries, {expected[name]['ending'] or 'unfinished'}", flush=True)
    note(folder / "journals.json", expected)
    note(folder / "positions.json", [moments[kind] for kind in sorted(moments)])


def describe_journal(kept: Kept) -> Json:
    """Describe a journal, for later versions to compare."""
    match = kept.match
    return {
        "entries": len(match.entries),
        "draws": sum(len(entry.draws) for entry in match.entries),
        "clock": kept.clock,
        "torn": kept.torn,
        "mark": kept.mark,
        "commitment": kept.header.commitment,
        "over": match.is_over,
        "ending": match.state.ending,
        "winners": match.winners,
        "awaited": match.awaited,
        "position": match.position(),
    }


# ------------------------------------------------------------------ games of bots
def _planned() -> dict[str, bytes]:
    """Yield the journals of the plans, and two of interrupted games: by people, and in the middle of a line."""
    games = {plan.name: _lucky(plan) for plan in PLANS}
    people = Plan("modern-people", "ccc", {"special_reinforcement": True}, "StrategicMove", people=True)
    modern = games["modern-occupation"]
    return {**games, people.name: _lucky(people), "modern-torn": modern[: modern.rindex(b'"facts"')]}


def _lucky(plan: Plan) -> bytes:
    """Return the journal of a plan, with the first luck that fulfils it."""
    journals = (played(plan, luck) for luck in range(LUCKS))
    found = next((journal for journal in journals if journal is not None), None)
    assert found is not None, f"no luck makes {plan.name} come true"
    return found


def played(plan: Plan, luck: int) -> bytes | None:
    """Return a game's journal as `kamchatka play` writes it; None if it is too long or never reaches its moment."""
    players = tuple(Player(f"Seat {seat}", NAMES[letter]) for seat, letter in enumerate(plan.bots))
    key = hashlib.sha256(f"{plan.name} {luck}".encode()).digest()[:16]
    header = new_header(plan.edition, dict(plan.options), players, key)
    match = new_match(header)
    bots = bots_of(header, match)
    if plan.people:
        header = msgspec.structs.replace(header, players=tuple(Player(player.name) for player in players))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        writer = Writer(path, header)
        writer.write(match.game, match.entries[0])
        clock = SlowClock(match.rules)
        clock.seconds = plan.seconds
        words = Words("en", match.edition, [player.name for player in players])
        entries = _play(plan, Session(match, header, words, writer, clock, path, bots), clock)
        writer.file.close()
        lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(lines[: entries + 1]) if entries else None


def _play(plan: Plan, session: Session, clock: SlowClock) -> int:
    """Play to the end, and return the number of entries that the plan wants, or 0."""
    match, reached = session.match, 0
    while not match.is_over and len(match.entries) < LONGEST:
        if plan.is_reached_by(match):
            reached = len(match.entries)
        clock.decisions += 1
        session.call_time()
        if not match.is_over:
            session.play_bot(match.awaited[0])
    return 0 if not match.is_over else reached if plan.until else len(match.entries)


def _golden() -> dict[str, bytes]:
    """Return the golden games of this version, small ones first."""
    paths = sorted(GOLDEN.glob("*/*.jsonl"), key=lambda path: (path.stat().st_size, path))
    return {f"golden-{path.parent.name}-{path.stem}": path.read_bytes() for path in paths}


# ------------------------------------------------------------------ what there is in a game
def _kinds(match: Match) -> Kinds:
    """Return every kind of thing that the journal of a match names, by edition."""
    name, found = match.edition.id, Kinds()
    for entry in match.entries:
        if entry.action is not None:
            found.add((name, "action", type(entry.action).__name__))
        for fact in entry.facts:
            data = write_fact(match.game, fact)
            found.add((name, "fact", data["fact"], *sorted(data)))
            found |= {(name, "frame", one["frame"], one["step"]) for one in data.values() if isinstance(one, dict)}
    return found


def _moments(kept: Kept) -> dict[tuple[str, ...], Json]:
    """Return the first position of every kind of moment in a game, by edition and agenda."""
    header, match, moments = kept.header, kept.match, dict[tuple[str, ...], Json]()
    if header.start:
        again = Match.from_position(header.start, header.options)
    else:
        again = blank_match(header.edition, match.seats, header.options, chance=match.table.chance)
    for entry in match.entries:
        apply_entry(again, entry)
        frames = [write_frame(again.game, frame) for frame in again.state.agenda]
        agenda = [f"{frame['frame']}/{frame['step']}" for frame in frames]
        position = {"options": header.options, "awaited": again.awaited, "position": again.position()}
        moments.setdefault((again.edition.id, *agenda), position)
    return moments
