import { settings } from '../settings.svelte';
import { ask } from '../wire/api.svelte';
import type {
  Badge,
  DeskSeen,
  DraftSeen,
  EventSeen,
  LineForm,
  ListSeen,
  Noted,
  OverSeen,
  ScoreSeen,
  TableCode,
  TableId,
  TakenSeen,
} from '../wire/messages';
import { Line } from '../wire/socket';
import { editionOf } from './people';

/** The current state of an event, sent again after every change; with a key, also what the key gives access to. */
export class ClubEvent {
  seen = $state.raw<EventSeen | null>(null);
  read = $state(0); // when it arrived, by this browser's clock
  desk = $state.raw<DeskSeen | null>(null);
  badge = $state.raw<Badge | null>(null);
  missing = $state('');
  trouble = $state('');
  live = $state(true);

  constructor(
    public readonly id: string,
    public readonly key = '',
  ) {}

  /** The edition that its tables play. */
  get edition(): string {
    return this.seen ? editionOf(this.seen) : '';
  }

  /** Follow the event in the reader's language until the returned function is called. */
  follow(): () => void {
    const language = settings.language;
    const line = new Line<EventSeen>(
      () => `/ws/events/${encodeURIComponent(this.id)}?lang=${language}`,
      (word) => word.type === 'event' && this.take(word),
      (open) => (this.live = open),
    );
    ask<EventSeen>('GET', this.path('')).then(
      (seen) => this.take(seen),
      (error: Error) => {
        if (!this.seen) this.missing = error.message;
      },
    );
    if (this.key)
      this.ask<Badge>('GET', '/me').then(
        (badge) => this.open(badge),
        () => (this.badge = null),
      );
    return () => line.close();
  }

  /** Drop a response that a newer one has overtaken. */
  private take(seen: EventSeen): void {
    if (seen.version < this.version) return;
    this.seen = seen;
    this.read = Date.now();
    if (this.badge?.role === 'organiser') void this.look();
  }

  private open(badge: Badge): void {
    this.badge = badge;
    if (badge.role === 'organiser') void this.look();
  }

  /** Load what only organisers see; a response that a newer one has overtaken is dropped. */
  async look(): Promise<void> {
    const desk = await this.ask<DeskSeen>('GET', '/desk').catch(() => null);
    if (desk && desk.version >= (this.desk?.version ?? 0)) this.desk = desk;
  }

  /** Do something; on failure show the reason on the page. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.trouble = '';
    try {
      await work();
      return true;
    } catch (error) {
      this.trouble = (error as Error).message;
      return false;
    }
  }

  // ---------------------------------------------------------------- what organisers do
  enter = (name: string, club: string, region: string) => this.post<Noted>('/entrants', { name, club, region });
  amend = (number: number, name: string, club: string, region: string) =>
    this.post<Noted>(`/entrants/${number}/amend`, { name, club, region, after: this.version });
  withdraw = (number: number, back: boolean) => this.post<Noted>(`/entrants/${number}/withdraw`, { back });
  bonus = (number: number, points: string, reason: string) =>
    this.post<Noted>(`/entrants/${number}/bonus`, { points, reason });
  wild = (number: number, back: boolean) => this.post<Noted>(`/entrants/${number}/wild`, { back });
  captain = (team: string, number: number) => this.post<Noted>('/captain', { team, number });
  lineUp = (team: string, players: number[]) => this.post<Noted>('/line-up', { team, players });
  set = (choices: Record<string, string>) => this.post<Noted>('/settings', { choices, after: this.version });
  publish = (seed: number, tables: number[][]) => this.post<Noted>('/publish', { seed, tables });
  absent = (number: number, substitute: number) => this.post<Noted>('/absent', { number, substitute });
  report = (round: number, table: number, lines: LineForm[], correct: boolean, after: number) =>
    this.post<Noted>(`${this.at(round, table)}/result`, { lines, correct, after });
  check = (round: number, table: number, lines: LineForm[]) =>
    this.post<ScoreSeen[]>(`${this.at(round, table)}/check`, { lines, correct: true, after: this.version });
  clock = (round: number, table: number, running: boolean) =>
    this.post<Noted>(`/rounds/${round}/clock`, { running, table });
  codes = (round: number) => ask<TableCode[]>('GET', this.path('/codes', `round=${round}`), undefined, this.headers);
  settle = (question: number) => this.post<Noted>('/settle', { question });
  undo = (entry: number) => this.post<Noted>('/undo', { entries: [entry] });
  host = (round: number) => this.post<unknown>(`/rounds/${round}/online`, {});
  begin = (round: number, table: number) => this.post<TableId>(`${this.at(round, table)}/begin`, {});
  overCap = (armies: Record<number, number>) => this.post<OverSeen[]>('/cap', { armies });

  async draw(seed: number | null, again: boolean, anyway: boolean): Promise<void> {
    const draft = await this.post<DraftSeen>('/draw', { seed, again, anyway });
    if (this.desk) this.desk = { ...this.desk, draft };
  }

  list = (kind: 'entrants' | 'results', file: File, encoding: string, correct = false) =>
    this.send<TakenSeen>(`/import/${kind}`, file, encoding, correct);
  lookAt = (kind: 'entrants' | 'results', file: File, encoding: string, correct = false) =>
    this.send<ListSeen>(`/preview/${kind}`, file, encoding, correct);

  private send<T>(rest: string, file: File, encoding: string, correct: boolean): Promise<T> {
    const query = `encoding=${encodeURIComponent(encoding)}${correct ? '&correct=true' : ''}`;
    return ask<T>('POST', this.path(rest, query), file, {
      ...this.headers,
      'X-File-Name': encodeURIComponent(file.name),
    });
  }

  // ---------------------------------------------------------------- what players do
  me = () => this.ask<Badge>('GET', '/me');
  sit = () => this.post<TableId>('/sit', {});

  // ---------------------------------------------------------------- the wire
  get version(): number {
    return this.seen?.version ?? 0;
  }
  get headers(): Record<string, string> {
    return this.key ? { 'X-Event-Key': this.key } : {};
  }
  path(rest: string, query = ''): string {
    return `/api/events/${encodeURIComponent(this.id)}${rest}?lang=${settings.language}${query && `&${query}`}`;
  }
  private at(round: number, table: number): string {
    return `/rounds/${round}/tables/${table}`;
  }
  private ask<T>(method: string, rest: string, body?: unknown): Promise<T> {
    return ask<T>(method, this.path(rest), body, this.headers);
  }
  private post<T>(rest: string, body: unknown): Promise<T> {
    return this.ask<T>('POST', rest, body);
  }
}
