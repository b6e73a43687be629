import type { LineForm, Noted, TableCodeSeen } from '../../wire/messages';
import { ask } from '../../wire/api.svelte';
import type { ClubEvent } from '../event.svelte';

const KEPT = 'kamchatka.phone';
const ADDRESS = 'kamchatka.phones';
let made = ''; // where nothing can be kept, the page is the phone

/** A random word for this phone: one phone speaks for one player of a table. */
export function deviceOf(): string {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
    localStorage.setItem(KEPT, (made ||= fresh()));
  } catch {
    made ||= fresh();
  }
  return made;
}

function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The code in the fragment of a link. */
export function codeOf(fragment: string): string {
  return fragment.startsWith('code=') ? fragment.slice(5) : '';
}

/** Where phones reach this server: what the organiser has written, or this page's own address. */
export function phoneAddress(): string {
  try {
    return localStorage.getItem(ADDRESS) || location.origin;
  } catch {
    return location.origin;
  }
}

export function keepPhoneAddress(address: string): void {
  try {
    localStorage.setItem(ADDRESS, address === location.origin ? '' : address);
  } catch {
    // The sheets of this visit still have it.
  }
}

/** The link that a table's code opens. */
export function linkOfCode(event: string, code: string, address: string = phoneAddress()): string {
  return `${address}/result/${encodeURIComponent(event)}#code=${encodeURIComponent(code)}`;
}

/** The entrants about whom two score sheets say something else. */
export function differing(one: readonly LineForm[], other: readonly LineForm[]): number[] {
  if (!one.length || !other.length) return [];
  return one.map((line) => line.entrant).filter((entrant) => outcome(one, entrant) !== outcome(other, entrant));
}

function outcome(lines: readonly LineForm[], entrant: number): string {
  const line = lines.find((one) => one.entrant === entrant);
  return line?.objective || (line?.eliminated ? 'out' : `${line?.points ?? ''}`);
}

/** The table that a code opens, as its players have left it. */
export class PhoneTable {
  seen = $state.raw<TableCodeSeen | null>(null);
  refusal = $state('');

  constructor(
    public readonly event: ClubEvent,
    public readonly code: string,
  ) {}

  async look(): Promise<void> {
    try {
      const seen = await ask<TableCodeSeen>('GET', this.event.path('/table'), undefined, this.headers);
      if (seen.whole >= (this.seen?.whole ?? 0)) this.seen = seen;
      this.refusal = '';
    } catch (error) {
      this.refusal = (error as Error).message;
    }
  }

  handIn = (number: number, lines: LineForm[]) => this.send('/table/hand-in', { number, lines });
  confirm = (number: number, version: number) => this.send('/table/confirm', { number, version });
  dispute = (number: number, version: number, lines: LineForm[], note: string) =>
    this.send('/table/dispute', { number, version, lines, note });

  /** Refused or not, the page then shows what the table has. */
  private async send(rest: string, body: unknown): Promise<void> {
    try {
      await ask<Noted>('POST', this.event.path(rest), body, this.headers);
    } finally {
      await this.look();
    }
  }

  private get headers(): Record<string, string> {
    return { ...this.event.headers, 'X-Table-Code': this.code, 'X-Device': deviceOf() };
  }
}
