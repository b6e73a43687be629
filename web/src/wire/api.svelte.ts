import { settings } from '../settings.svelte';
import { say } from '../words/say';
import type {
  AnalysisSeen,
  BotAnswer,
  ChainForm,
  ChainSeen,
  ChangeForm,
  EditionSeen,
  GameLesson,
  HighlightsSeen,
  ErrorSeen,
  Me,
  PositionForm,
  PositionSeen,
  PuzzleSeen,
  RulebookSeen,
  SeatForm,
  SetUpForm,
  TableForm,
  TableId,
  TableRow,
  Lobby,
  Replay,
  TrainerSeen,
  TrainingSeen,
} from './messages';

/** A server's refusal as an error whose message is a sentence for people. */
export class Refused extends Error {
  constructor(
    public readonly body: ErrorSeen,
    public readonly status: number,
  ) {
    super(body.text);
  }
}

/** The current session; every change sends its CSRF token. */
class Session {
  me = $state<Me | null>(null);
  private asked: Promise<Me> | null = null;

  known(): Promise<Me> {
    this.asked ??= ask<Me>('GET', '/api/me').then((me) => (this.me = me));
    return this.asked;
  }

  become(me: Me): Me {
    this.asked = Promise.resolve(me);
    return (this.me = me);
  }

  /** Return the user's name; a user without one becomes a guest. */
  async named(): Promise<Me> {
    const me = await this.known();
    if (me.name) return me;
    const number = 1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000);
    return this.become(await ask<Me>('POST', '/api/session', { name: `${say('guest')} ${number}` }));
  }
}

export const session = new Session();

/** Send a request: a body is sent as JSON, a file as it is; `more` are additional headers. */
export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', ...more };
  const file = body instanceof Blob;
  if (method !== 'GET') {
    headers['X-CSRF-Token'] = (await session.known()).csrf;
    headers['Content-Type'] = file ? 'application/octet-stream' : 'application/json';
  }
  const answer = await fetch(path, {
    method,
    headers,
    body: file ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const data = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(data ?? { code: 'offline', text: answer.statusText, rule: '' }, answer.status);
  return data as T;
}

const lang = () => `lang=${settings.language}`;
const kept: Record<string, Promise<unknown>> = {};

/** Data that doesn't change while the page is open, requested once per language. */
function once<T>(path: string): Promise<T> {
  kept[path] ??= ask<T>('GET', path).catch((error) => {
    delete kept[path];
    throw error;
  });
  return kept[path] as Promise<T>;
}

/** Apply the reader's choice of defence to a seat of this screen. */
const asChosen = (seat: SeatForm): SeatForm =>
  seat.kind === 'me' || seat.kind === 'screen' ? { ...seat, most_dice: settings.mostDice } : seat;

export const api = {
  editions: (language = settings.language) => once<EditionSeen[]>(`/api/editions?lang=${language}`),
  rulebook: (edition: string) => once<RulebookSeen>(`/api/rulebook/${edition}?${lang()}`),
  phrases: () => once<Record<string, string>>(`/api/phrases?${lang()}`),
  mine: () => ask<Lobby>('GET', `/api/mine?${lang()}`),
  table: (id: string) => ask<TableRow>('GET', `/api/tables/${encodeURIComponent(id)}?${lang()}`),
  lay: (form: TableForm) => ask<TableId>('POST', '/api/tables', { ...form, seats: form.seats.map(asChosen) }),
  join: (id: string, seat: number | null = null) =>
    ask<TableRow>('POST', `/api/tables/${id}/join`, { seat, most_dice: settings.mostDice }),
  leave: (id: string) => ask<unknown>('POST', `/api/tables/${id}/leave`, {}),
  start: (id: string) => ask<unknown>('POST', `/api/tables/${id}/start`, {}),
  vote: (id: string, stop: boolean) => ask<unknown>('POST', `/api/tables/${id}/stop`, { stop }),
  check: (edition: string, options: TableForm['options']) =>
    ask<unknown>('POST', `/api/editions/${edition}/check?${lang()}`, { options }),
  rematch: (id: string) => ask<TableId>('POST', `/api/tables/${id}/rematch`, {}),
  replay: (id: string) => ask<Replay>('GET', `/api/tables/${encodeURIComponent(id)}/replay?${lang()}`),
  highlights: (id: string) => ask<HighlightsSeen>('GET', `/api/tables/${encodeURIComponent(id)}/highlights?${lang()}`),
  lessons: (id: string) => ask<GameLesson[]>('GET', `/api/tables/${encodeURIComponent(id)}/lessons?${lang()}`),
  analysis: (id: string) => ask<AnalysisSeen>('GET', `/api/tables/${encodeURIComponent(id)}/analysis?${lang()}`),
  trainer: () => ask<TrainerSeen>('GET', `/api/puzzles?${lang()}`),
  training: () => ask<TrainingSeen>('GET', '/api/training'),
  answerPuzzle: (edition: string, id: string, choice: number) =>
    ask<TrainingSeen>('POST', `/api/training?${lang()}`, { edition, id, choice }),
  bringTraining: (kept: TrainingSeen) => ask<TrainingSeen>('POST', `/api/training/bring?${lang()}`, kept),
  puzzle: (edition: string, id: string) => ask<PuzzleSeen>('GET', `/api/puzzles/${edition}/${id}?${lang()}`),
  setUp: (form: SetUpForm) => ask<PositionSeen>('POST', `/api/positions/new?${lang()}`, form),
  position: (form: PositionForm) => ask<PositionSeen>('POST', `/api/positions?${lang()}`, form),
  change: (form: ChangeForm) => ask<PositionSeen>('POST', `/api/positions/change?${lang()}`, form),
  chain: (form: ChainForm) => ask<ChainSeen>('POST', `/api/positions/odds?${lang()}`, form),
  bots: (form: PositionForm) => ask<BotAnswer[]>('POST', `/api/positions/bots?${lang()}`, form),
  rename: async (name: string) => session.become(await ask<Me>('POST', '/api/session', { name })),
  register: async (name: string, password: string) =>
    session.become(await ask<Me>('POST', '/api/accounts', { name, password })),
  login: async (name: string, password: string) =>
    session.become(await ask<Me>('POST', '/api/login', { name, password })),
  logout: async () => session.become(await ask<Me>('POST', '/api/logout', {})),
};
