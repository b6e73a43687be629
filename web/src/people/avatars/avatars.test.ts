import { describe, expect, it } from 'vitest';
import { AVATARS, initials, robot } from './avatars';

describe('initials', () => {
  it('are of the first and the last word', () => {
    expect([initials('Ada'), initials('Carla Maria Verdi'), initials('guest 42'), initials('🦊 fox')]).toEqual([
      'A',
      'CV',
      'G4',
      'F',
    ]);
  });
});

describe('pictures', () => {
  it('are paths', () => {
    const numbers = Object.values(AVATARS).flatMap(({ shapes }) => shapes.map(([, path]) => path));
    for (const path of [...numbers, ...robot('captain').shapes.map(([, d]) => d)])
      expect(path).toMatch(/^M[-\d. aAhHlLmMqQsStTvVzZcC]+$/);
  });

  it('of a bot is the same in each version', () => {
    expect(robot('captain@0.1')).toEqual(robot('captain'));
    expect(robot('captain').ground).not.toBe(robot('admiral').ground);
  });
});
