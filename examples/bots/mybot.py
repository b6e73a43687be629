"""Two bots in Python: `kamchatka arena --seats mybot:Bold,mybot:hasty,captain`, run in this folder."""

from kamchatka import Attack, Bot, NamedAction, SeatView


class Bold(Bot):
    """Make the attack with the best odds; otherwise act at random."""

    def choose(self, table: SeatView) -> NamedAction:
        """Return one of the legal actions."""
        attacks = [action for action in table.legal_actions if isinstance(action, Attack)]
        if attacks:
            return max(attacks, key=lambda attack: (table.odds(attack.source, attack.target).wins, attack.dice))
        return table.random.choice(table.legal_actions)


def hasty(table: SeatView) -> NamedAction:
    """Take the first legal action."""
    return table.legal_actions[0]
