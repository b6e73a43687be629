import { expect, test } from 'vitest';
import type { PlaceSeen } from '../../wire/messages';
import { Standing } from './standing.svelte';

const place = (id: string, armies: number): PlaceSeen => ({ id, owner: 0, armies, pieces: [], marks: [] });

test('a reader of one place is notified of that one alone', () => {
  const standing = new Standing([place('here', 1), place('there', 1)]);
  const heard: string[] = [];
  const look = (id: string) => `${heard.push(id)}: ${standing.places[id]?.armies}`;
  const here = $derived.by(() => look('here'));
  const there = $derived.by(() => look('there'));
  const seen = () => [here, there];
  expect(seen()).toEqual(['1: 1', '2: 1']);
  expect(standing.with([place('there', 5)])).toBe(standing);
  expect(seen()).toEqual(['1: 1', '3: 5']);
  expect(heard).toEqual(['here', 'there', 'there']);
});

test('a copy stays as it was', () => {
  const standing = new Standing([place('here', 1)]);
  const before = { ...standing.places };
  standing.with([place('here', 2)]);
  expect([before.here?.armies, standing.places.here?.armies]).toEqual([1, 2]);
  expect(Object.keys(standing.places)).toEqual(['here']);
});

test('a place that was not there makes another board', () => {
  const standing = new Standing([place('here', 1)]);
  const larger = standing.with([place('new', 3), place('here', 2)]);
  expect(larger).not.toBe(standing);
  expect(Object.values(larger.places).map(({ id, armies }) => [id, armies])).toEqual([
    ['here', 2],
    ['new', 3],
  ]);
});
