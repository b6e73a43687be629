import { settings } from '../../settings.svelte';
import { ask } from '../../wire/api.svelte';
import type {
  EventSeen,
  ListSeen,
  SeasonChangeSeen,
  SeasonKey,
  SeasonLine,
  SeasonNoted,
  SeasonPlayerSeen,
  SeasonSeen,
} from '../../wire/messages';
import { Line } from '../../wire/socket';

export type Which = 'all' | 'internal' | 'external';

const lang = () => `lang=${settings.language}`;

/** The seasons of this server. */
export const seasons = {
  list: () => ask<SeasonLine[]>('GET', `/api/seasons?${lang()}`),
  open: (name: string) => ask<SeasonKey>('POST', `/api/seasons?${lang()}`, { name }),
  upload: (file: File) => ask<SeasonKey>('POST', `/api/seasons/upload?${lang()}`, file),
};

/** The current state of a season; with the organiser's key, also its changes. */
export class ClubSeason {
  seen = $state.raw<SeasonSeen | null>(null);
  changes = $state.raw<SeasonChangeSeen[] | null>(null);
  which = $state<Which>('all');
  running = $state(''); // an event in progress to include
  kind = $state(''); // class of that event
  missing = $state('');
  trouble = $state('');

  constructor(
    public readonly id: string,
    public readonly key = '',
  ) {}

  /** Load the season; `organises` follows from the key. */
  async read(): Promise<void> {
    const query = { which: this.which, running: this.running, kind: this.kind };
    try {
      this.seen = await ask<SeasonSeen>('GET', this.path('', query));
      this.missing = '';
      this.trouble = '';
    } catch (error) {
      const text = (error as Error).message;
      if (this.seen) this.trouble = text;
      else this.missing = text;
    }
    if (this.key)
      this.changes = await ask<SeasonChangeSeen[]>('GET', this.path('/changes'), undefined, this.headers).catch(
        () => null,
      );
  }

  /** Load the season again whenever the included event changes. */
  follow(): () => void {
    void this.read();
    if (!this.running) return () => {};
    const address = `/ws/events/${encodeURIComponent(this.running)}?${lang()}`;
    const line = new Line<EventSeen>(
      () => address,
      () => void this.read(),
      () => {},
    );
    return () => line.close();
  }

  player = (name: string) => ask<SeasonPlayerSeen>('GET', this.path('/player', { name }), undefined, this.headers);

  /** Do something and load the season again, or show why it failed. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = (error as Error).message;
      return false;
    }
    await this.read();
    return true;
  }

  // ---------------------------------------------------------------- what the organiser does
  add = (event: string, kind: string) => this.post('/events', { event, kind });
  remove = (name: string, date: string) => this.post('/remove', { name, date });
  merge = (name: string, into: string) => this.post('/merge', { name, into });
  set = (choices: Record<string, string>) => this.post('/settings', { choices });
  undo = (number: number) => this.post('/undo', { number });
  list(what: 'members' | 'places', file: File, query: Record<string, string>): Promise<ListSeen> {
    return ask<ListSeen>('POST', this.path(`/import/${what}`, query), file, {
      ...this.headers,
      'X-File-Name': encodeURIComponent(file.name),
    });
  }

  get headers(): Record<string, string> {
    return this.key ? { 'X-Event-Key': this.key } : {};
  }
  path(rest: string, query: Record<string, string> = {}): string {
    const given = Object.entries({ ...query, lang: settings.language });
    const fields = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    return `/api/seasons/${encodeURIComponent(this.id)}${rest}?${fields}`;
  }
  private post(rest: string, body: unknown): Promise<SeasonNoted> {
    return ask<SeasonNoted>('POST', this.path(rest), body, this.headers);
  }
}
