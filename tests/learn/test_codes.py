"""Codes: those masked as legal are legal, every offered action has some, and their number is small."""

from collections import Counter

import pytest

from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.encoding.codes import AMOUNTS, amount
from kamchatka.encoding.play import Play
from kamchatka.encoding.prompt import DONE, STAGES, Prompt
from kamchatka.kernel.options import ATTACK, MOVE, PLACE, TRADE, VERBS, Action, Amount, Choice, Options, Pairs, Spots
from kamchatka.kernel.view import view
from kamchatka.learn import Setting
from tests.learn.tables import ALL, EVERY_EDITION, same, wander

STEPS = 2000


@EVERY_EDITION
def test_masked_random_play_is_never_refused(edition: str) -> None:
    """Masked random play is never refused by the kernel, which refuses all other actions."""
    setting = Setting.of(ALL[edition])
    asked = Counter[str]()

    def note(play: Play) -> None:
        asked[STAGES[play.prompt.stage]] += 1

    wander(setting, STEPS, 1, note)
    assert sum(asked.values()) == STEPS
    assert len(asked) > 2


@EVERY_EDITION
def test_every_action_offered_can_be_said(edition: str) -> None:
    """Encoding and decoding gives the same action, or the nearest amount that has a code."""
    setting, said = Setting.of(ALL[edition]), Counter[bool]()

    def check(play: Play) -> None:
        if play.prompt.stage != 0:  # one example of each decision
            return
        options, seat = play.prompt.options, int(play.prompt.seat)
        for action in options.expand()[:40]:
            codes = setting.encode(options, seat, action)
            back = setting.decode(options, seat, codes)
            assert same(action, back)
            assert options.allows(back)
            assert setting.encode(options, seat, back) == codes
            said[action.n == back.n] += 1

    wander(setting, 400, 2, check)
    assert said[True] > 2 * said[False]


def test_the_masks_reach_everything_and_nothing_else() -> None:
    """Sequences of legal codes reach all offered actions except some amounts, and no others."""
    setting = Setting.of("modern", seats=3)
    attacks, places = Pairs(ATTACK), Spots(PLACE, 1, 20)
    for at, to in ((3, 4), (3, 5), (7, 8)):
        attacks.add(at, to, 1, 3)
    places.add(3)
    options = Options().add(attacks).add(places).may(0)
    reached = {action.key() for action in paths(setting, options)}
    assert reached <= {action.key() for action in options.expand()}
    assert {key[:3] for key in reached} == {action.key()[:3] for action in options.expand()}
    assert {key[3] for key in reached if key[0] == PLACE} == {1, 2, 3, 4, 5, 10, 15, 20}


def paths(setting: Setting, options: Options) -> list[Action]:
    """Return every action that some sequence of legal codes gives."""
    found, open_rows = [], [list[int]()]
    while open_rows:
        row = open_rows.pop()
        prompt = Prompt(setting.codes)
        prompt.begin(options, 0)
        for code in row:
            prompt.choose(code)
        if prompt.stage == DONE:
            found.append(prompt.action())
        else:
            open_rows += [[*row, code] for code, legal in enumerate(prompt.legal) if legal]
    return found


def test_what_leaves_no_choice_is_not_asked() -> None:
    setting = Setting.of("modern", seats=3)
    prompt = Prompt(setting.codes)
    prompt.begin(Options().add(Amount(5, 4, 4)), 0)
    assert prompt.stage == DONE
    assert prompt.action().key() == (5, -1, -1, 4, 0)


def test_a_trio_is_named_card_by_card_until_only_one_is_meant() -> None:
    setting = Setting.of("modern", seats=3)
    trios = Choice(TRADE)
    for cards in ((0, 1, 2), (0, 1, 3), (0, 1), (5, 6, 7)):
        trios.add(sum(1 << card for card in cards))
    options, card = Options().add(trios), int(setting.codes.card)
    assert setting.decode(options, 0, [card + 5]).what == 0b11100000
    assert setting.decode(options, 0, [card + 3]).what == 0b1011
    assert setting.decode(options, 0, [card + 1, card + 0, int(setting.codes.none)]).what == 0b11
    assert {action.what for action in paths(setting, options)} == set(trios.whats)


def test_few_codes_stand_for_many_amounts() -> None:
    for most in range(1, 400):
        for least in (0, 1, 3, 7):
            known = [amount(code, least, most) for code in range(AMOUNTS)]
            given = [n for n in known if n >= 0]
            assert len(set(given)) == len(given)
            if least <= most:
                assert {least, most} <= set(given)
                assert all(least <= n <= most for n in given)


def test_a_seat_is_counted_from_who_acts() -> None:
    setting = Setting.of("risk2210", seats=5)
    seats = Choice(VERBS.index("name_seat"))
    for seat in range(5):
        seats.add(seat)
    options = Options().add(seats)
    assert setting.encode(options, 3, options.expand()[3]) == [int(setting.codes.seat)]
    assert setting.encode(options, 3, options.expand()[4]) == [int(setting.codes.seat) + 1]
    assert setting.decode(options, 3, [int(setting.codes.seat) + 3]).what == 1


def test_codes_that_say_too_little_or_too_much_are_refused() -> None:
    setting = Setting.of("modern", seats=3)
    moves = Pairs(MOVE)
    moves.add(1, 2, 1, 3)
    moves.add(1, 4, 1, 3)
    options, place = Options().add(moves), int(setting.codes.place)
    for wrong in ([], [place + 2], [place + 9], [place + 2, int(setting.codes.amount) + 1, 0], [-1], [10_000]):
        with pytest.raises(ValueError, match="code"):
            setting.decode(options, 0, wrong)


def test_what_is_not_offered_has_no_codes() -> None:
    """An action that isn't offered has no codes, because they would be those of another action."""
    setting = Setting.of("modern", seats=3)
    moves = Pairs(MOVE)
    moves.add(1, 2, 1, 3)
    moves.add(1, 4, 1, 3)
    for action in (Action(ATTACK, 1, 2, 1), Action(MOVE, 1, 3, 1), Action(MOVE, 1, 2, 4)):
        with pytest.raises(ValueError, match="is not offered here"):
            setting.encode(Options().add(moves), 0, action)


@EVERY_EDITION
def test_captains_can_be_imitated(edition: str) -> None:
    """Every decision of a captain has codes, so that learners can imitate bots."""
    setting = Setting.of(ALL[edition])
    captain = CaptainBot(setting.edition.strategy(setting.game))

    def check(play: Play) -> None:
        if play.prompt.stage == 0:
            seat, options = int(play.prompt.seat), play.prompt.options
            action = captain.decide(view(play.table, seat), options)
            assert same(setting.decode(options, seat, setting.encode(options, seat, action)), action)

    wander(setting, 60, 3, check)
