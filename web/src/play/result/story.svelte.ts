import { api } from '../../wire/api.svelte';
import type { HighlightsSeen, SeatBattle, TurnStrength } from '../../wire/messages';

/** What a finished game is remembered for, from the server; nothing while it has not come, or when it doesn't. */
export class GameStory {
  seen = $state.raw<HighlightsSeen | null>(null);

  async load(id: string): Promise<void> {
    try {
      this.seen = await api.highlights(id);
    } catch {
      this.seen = null; // the result is whole without it
    }
  }
}

/** The turn in which the leader's territories grew most beside everybody else's: where the game turned. */
export function turningTurn(strength: readonly TurnStrength[], winner: number): TurnStrength | null {
  const lead = (turn: TurnStrength) => {
    const others = turn.lands.filter((_, seat) => seat !== winner);
    return (turn.lands[winner] ?? 0) - Math.max(0, ...others);
  };
  let [best, most]: [TurnStrength | null, number] = [null, 0];
  for (let i = 1; i < strength.length; i++) {
    const [before, now] = [strength[i - 1]!, strength[i]!];
    const gain = lead(now) - lead(before);
    if (gain > most) [best, most] = [now, gain];
  }
  return best;
}

/** A seat's battle, or if it has none, or nobody looks from a seat, the most extreme one of all. */
export function battleOf(battles: readonly SeatBattle[], seat: number | null): SeatBattle | null {
  const own = battles.find((battle) => battle.seat === seat);
  if (own || seat != null) return own ?? null;
  return battles.toSorted((one, other) => Math.abs(other.luck) - Math.abs(one.luck))[0] ?? null;
}
