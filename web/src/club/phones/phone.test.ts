import { describe, expect, it } from 'vitest';
import { codeOf, differing, linkOfCode } from './phone.svelte';

describe('codes in links', () => {
  it('reads the code of a fragment and nothing else', () => {
    expect(codeOf('code=1-2-ABC')).toBe('1-2-ABC');
    expect(codeOf('key=1-2')).toBe('');
    expect(linkOfCode('x', '1-2-ABC', 'http://lan:8210')).toBe('http://lan:8210/result/x#code=1-2-ABC');
  });
});

describe('two score sheets', () => {
  it('names the players about whom they differ', () => {
    const one = [
      { entrant: 1, points: 20 },
      { entrant: 2, objective: 'in_time' as const },
      { entrant: 3, points: 4 },
    ];
    const other = [{ entrant: 1, points: 20, objective: '' as const }, { entrant: 2, points: 9 }, { entrant: 3 }];
    expect(differing(one, other)).toEqual([2, 3]);
    expect(differing(one, [])).toEqual([]);
  });
});
