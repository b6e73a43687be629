import { api } from '../../wire/api.svelte';
import type { HighlightsSeen, SeatBattle, TurnStrength } from '../../wire/messages';

/** The highlights of a finished game, from the server; null until they arrive, or on failure. */
export class GameStory {
  seen = $state.raw<HighlightsSeen | null>(null);

  async load(id: string): Promise<void> {
    try {
      this.seen = await api.highlights(id);
    } catch {
      this.seen = null; // the result is complete without it
    }
  }
}

/** The turning point: the turn in which the leader gained most territories relative to the others. */
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

/** A seat's battle, or the most extreme one of all seats if it has none or there is no seat. */
export function battleOf(battles: readonly SeatBattle[], seat: number | null): SeatBattle | null {
  const own = battles.find((battle) => battle.seat === seat);
  if (own || seat != null) return own ?? null;
  return battles.toSorted((one, other) => Math.abs(other.luck) - Math.abs(one.luck))[0] ?? null;
}
