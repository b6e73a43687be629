import { describe, expect, test } from 'vitest';
import type { TableRow } from '../wire/messages';
import { concernsMe, told, type Listing } from './listing';

const row = (id: string, created: number, status = 'waiting') => ({ id, created, status }) as TableRow;
const list = (...tables: TableRow[]) => ({ type: 'lobby' as const, tables, version: 4, count: tables.length });
const change = (after: number, tables: TableRow[], gone: string[] = [], count = 0) => ({
  type: 'lobby_changed' as const,
  version: after + 1,
  after,
  tables,
  gone,
  count,
});
const ids = (listing: Listing | null) => listing?.rows.map((one) => one.id);

describe('the list of tables', () => {
  const known = told(null, list(row('b', 2), row('a', 1)));

  test('takes rows up where they belong, and lets them go', () => {
    const next = told(known, change(4, [row('c', 3), row('b', 2, 'playing')], ['a'], 7));
    expect(ids(next)).toEqual(['c', 'b']);
    expect([next?.version, next?.count]).toEqual([5, 7]);
  });

  test('keeps tables that wait before those that play', () => {
    expect(ids(told(known, change(4, [row('c', 3, 'playing')])))).toEqual(['b', 'a', 'c']);
  });

  test('is asked for again when a change was missed, or came before any list', () => {
    expect(told(known, change(5, []))).toBeNull();
    expect(told(null, change(4, []))).toBeNull();
  });

  test('knows which tables are mine, and what concerns them', () => {
    const mine = told(known, { type: 'my_tables', ids: ['a'] });
    expect(mine?.mine).toEqual(['a']);
    expect(told(mine, change(4, []))?.mine).toEqual(['a']);
    expect(concernsMe(mine, change(4, [row('b', 2)]))).toBe(false);
    expect(concernsMe(mine, change(4, [row('a', 1)]))).toBe(true);
    expect(concernsMe(mine, change(4, [], ['a']))).toBe(true);
  });
});
