import { expect, it } from 'vitest';
import { isEqual } from './equal';

it('compares values, not the order of fields', () => {
  expect(isEqual({ act: 'choose', n: 1 }, { n: 1, act: 'choose' })).toBe(true);
  expect(isEqual([1, { a: null }], [1, { a: null }])).toBe(true);
});

it('tells apart what differs', () => {
  const pairs: [unknown, unknown][] = [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [null, {}],
    [1, '1'],
  ];
  for (const [one, other] of pairs) expect(isEqual(one, other)).toBe(false);
});
