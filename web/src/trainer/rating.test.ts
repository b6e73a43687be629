import { describe, expect, it } from 'vitest';
import { answered, BEGINNER, kindOf, nextOf } from './rating';

describe('a rating by puzzles', () => {
  it('rises by a right answer and falls by a wrong one', () => {
    expect(answered(BEGINNER, 'a/1', 1500, true).rating).toBe(1532);
    expect(answered(BEGINNER, 'a/1', 1500, false).rating).toBe(1468);
  });

  it('moves more for what was unlikely', () => {
    const hard = answered(BEGINNER, 'a/1', 1900, true).rating;
    const easy = answered(BEGINNER, 'a/1', 1100, true).rating;
    expect(hard).toBeGreaterThan(easy);
  });

  it('does not count a puzzle twice', () => {
    const once = answered(BEGINNER, 'a/1', 1500, true);
    expect(answered(once, 'a/1', 1500, true)).toBe(once);
  });

  it('settles', () => {
    const old = { ...BEGINNER, tried: 30 };
    expect(answered(old, 'a/1', 1500, true).rating).toBe(1512);
  });
});

describe('the next puzzle', () => {
  const puzzles = [
    { key: 'a/1', level: 1200 },
    { key: 'a/2', level: 1550 },
    { key: 'a/3', level: 1900 },
  ];

  it('is near the rating and new', () => {
    expect(nextOf(puzzles, BEGINNER)?.key).toBe('a/2');
    expect(nextOf(puzzles, { ...BEGINNER, seen: ['a/2'] })?.key).toBe('a/1');
  });

  it('may come again when all were seen', () => {
    expect(nextOf(puzzles, { ...BEGINNER, seen: ['a/1', 'a/2', 'a/3'] })?.key).toBe('a/2');
    expect(nextOf([], BEGINNER)).toBeNull();
  });
});

describe('the end of an address', () => {
  it('asks for a kind of puzzles, or names one', () => {
    expect(kindOf('kind-attack')).toBe('attack');
    expect(kindOf('017')).toBe('');
    expect(kindOf('kind-')).toBe('');
  });
});
