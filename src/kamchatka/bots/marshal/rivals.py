"""Signs of the rivals' style: do they attack and leave places bare, or keep their armies together and wait?"""

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.state import State

SIGNS: Final = ("bare places", "largest stacks", "armies", "cards", "rounds")
COUNT: Final = len(SIGNS)


def signs(state: State, seat: i64) -> vec[float]:
    """Return the signs over all rivals: bare places, largest stacks, armies, cards, and the round."""
    found = vec[float]([0.0] * COUNT)
    largest = vec[i64]([0] * int(state.seats))
    armies: i64 = 0
    lands: i64 = 0
    bare: i64 = 0
    for place in range(i64(len(state.owner))):
        owner = state.owner[place]
        if owner >= 0 and owner != seat:
            lands += 1
            armies += state.armies[place]
            largest[owner] = max(largest[owner], state.armies[place])
            if state.armies[place] == 1:
                bare += 1
    rivals: i64 = 0
    stacks: i64 = 0
    cards: i64 = 0
    for other in range(state.seats):
        if other != seat and state.lands[other] > 0:
            rivals += 1
            stacks += largest[other]
            cards += state.hand[other]
    if rivals == 0:
        return found
    found[0] = float(bare) / float(lands)
    found[1] = log(1.0 + float(stacks) / float(rivals))
    found[2] = log(1.0 + float(armies) / float(rivals))
    found[3] = 0.2 * float(cards) / float(rivals)
    found[4] = log(1.0 + float(state.round))
    return found
