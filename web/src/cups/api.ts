import { settings } from '../settings.svelte';
import { ask } from '../wire/api.svelte';
import type { CupHistory, CupSeen, CupsSeen, CupSeasonSeen } from '../wire/messages';

const lang = () => `lang=${settings.language}`;
const at = (id: string) => `/api/cups/${encodeURIComponent(id)}`;

/** Requests about cups. */
export const cups = {
  overview: () => ask<CupsSeen>('GET', `/api/cups?${lang()}`),
  cup: (id: string) => ask<CupSeen>('GET', `${at(id)}?${lang()}`),
  join: (id: string) => ask<CupSeen>('POST', `${at(id)}/join?${lang()}`, {}),
  leave: (id: string) => ask<CupSeen>('POST', `${at(id)}/leave?${lang()}`, {}),
  history: (before?: number) =>
    ask<CupHistory>('GET', `/api/cups/history?${lang()}${before ? `&before=${before}` : ''}`),
  season: (season: string, cup: string) =>
    ask<CupSeasonSeen>('GET', `/api/cups/season?${lang()}&season=${season}&cup=${encodeURIComponent(cup)}`),
};
