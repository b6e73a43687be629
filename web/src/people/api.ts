import { settings } from '../settings.svelte';
import { ask } from '../wire/api.svelte';
import type {
  ContactSeen,
  Me,
  ModerationSeen,
  NoticeForm,
  PeopleSeen,
  ProfileSeen,
  PushForm,
  QuickForm,
  QuickPresetSeen,
  QuickSeen,
  RankList,
  ReportForm,
  SanctionForm,
} from '../wire/messages';

const lang = () => `lang=${settings.language}`;

/** Requests about people. */
export const people = {
  profile: (name: string) => ask<ProfileSeen>('GET', `/api/profile?name=${encodeURIComponent(name)}&${lang()}`),
  bot: (bot: string) => ask<ProfileSeen>('GET', `/api/bots/${encodeURIComponent(bot)}?${lang()}`),
  ranks: (edition: string, pace: string) => ask<RankList>('GET', `/api/ranks/${edition}/${pace}?${lang()}`),
  mine: () => ask<PeopleSeen>('GET', '/api/friends'),
  befriend: (name: string) => ask<PeopleSeen>('POST', `/api/friends?${lang()}`, { name }),
  part: (name: string) => ask<PeopleSeen>('POST', `/api/friends/remove?${lang()}`, { name }),
  block: (name: string, on: boolean) => ask<PeopleSeen>('POST', `/api/blocks?${lang()}`, { name, on }),
  report: (form: ReportForm) => ask<PeopleSeen>('POST', `/api/reports?${lang()}`, form),
  invite: (table: string, name: string) => ask<unknown>('POST', `/api/tables/${table}/invite?${lang()}`, { name }),
  moderation: () => ask<ModerationSeen>('GET', `/api/moderation?${lang()}`),
  close: (id: number, outcome: string) =>
    ask<ModerationSeen>('POST', `/api/moderation/reports/${id}?${lang()}`, { outcome }),
  sanction: (form: SanctionForm) => ask<ModerationSeen>('POST', `/api/moderation/sanctions?${lang()}`, form),
  lift: (id: number) => ask<ModerationSeen>('POST', `/api/moderation/sanctions/${id}/lift?${lang()}`, {}),
  remove: (password: string) => ask<Me>('POST', `/api/me/delete?${lang()}`, { password }),
};

export const quick = {
  presets: () => ask<QuickPresetSeen[]>('GET', `/api/quick/presets?${lang()}`),
  seen: () => ask<QuickSeen>('GET', `/api/quick?${lang()}`),
  enter: (form: QuickForm) => ask<QuickSeen>('POST', `/api/quick?${lang()}`, form),
  leave: () => ask<QuickSeen>('POST', `/api/quick/leave?${lang()}`, {}),
};

export const notices = {
  seen: () => ask<ContactSeen>('GET', '/api/notices'),
  choose: (form: NoticeForm) => ask<ContactSeen>('POST', `/api/notices?${lang()}`, form),
  subscribe: (form: PushForm) => ask<ContactSeen>('POST', `/api/notices/push?${lang()}`, form),
  unsubscribe: (endpoint: string) => ask<ContactSeen>('POST', `/api/notices/push/remove?${lang()}`, { endpoint }),
  email: (email: string) => ask<ContactSeen>('POST', `/api/notices/email?${lang()}`, { email }),
  confirm: (code: string) => ask<ContactSeen>('POST', `/api/notices/email/confirm?${lang()}`, { code }),
  renewCalendar: () => ask<ContactSeen>('POST', `/api/notices/calendar?${lang()}`, {}),
  follow: (event: string, on: boolean, key: string) =>
    ask<ContactSeen>('POST', `/api/events/${event}/follow?${lang()}`, { on }, key ? { 'X-Event-Key': key } : {}),
};
