"""The rules of a qualification, as values: places in the final, places in the semifinals, and exclusions.

An event lists them as words: `direct:2`, `best`, `single:1:3`. A word may end with a range of entrants: `direct:2@-17`
holds for up to 17 entrants, `direct:1@18-` from 18 on. How a rule selects is in standings/qualifying.py.
"""

import re
from typing import Literal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text

Target = Literal["final", "semifinal", "filter"]
CODES: dict[str, Target] = {
    "winners": "final",  # leaders who won every game, up to N; none if they cannot be told apart, or one has left
    "direct": "final",  # the first N of the standings
    "leaders": "final",  # the first N of every region: two venues cross
    "best": "semifinal",  # the next N of the standings; without a number: as many as the semifinals need
    "single": "semifinal",  # the N best single results of the others (ripescato), of those with at least K rounds
    "clubs": "semifinal",  # the first N of every club that has nobody yet
    "regions": "semifinal",  # the first N of every region that has nobody yet
    "shares": "semifinal",  # the next N, from every region in proportion to its players
    "wild": "semifinal",  # up to N wild cards, named by the organiser
    "least": "filter",  # only players of at least N rounds
    "last": "filter",  # only players of the last round
}
WORD = re.compile(r"([a-z]+)(?::(\d{1,4}))?(?::(\d{1,4}))?(?:@(\d{0,4})-(\d{0,4}))?", re.ASCII)
NUMBERED = ("winners", "direct", "leaders", "single", "clubs", "regions", "shares", "wild", "least")
ANY = 10_000  # entrants: no upper limit


class QualificationRule(msgspec.Struct, frozen=True):
    """One rule, with the numbers of entrants for which it holds."""

    code: str
    number: int = 0  # 0: as many as the stage needs
    rounds: int = 0  # least rounds played
    low: int = 0
    high: int = ANY

    @property
    def target(self) -> Target:
        """The stage that the rule fills, or `filter`."""
        return CODES[self.code]

    def holds(self, entrants: int) -> bool:
        """Return True if the rule applies to an event of this size."""
        return self.low <= entrants <= self.high

    @property
    def title(self) -> Text:
        """The name of the rule."""
        return Text("qualification_title", self.code)

    def sentence(self) -> Text:
        """Describe the rule."""
        key = f"{self.code}_all" if self.code == "best" and not self.number else self.code
        said = Text("qualification", key, number=self.number, rounds=self.rounds)
        if self.code == "single" and self.rounds:
            said = Text("qualification", "single_of", number=self.number, rounds=self.rounds)
        if (self.low, self.high) == (0, ANY):
            return said
        bounds = "between" if self.low and self.high < ANY else "up_to" if self.high < ANY else "from"
        return Text("qualification", bounds, low=self.low, high=self.high, rule=said)


def parse_rule(word: str) -> QualificationRule:
    """Parse one rule; a Problem says what is wrong with it."""
    found = WORD.fullmatch(word.strip())
    if found is None or found[1] not in CODES:
        raise Problem("setting.qualification", word=word[:60], known=", ".join(CODES))
    code, number, rounds = found[1], int(found[2] or 0), int(found[3] or 0)
    if code in NUMBERED and not number:
        raise Problem("setting.qualification_number", word=word[:60])
    return QualificationRule(code, number, rounds, int(found[4] or 0), int(found[5] or ANY))


def parse_qualification(words: tuple[str, ...], entrants: int | None = None) -> tuple[QualificationRule, ...]:
    """Parse all rules, or those that hold for a number of entrants."""
    rules = tuple(map(parse_rule, words))
    return rules if entrants is None else tuple(rule for rule in rules if rule.holds(entrants))
