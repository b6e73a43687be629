import { settings } from '../settings.svelte';
import { ask } from '../wire/api.svelte';
import type { ClosingTurn, EventForm, EventKey, EventRow, PointsSeen, PresetSeen, RatingsSeen } from '../wire/messages';

const lang = () => `lang=${settings.language}`;

/** Requests beyond one event: the list of events, presets, the points of the board, ratings. */
export const catalogue = {
  events: () => ask<EventRow[]>('GET', `/api/events?${lang()}`),
  presets: () => ask<PresetSeen[]>('GET', `/api/presets?${lang()}`),
  open: (form: EventForm) => ask<EventKey>('POST', `/api/events?${lang()}`, form),
  upload: (file: File, preset: string) =>
    ask<EventKey>('POST', `/api/events/upload?${lang()}&preset=${encodeURIComponent(preset)}`, file),
  points: (edition: string) => ask<PointsSeen>('GET', `/api/points?${lang()}&edition=${edition}`),
  closing: (hands: number[], playing: number) =>
    ask<ClosingTurn[]>('GET', `/api/closing?${lang()}&hands=${hands.join()}&playing=${playing}&turns=14`),
  ratings: (events: string[]) => ask<RatingsSeen>('GET', `/api/ratings?${lang()}&events=${events.join()}`),
};
