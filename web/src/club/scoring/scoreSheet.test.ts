import { describe, expect, test } from 'vitest';
import type { LineForm } from '../../wire/messages';
import type { Seat } from '../people';
import { ScoreSheet } from './scoreSheet.svelte';

const seats: Seat[] = [11, 12].map((entrant, i) => ({ entrant, name: `P${entrant}`, club: '', hand: i + 1 }));
const sheetOf = (...told: LineForm[]) => new ScoreSheet(seats, told);

describe('points typed', () => {
  test('an empty sheet says nothing of anybody', () => {
    expect(sheetOf().written()).toMatchObject([
      { entrant: 11, points: null, outside: null, objective: '', eliminated: false, held: [], penalty: 0 },
      { entrant: 12, points: null },
    ]);
    expect(new ScoreSheet([], []).written()).toEqual([]);
  });
  test('points count only where the game was counted by them', () => {
    const sheet = sheetOf();
    const [one, other] = [sheet.lines[0]!, sheet.lines[1]!];
    [one.points, one.outside, other.points, other.outside] = [40, 2, 50, 3];
    one.end = 'out';
    other.end = 'late';
    expect(sheet.written()).toMatchObject([
      { eliminated: true, points: null, outside: null, objective: '' },
      { eliminated: false, points: null, outside: 3, objective: 'late' },
    ]);
  });
  test('a reason is written without the blanks round it', () => {
    const sheet = sheetOf();
    sheet.lines[0]!.reason = '  late  ';
    expect(sheet.written()[0]?.reason).toBe('late');
  });
  test('what was told before stands there again', () => {
    const told: LineForm[] = [
      { entrant: 12, objective: 'in_time', points: 100, penalty: 5, zeroed: true, reason: 'x', hand: 2, card: 3 },
      { entrant: 11, points: 0 },
    ];
    expect(sheetOf(...told).written()).toMatchObject([
      { entrant: 11, points: 0 },
      { entrant: 12, objective: 'in_time', points: null, penalty: 5, zeroed: true, reason: 'x', hand: 2, card: 3 },
    ]);
  });
});

describe('territories ticked', () => {
  test('for the player being counted; a second tick takes away, another’s takes over', () => {
    const sheet = sheetOf();
    sheet.ticking = true;
    for (const place of ['peru', 'brazil', 'alaska', 'peru']) sheet.tick(place);
    expect([sheet.held(0), sheet.held(1)]).toEqual([['alaska', 'brazil'], []]);
    sheet.counted = 1;
    sheet.tick('brazil');
    expect([sheet.held(0), sheet.held(1)]).toEqual([['alaska'], ['brazil']]);
    expect(sheet.written().map((line) => [line.points, line.held])).toEqual([
      [null, ['alaska']],
      [null, ['brazil']],
    ]);
  });
  test('are not written while points are typed', () => {
    const sheet = sheetOf();
    sheet.tick('peru');
    expect(sheet.written()[0]?.held).toEqual([]);
  });
  test('told before open the sheet with its ticks', () => {
    const sheet = sheetOf({ entrant: 12, held: ['peru'], points: 7 });
    expect([sheet.ticking, sheet.held(1), sheet.lines[1]?.points]).toEqual([true, ['peru'], null]);
    expect(sheetOf({ entrant: 12, points: 7 }).ticking).toBe(false);
  });
});
