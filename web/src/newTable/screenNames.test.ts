import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeatForm } from '../wire/messages';
import { keepNames, knownNames, named } from './screenNames';

const seats: SeatForm[] = [{ kind: 'me' }, { kind: 'screen', name: ' Bruno ' }, { kind: 'screen', name: ' ' }];

describe('people at one screen', () => {
  beforeEach(() => {
    const store = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('have names: those who gave none are numbered', () => {
    expect(named(seats, (n) => `Player ${n}`).map((seat) => seat.name)).toEqual([undefined, 'Bruno', 'Player 3']);
  });

  it('are remembered, but not by a number', () => {
    keepNames(seats);
    expect(knownNames()).toEqual(['Bruno']);
    keepNames([{ kind: 'me' }, { kind: 'bot' }]);
    expect(knownNames()).toEqual(['Bruno']);
  });

  it('are asked again where nothing sensible was kept', () => {
    localStorage.setItem('kamchatka.screenNames', '{');
    expect(knownNames()).toEqual([]);
    localStorage.setItem('kamchatka.screenNames', '[1, "Ada"]');
    expect(knownNames()).toEqual(['Ada']);
  });
});
