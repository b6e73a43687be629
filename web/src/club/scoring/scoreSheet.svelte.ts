import type { LineForm } from '../../wire/messages';
import type { Seat } from '../people';

export type End = 'points' | 'in_time' | 'late' | 'out';

/** One player's line while it is being filled in; empty fields are not sent. */
export class ScoreLine {
  end = $state<End>('points');
  points = $state<number | null>(null);
  outside = $state<number | null>(null);
  card = $state(0);
  hand = $state(0);
  penalty = $state<number | null>(null);
  zeroed = $state(false);
  reason = $state('');
  last = $state(false);

  constructor(
    public readonly seat: Seat,
    told?: LineForm,
  ) {
    if (!told) return;
    this.end = told.eliminated ? 'out' : told.objective || 'points';
    this.points = told.objective || told.eliminated || told.held?.length ? null : (told.points ?? null);
    this.outside = told.outside ?? null;
    this.card = told.card ?? 0;
    this.hand = told.hand ?? 0;
    this.penalty = told.penalty || null;
    this.zeroed = told.zeroed ?? false;
    this.reason = told.reason ?? '';
    this.last = told.last ?? false;
  }

  written(held: string[], ticking: boolean): LineForm {
    const objective = this.end === 'in_time' || this.end === 'late' ? this.end : '';
    const typed = !ticking && this.end === 'points';
    return {
      entrant: this.seat.entrant,
      objective,
      eliminated: this.end === 'out',
      points: typed ? this.points : null,
      outside: ticking || this.end === 'out' ? null : this.outside,
      card: this.card,
      held: ticking ? held : [],
      hand: this.hand,
      penalty: this.penalty ?? 0,
      zeroed: this.zeroed,
      reason: this.reason.trim(),
      last: this.last,
    };
  }
}

/** A table's score sheet: points typed, or territories ticked on the board for one player after the other. */
export class ScoreSheet {
  readonly lines: ScoreLine[];
  ticking = $state(false);
  counted = $state(0); // the line that ticks are for
  holders = $state.raw<Record<string, number>>({}); // territory → the line that holds it

  constructor(seats: Seat[], told: readonly LineForm[]) {
    this.lines = seats.map(
      (seat) =>
        new ScoreLine(
          seat,
          told.find((line) => line.entrant === seat.entrant),
        ),
    );
    for (const [index, line] of this.lines.entries()) {
      for (const place of told.find((one) => one.entrant === line.seat.entrant)?.held ?? [])
        this.holders = { ...this.holders, [place]: index };
    }
    this.ticking = Object.keys(this.holders).length > 0;
  }

  /** Tick a territory for the player being counted; a second tick clears it. */
  tick(place: string): void {
    const { [place]: before, ...rest } = this.holders;
    this.holders = before === this.counted ? rest : { ...rest, [place]: this.counted };
  }

  held(index: number): string[] {
    return Object.keys(this.holders)
      .filter((place) => this.holders[place] === index)
      .sort();
  }

  written(): LineForm[] {
    return this.lines.map((line, index) => line.written(this.held(index), this.ticking));
  }
}
